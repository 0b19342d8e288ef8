public import ChronicleSchema

/// Computes an aggregate request row by row. What it answers is what every store must answer.
public struct AggregateEvaluator {
    /// The rows that are to be added, in order, with the columns that are looked at.
    ///
    /// Its order is left out where it makes no difference.
    public let rows: FetchRequest
    private let keys: [any ValueNode]
    private let parts: [Part]
    private let entity: String
    private var known = AggregateGroups()
    private var accumulators: [Accumulator] = []

    private struct Part {
        let node: (any ValueNode)?
        let blank: Accumulator
        /// The column, when it is one of the row itself.
        let column: Int
    }

    /// Checks a request against a schema.
    ///
    /// - Throws: ``StoreError`` `unsupportedQuery` when a value does not fit the schema, is opaque, or has no such aggregate.
    public init(_ request: AggregateRequest, schema: Schema) throws {
        let compiler = try QueryCompiler(schema: schema, entity: request.rows.entity)
        entity = compiler.entity.name
        keys = try request.keys.map { try compiler.value($0).node }
        var types: [Query.Value: ColumnType] = [:]
        parts = try request.aggregates.map { aggregate in
            guard let argument = aggregate.argument else {
                return Part(node: nil, blank: .count(0), column: -1)
            }
            let typed = try compiler.value(argument)
            types[argument] = typed.type
            let column = (typed.node as? ColumnNode).flatMap { $0.location.isRoot ? $0.location.column : nil }
            return Part(node: typed.node, blank: try Accumulator(aggregate, typed.type, compiler), column: column ?? -1)
        }
        var rows = request.shapedRows
        if !request.dependsOnOrder({ types[$0] }) { rows.order = [] }
        self.rows = rows
        if keys.isEmpty { add(group: 0) }
    }

    private mutating func add(group: Int) {
        if group * parts.count == accumulators.count { accumulators.append(contentsOf: parts.lazy.map(\.blank)) }
    }

    /// Adds a row: constant time.
    ///
    /// - Throws: ``StoreError`` `corrupt` when a cell is not of its column's type; the resolver's errors.
    public mutating func add(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver) throws {
        var first = 0
        if !keys.isEmpty {
            let group: Int
            if keys.count == 1 {
                let value = try keys[0].value(key, cells, rows, nil)
                group = known.position(of: value)
            } else {
                let values = try keys.map { try $0.value(key, cells, rows, nil) }
                group = known.position(of: values)
            }
            add(group: group)
            first = group * parts.count
        }
        for (index, part) in parts.enumerated() {
            guard let node = part.node else {
                accumulators[first + index].addRow()
                continue
            }
            if part.column >= 0 {
                let cell = cells[part.column]
                if cell.kind == .null { continue }
                if accumulators[first + index].add(cell) { continue }
            }
            let value = try node.value(key, cells, rows, nil)
            if !value.isNull { try accumulators[first + index].add(value, entity) }
        }
    }

    /// The results for the rows so far, in ascending order of the groups' keys.
    ///
    /// - Throws: ``StoreError`` `overflow`.
    public func groups() throws -> [AggregateGroup] {
        let all = keys.isEmpty ? [[]] : known.keys
        return AggregateGroup.inOrder(
            try all.enumerated().map { group, keys in
                AggregateGroup(
                    keys: keys,
                    values: try parts.indices.map { try accumulators[group * parts.count + $0].result(entity) })
            })
    }
}

extension AggregateGroup {
    /// Groups in ascending order of their keys.
    package static func inOrder(_ groups: [AggregateGroup]) -> [AggregateGroup] {
        groups.sorted { a, b in
            for (first, second) in zip(a.keys, b.keys) {
                let order = first.order(to: second)
                if order != 0 { return order < 0 }
            }
            return false
        }
    }
}

/// Numbers groups by what their rows have in common.
private struct AggregateGroups {
    private(set) var keys: [[StoredValue]] = []
    private var single: [StoredValue: Int] = [:]
    private var several: [[StoredValue]: Int] = [:]

    mutating func position(of key: StoredValue) -> Int {
        if let known = single[key] { return known }
        single[key] = keys.count
        keys.append([key])
        return keys.count - 1
    }

    mutating func position(of key: [StoredValue]) -> Int {
        if let known = several[key] { return known }
        several[key] = keys.count
        keys.append(key)
        return keys.count - 1
    }
}
