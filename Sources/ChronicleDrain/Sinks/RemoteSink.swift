/// The receiving end of a drain.
///
/// ## Implementation requirements
/// - Once ``acknowledge(_:)`` returns, the receiver has every operation of the batch that is not among the refusals, as durably
///   as it promises anything.
/// - The same batch, or a part of it, can come again after a crash or a lost answer, with the same identifiers and bytes. The
///   receiver's state must be the same as if each operation had come once: it remembers the identifiers, or applying an
///   operation twice changes nothing.
/// - Failures are ``SinkError``s; any other error counts as transient.
public protocol RemoteSink: Sendable {
    /// Whether operations are taken as lines, which have to be the same at each sending. A sink that takes rows as they are
    /// (into a store) says no and spares the drain the writing of each batch before it is sent.
    var needsLines: Bool { get }

    /// Delivers a batch, and returns the operations that the receiver refuses for good, if any.
    ///
    /// - Throws: ``SinkError``.
    func acknowledge(_ batch: OutboundHistoryBatch) async throws -> [OperationRefusal]
}

extension RemoteSink {
    /// True.
    public var needsLines: Bool { true }
}

/// An operation that a receiver will never take.
public struct OperationRefusal: Sendable, Hashable, Codable {
    /// The operation's identifier.
    public var id: String
    /// Why.
    public var message: String

    /// A refusal.
    public init(id: String, message: String) {
        self.id = id
        self.message = message
    }
}
