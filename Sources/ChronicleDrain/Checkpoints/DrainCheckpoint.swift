public import ChronicleHistory
public import Foundation

/// What a consumer has to remember: where it is, what it has sent and not heard of, and what was refused for good.
public struct DrainCheckpoint: Sendable, Hashable {
    /// Everything up to here was acknowledged; nil before the first batch.
    public var position: HistoryPosition?
    /// A batch that was about to be sent. It is sent again with the same bytes, whatever has happened to its rows since.
    public var inFlight: OutboundHistoryBatch?
    /// A snapshot under way.
    public var snapshot: DrainSnapshot?
    /// Operations that were refused for good, and later ones of the same rows, in order.
    public var parked: [ParkedOperation] = []

    /// The checkpoint of a consumer that has read nothing.
    public init() {}
}

/// An operation that waits for its owner.
public struct ParkedOperation: Sendable, Hashable, Identifiable {
    /// The operation.
    public var operation: OutboundOperation
    /// What the receiver said; nil for an operation that waits behind another one of its row.
    public var refusal: String?
    /// When it was parked.
    public var parkedAt: Date

    /// The operation's identifier.
    public var id: String { operation.id }

    /// A parked operation.
    public init(operation: OutboundOperation, refusal: String?, parkedAt: Date) {
        self.operation = operation
        self.refusal = refusal
        self.parkedAt = parkedAt
    }
}
