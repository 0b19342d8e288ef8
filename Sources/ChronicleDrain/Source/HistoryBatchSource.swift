public import ChronicleHistory
public import Foundation

/// Where a drain gets its batches from.
///
/// ## Implementation requirements
/// - Batches follow each other without a gap: the operations of one begin where its predecessor's position ends. A batch
///   never cuts a transaction in two.
/// - A position that cannot be gone on from throws `HistoryError` (`historyTokenExpired`, `foreignToken`, `tokenAhead`). The
///   source never skips silently.
/// - What filters pass over is part of a batch's position, so that it is read once.
public protocol HistoryBatchSource: Sendable {
    /// The next batch after a position; nil when there is nothing after it.
    ///
    /// - Parameters:
    ///   - position: Where the last batch ended; nil for the beginning of the history, if that is still there.
    ///   - asLines: Whether operations need their lines; otherwise their rows.
    func nextBatch(after position: HistoryPosition?, asLines: Bool) async throws -> OutboundHistoryBatch?

    /// The place after the newest transaction.
    func currentPosition() async throws -> HistoryPosition

    /// When the first transaction after a position was made; nil when there is none, or when that cannot be told.
    func timestamp(after position: HistoryPosition?) async throws -> Date?

    /// A page of the current state, for a receiver that cannot go on from the history.
    ///
    /// - Parameters:
    ///   - snapshot: Where the snapshot is.
    ///   - asLines: Whether operations need their lines; otherwise their rows.
    /// - Returns: The page as a batch, and where the snapshot is after it; nil when that was the last page.
    func page(
        of snapshot: DrainSnapshot, asLines: Bool
    ) async throws -> (batch: OutboundHistoryBatch, next: DrainSnapshot?)
}

/// Where a snapshot of the current state is.
public struct DrainSnapshot: Sendable, Hashable, Codable {
    /// The snapshot's identifier.
    public var id: String
    /// The place in the history that was taken before the first page was read; changes after it follow the snapshot.
    public var position: HistoryPosition
    /// The entity that comes next, by its place among those that the source sends.
    public var entity = 0
    /// The last key of that entity that was read.
    public var after = Int64.min

    /// A snapshot that begins.
    public init(id: String, position: HistoryPosition) {
        self.id = id
        self.position = position
    }
}
