public import ChronicleSchema

/// Answers a fetch request from a sequence of rows: filters, sorts and cuts.
///
/// What it answers is what every store must answer. With a limit it keeps only as many rows as can still be delivered.
///
/// A condition with arithmetic that overflows or divides by zero fails as `filter` would in Swift: for any row of the scan,
/// whether or not a limit leaves the row out. So the scan goes on behind the limit where a condition can fail.
public struct QueryEvaluator: Sendable {
    /// Whether a scan goes on after a row.
    public typealias Visit = (_ key: Int64, _ cells: UnsafePointer<RowCell>) throws -> Bool

    private let entity: Int
    private let condition: CompiledCondition?
    private let order: CompiledOrder
    private let offset: Int
    private let limit: Int?
    private let isOrdered: Bool
    /// Whether rows behind the limit are looked at, because the condition may fail for them.
    private let looksAtAll: Bool

    /// Compiles a request. A store that has filtered or ordered rows already leaves these parts out of the request.
    ///
    /// - Throws: ``StoreError`` `unsupportedQuery`.
    public init(_ request: FetchRequest, schema: Schema) throws {
        try self.init(
            entity: request.entity,
            condition: request.condition.map {
                try CompiledCondition($0, schema: schema, entity: request.entity)
            },
            order: CompiledOrder(request.order, schema: schema, entity: request.entity), offset: request.offset,
            limit: request.limit)
    }

    /// An evaluator from compiled parts.
    ///
    /// - Parameter isOrdered: Whether the scan brings the rows in the order of delivery already; by default it does when
    ///   there is no sort key.
    /// - Throws: ``StoreError`` `unsupportedQuery` when offset or limit is negative.
    public init(
        entity: Int, condition: CompiledCondition?, order: CompiledOrder, offset: Int, limit: Int?,
        isOrdered: Bool? = nil
    ) throws {
        guard offset >= 0, limit ?? 0 >= 0 else {
            throw StoreError(.unsupportedQuery, "A fetch has a negative offset or limit: use zero or more.")
        }
        self.entity = entity
        self.condition = condition
        self.order = order
        self.offset = offset
        self.limit = limit
        self.isOrdered = isOrdered ?? order.isEmpty
        looksAtAll = condition?.canFail ?? false
    }

    /// The keys that the request selects, in order.
    ///
    /// - Parameter scan: Calls its argument for each row until that returns false. When the request has no order, rows come
    ///   in the order in which they are to be delivered.
    public func keys(_ rows: any RowResolver, scan: (Visit) throws -> Void) throws -> [Int64] {
        var keys: [Int64] = []
        guard isOrdered else { return try sortedKeys(rows, scan) }
        try stream(rows, scan) { key, _ in keys.append(key) }
        return keys
    }

    /// The number of rows that the request selects. The order plays no part.
    public func count(_ rows: any RowResolver, scan: (Visit) throws -> Void) throws -> Int {
        var count = 0
        try stream(rows, scan) { _, _ in count += 1 }
        return count
    }

    /// Delivers the rows that the request selects, in order. Sorted rows are read a second time through the resolver.
    public func run(
        _ rows: any RowResolver, scan: (Visit) throws -> Void, _ body: (RowView) throws -> Void
    ) throws {
        guard !isOrdered else {
            return try stream(rows, scan) { try body(RowView(key: $0, cells: $1)) }
        }
        for key in try sortedKeys(rows, scan) {
            try rows.withRow(entity: entity, key: key) { cells in
                if let cells { try body(RowView(key: key, cells: cells)) }
            }
        }
    }

    private func stream(
        _ rows: any RowResolver, _ scan: (Visit) throws -> Void,
        _ body: (Int64, UnsafePointer<RowCell>) throws -> Void
    ) throws {
        if limit == 0, !looksAtAll { return }
        var skip = offset
        var left = limit ?? .max
        // The scan only calls the closure while it runs; the compiler cannot see that through two closures.
        try withoutActuallyEscaping(body) { body in
            try scan { key, cells in
                if let condition, try !condition.matches(key: key, cells: cells, rows) { return true }
                if left == 0 { return true }
                if skip > 0 {
                    skip -= 1
                    return true
                }
                try body(key, cells)
                left -= 1
                return left > 0 || looksAtAll
            }
        }
    }

    private func sortedKeys(_ rows: any RowResolver, _ scan: (Visit) throws -> Void) throws -> [Int64] {
        if limit == 0, !looksAtAll { return [] }
        let (kept, overflow) = offset.addingReportingOverflow(limit ?? .max)
        var sorter = RowSorter(order, keeping: overflow ? .max : kept)
        try scan { key, cells in
            if let condition, try !condition.matches(key: key, cells: cells, rows) { return true }
            try sorter.add(key, cells, rows)
            return true
        }
        return Array(sorter.sorted().dropFirst(offset))
    }
}
