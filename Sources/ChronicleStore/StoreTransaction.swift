public import ChronicleHistory
public import ChronicleSchema

/// The primitive reads and writes of one write transaction, as ``SaveProcessor`` needs them.
///
/// All calls come from one thread, between the store's begin and its commit or rollback. A read sees the writes before it.
/// Any error ends the transaction: the store rolls everything back.
public protocol StoreTransaction {
    /// A copy of a row's values; nil when there is none.
    func row(_ row: RowReference) throws -> [StoredValue]?

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

    /// Removes a row and its index entries.
    ///
    /// - Returns: False when there was no such row.
    func delete(_ row: RowReference) throws -> Bool

    /// Appends a record to the history and returns its sequence; called at most once, last, and only when something changed.
    func appendHistory(_ record: PendingHistory) throws -> Int64
}

/// A history record before the store gave it a sequence.
public struct PendingHistory: Sendable {
    /// The record; its sequence is zero.
    public var record: HistoryRecord

    /// A pending record.
    public init(_ record: HistoryRecord) { self.record = record }
}
