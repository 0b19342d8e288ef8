public import Foundation

/// A named reader of a store's history, as the store remembers it.
///
/// A store does not purge what a consumer has not read yet, and keeps whatever the consumer wants to have written together
/// with its position.
public struct HistoryConsumer: Sendable, Hashable, Codable, Identifiable {
    /// The name, unique in the store.
    public let name: String
    /// The last sequence that the consumer is done with; zero before the first.
    public var sequence: Int64
    /// What the consumer keeps beside its position.
    public var state: Data?
    /// Who reads under the name now.
    public var owner: String?
    /// Until when the owner has the name to itself.
    public var ownedUntil: Date?
    /// When the consumer last moved.
    public var updatedAt: Date
    /// Set when the consumer was given up: it holds no purge back any more, and has to start anew.
    public var isExpired = false

    /// The name.
    public var id: String { name }

    /// A consumer that has read up to a sequence.
    public init(name: String, sequence: Int64, updatedAt: Date) {
        self.name = name
        self.sequence = sequence
        self.updatedAt = updatedAt
    }
}

/// A store that remembers who reads its history, and purges nothing that one of them still needs.
///
/// ## Implementation requirements
/// - ``changeConsumer(named:_:)`` reads and writes under the store's write lock: of two processes that claim a name at once,
///   the second sees what the first has written. The change is durable when it returns, appends no history and signals
///   nothing.
/// - ``HistoryProviding/deleteHistory(_:)`` stops before the first record that a consumer which is not expired has yet to read,
///   unless the request ``HistoryRequest/overridesConsumers``.
public protocol HistoryConsumerRegistry: HistoryProviding {
    /// The consumers by name, in ascending order of their names.
    func historyConsumers() throws -> [HistoryConsumer]

    /// Changes, adds or (with nil) removes a consumer.
    ///
    /// - Parameter change: Called on the calling thread with what is stored, and again with the same when the store has to
    ///   begin anew. It must not call the store. What it throws is thrown on, and nothing is changed then.
    /// - Throws: The store's error; nothing is changed then.
    func changeConsumer(named name: String, _ change: (inout HistoryConsumer?) throws -> Void) throws
}

extension Sequence where Element == HistoryConsumer {
    /// The last sequence that may be purged with regard to the consumers; nil when none holds a purge back.
    public var purgeableThrough: Int64? { lazy.filter { !$0.isExpired }.map(\.sequence).min() }
}
