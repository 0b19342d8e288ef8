import ChronicleSchema

/// Computes an aggregate request by fetches alone.
///
/// A fetch's closure cannot ask the store for the rows that a row refers to. So where there are references, rows are collected
/// first, and what they refer to is read in one fetch an entity and step of the paths.
struct FetchedAggregation {
    private let evaluator: AggregateEvaluator
    private let schema: Schema

    init(_ evaluator: AggregateEvaluator, schema: Schema) {
        self.evaluator = evaluator
        self.schema = schema
    }

    func run(_ store: some DataStore) throws -> [AggregateGroup] {
        let request = evaluator.rows
        let entity = schema.entities[request.entity]
        let columns = Array(request.columns ?? ColumnSet())
        let related = CollectedRows()
        var evaluator = evaluator
        guard columns.contains(where: { entity.columns[$0].type == .reference }) else {
            try store.fetch(request) { try evaluator.add($0.key, $0.cells, related) }
            return try evaluator.groups()
        }
        var rows: [(key: Int64, values: [StoredValue])] = []
        try store.fetch(request) { row in
            var values = [StoredValue](repeating: .null, count: entity.columns.count)
            for column in columns { values[column] = try row.value(of: entity, column: column) }
            rows.append((row.key, values))
        }
        while true {
            evaluator = self.evaluator
            for row in rows { try row.values.withCells { try evaluator.add(row.key, $0, related) } }
            if related.missing.isEmpty { return try evaluator.groups() }
            try related.readMissing(store, schema)
        }
    }
}

/// Rows that were read before they are looked at; it notes which are looked for and not there.
private final class CollectedRows: RowResolver {
    private var rows: [Int: [Int64: [StoredValue]?]] = [:]
    private(set) var missing: [Int: Set<Int64>] = [:]

    func withRow<R>(entity: Int, key: Int64, _ body: (UnsafePointer<RowCell>?) throws -> R) throws -> R {
        guard let row = rows[entity]?[key] else {
            missing[entity, default: []].insert(key)
            return try body(nil)
        }
        guard let row else { return try body(nil) }
        return try row.withCells { try body($0) }
    }

    func readMissing(_ store: some DataStore, _ schema: Schema) throws {
        for (index, keys) in missing.sorted(by: { $0.key < $1.key }) {
            // What is not found now is not looked for again.
            var read = rows[index] ?? [:]
            for key in keys { read[key] = .some(nil) }
            try store.fetch(entity: index, keys: keys.sorted()) { row in
                read[row.key] = try row.values(of: schema.entities[index])
            }
            rows[index] = read
        }
        missing = [:]
    }
}

extension [StoredValue] {
    /// Calls a closure with the values as cells.
    func withCells<R>(_ body: (UnsafePointer<RowCell>) throws -> R) throws -> R {
        try withUnsafeBufferPointer { values in
            try withUnsafeTemporaryAllocation(of: RowCell.self, capacity: values.count + 1) { cells in
                cells.initialize(repeating: .null)
                if let source = values.baseAddress {
                    for index in values.indices where !values[index].isNull { cells[index] = .value(source + index) }
                }
                // There is always room for one cell, and so an address.
                return try body(UnsafePointer(cells.baseAddress.unsafelyUnwrapped))
            }
        }
    }
}
