public import ChronicleHistory
public import ChronicleSchema

/// The primitive reads and writes of one write transaction, as ``SaveProcessor`` needs them.
///
/// All calls come from one thread, between the store's begin and its commit or rollback. A read sees the writes before it.
/// Any error ends the transaction: the store rolls everything back.
public protocol StoreTransaction {
    /// A copy of a row's values; nil when there is none.
    func row(_ row: RowReference) throws -> [StoredValue]?

    /// Copies of some of a row's values, in the order of the columns; nil when there is no such row.
    ///
    /// There is an implementation over ``row(_:)``; a store that can leave the other values alone does better.
    func values(of row: RowReference, columns: [Int]) throws -> [StoredValue]?

    /// The keys of rows whose reference column points at a key, in ascending order.
    func keys(entity: Int, column: Int, referringTo key: Int64) throws -> [Int64]

    /// The keys of the rows that a condition selects, in ascending order.
    func keys(entity: Int, matching condition: Query.Condition?) throws -> [Int64]

    /// Writes a new row and its index entries, unless it collides with stored rows on unique indexes.
    ///
    /// - Returns: The keys of the rows that it collides with, without repetition; empty when the row was written. Nothing
    ///   is written when there is a collision.
    func insert(_ row: RowReference, values: ArraySlice<StoredValue>) throws -> [Int64]

    /// Changes columns of a row and the index entries that depend on them.
    ///
    /// - Returns: False when there is no such row.
    /// - Throws: ``StoreError`` `uniqueViolation` when the changed row collides with another.
    func update(_ row: RowReference, values: [(column: Int, value: StoredValue)]) throws -> Bool

    /// Changes those of some columns whose stored values differ bit for bit, with the index entries that depend on them.
    ///
    /// There is an implementation over ``row(_:)`` and ``update(_:values:)``; a store that can compare without copying the
    /// row does better.
    ///
    /// - Parameter values: Columns of the entity with values of their types, in ascending order of column.
    /// - Returns: The columns that changed, empty when nothing was written; nil when there is no such row.
    /// - Throws: ``StoreError`` `uniqueViolation` when the changed row collides with another.
    func change(
        _ row: RowReference, values: [(column: Int, value: StoredValue)]
    ) throws -> [(column: Int, value: StoredValue)]?

    /// Removes a row and its index entries.
    ///
    /// - Returns: False when there was no such row.
    func delete(_ row: RowReference) throws -> Bool

    /// Appends a record to the history and returns its sequence; called at most once, last, and only when something changed.
    func appendHistory(_ record: PendingHistory) throws -> Int64
}

extension StoreTransaction {
    /// Reads the whole row; see the requirement.
    public func values(of row: RowReference, columns: [Int]) throws -> [StoredValue]? {
        try self.row(row).map { values in columns.map { values[$0] } }
    }

    /// Reads the row, compares, and updates what differs; see the requirement.
    public func change(
        _ row: RowReference, values: [(column: Int, value: StoredValue)]
    ) throws -> [(column: Int, value: StoredValue)]? {
        guard let old = try self.row(row) else { return nil }
        let changed = values.filter { !old.indices.contains($0.column) || !$0.value.isIdentical(to: old[$0.column]) }
        if changed.isEmpty { return [] }
        return try update(row, values: changed) ? changed : nil
    }
}

/// A history record before the store gave it a sequence.
public struct PendingHistory: Sendable {
    /// The record; its sequence is zero.
    public var record: HistoryRecord

    /// A pending record.
    public init(_ record: HistoryRecord) { self.record = record }
}
