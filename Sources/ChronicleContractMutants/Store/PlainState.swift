import ChronicleHistory
import ChronicleSchema
import ChronicleStore

/// All that a plain store keeps, as one value: a reader works on a copy, a writer changes a copy and puts it in place.
struct PlainState: Sendable {
    let schema: Schema
    var tables: [PlainTable]
    /// The records that are kept, oldest first.
    var history: [HistoryRecord] = []
    /// The last sequence that was given.
    var sequence: Int64 = 0
    /// The last sequence that was deleted from the history.
    var deletedThrough: Int64 = 0
    /// Who reads the history, by name.
    var consumers: [String: HistoryConsumer] = [:]
    /// The first key that was never handed out.
    var nextKey: Int64 = 1

    init(schema: Schema) {
        self.schema = schema
        tables = schema.entities.map(PlainTable.init)
    }

    func table(_ entity: Int) throws -> PlainTable {
        guard tables.indices.contains(entity) else {
            throw StoreError(.unsupportedQuery, "A request names entity \(entity), which the schema does not have.")
        }
        return tables[entity]
    }

    /// The values of a row; nil when there is none.
    func row(_ row: RowReference) -> [StoredValue]? {
        tables.indices.contains(row.entity) ? tables[row.entity].rows[row.key] : nil
    }

    /// Deletes the history up to a sequence.
    mutating func purge(through sequence: Int64, _ faults: Faults) {
        deletedThrough = sequence
        history.removeAll { $0.sequence <= sequence }
        if faults.has(.restartsSequence), history.isEmpty {
            self.sequence = 0
            deletedThrough = 0
        }
    }

    mutating func apply(_ step: PlainStep) {
        switch step {
        case .insert(let row, let values): tables[row.entity].put(row.key, values)
        case .update(let row, let values):
            guard var new = tables[row.entity].rows[row.key] else { return }
            for (column, value) in values { new[column] = value }
            tables[row.entity].put(row.key, new)
        case .delete(let row): _ = tables[row.entity].remove(row.key)
        }
    }

    /// The keys that a request selects, in order.
    func keys(_ request: FetchRequest) throws -> [Int64] {
        let table = try table(request.entity)
        return try QueryEvaluator(request, schema: schema).keys(self) { visit in
            for key in table.keys {
                guard let values = table.rows[key] else { continue }
                guard try PlainState.withCells(values, { try visit(key, $0) }) else { return }
            }
        }
    }

    /// Lends the cells of a row's values.
    static func withCells<R>(
        _ values: [StoredValue], _ body: (UnsafePointer<RowCell>) throws -> R
    ) throws -> R {
        try values.withUnsafeBufferPointer { values in
            try withUnsafeTemporaryAllocation(of: RowCell.self, capacity: values.count + 1) { cells in
                cells.initialize(repeating: .null)
                if let first = values.baseAddress {
                    for index in values.indices { cells[index] = .value(first + index) }
                }
                guard let base = cells.baseAddress else {
                    throw StoreError(.inputOutput, "There is no memory for a row.")
                }
                return try body(base)
            }
        }
    }
}

extension PlainState: RowResolver {
    func withRow<R>(entity: Int, key: Int64, _ body: (UnsafePointer<RowCell>?) throws -> R) throws -> R {
        guard let values = try table(entity).rows[key] else { return try body(nil) }
        return try PlainState.withCells(values) { try body($0) }
    }
    func forEachRow(
        entity: Int, whose column: Int, refersTo key: Int64, _ body: (Int64, UnsafePointer<RowCell>) throws -> Bool
    ) throws {
        let table = try table(entity)
        for row in table.keys(column: column, referringTo: key) {
            guard let values = table.rows[row] else { continue }
            guard try PlainState.withCells(values, { try body(row, $0) }) else { return }
        }
    }
}
