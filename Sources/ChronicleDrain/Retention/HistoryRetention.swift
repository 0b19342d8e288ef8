public import ChronicleHistory
public import Foundation

/// How long a store's history is kept.
///
/// Whatever the limits say, nothing goes that a registered consumer has yet to read, until the consumer itself has not moved for
/// ``deadConsumerAge``: it is given up then, visibly, and has to begin with a snapshot if it comes back.
public struct HistoryRetention: Sendable {
    /// Transactions that are older than this may go, in seconds.
    public var age: TimeInterval?
    /// The most transactions that are kept.
    public var count: Int?
    /// After how many seconds without a move a consumer is given up; nil never does.
    public var deadConsumerAge: TimeInterval?
    /// The most transactions that one write transaction deletes, so that other writers never wait for long.
    public var step = 1_000

    /// Keeps everything until a limit is set.
    public init(age: TimeInterval? = nil, count: Int? = nil, deadConsumerAge: TimeInterval? = nil) {
        self.age = age
        self.count = count
        self.deadConsumerAge = deadConsumerAge
    }

    /// What was done.
    public struct Outcome: Sendable, Hashable {
        /// The transactions that were deleted.
        public var deleted = 0
        /// The consumers that were given up.
        public var expired: [String] = []

        /// An outcome from its parts.
        public init(deleted: Int = 0, expired: [String] = []) {
            self.deleted = deleted
            self.expired = expired
        }
    }

    /// Applies the limits now, in bounded steps.
    ///
    /// - Parameter now: The time by the clock that the transactions were made with.
    /// - Throws: The store's error. What was deleted before it stays deleted.
    public func apply(to store: any HistoryConsumerRegistry, now: Date = Date()) throws -> Outcome {
        var outcome = Outcome()
        if let deadConsumerAge {
            let limit = now.addingTimeInterval(-deadConsumerAge)
            for consumer in try store.historyConsumers() where !consumer.isExpired && consumer.updatedAt < limit {
                try store.changeConsumer(named: consumer.name) { stored in
                    // It may have moved since.
                    guard let found = stored, found.updatedAt < limit else { return }
                    stored?.isExpired = true
                    outcome.expired.append(consumer.name)
                }
            }
        }
        if let age {
            var request = HistoryRequest(until: now.addingTimeInterval(-age))
            outcome.deleted += try delete(&request, in: store)
        }
        if let count {
            var request = HistoryRequest(through: try store.currentPosition().sequence - Int64(max(count, 0)))
            outcome.deleted += try delete(&request, in: store)
        }
        return outcome
    }

    private func delete(_ request: inout HistoryRequest, in store: any HistoryConsumerRegistry) throws -> Int {
        request.limit = max(step, 1)
        var total = 0
        while true {
            let deleted = try store.deleteHistory(request)
            total += deleted
            if deleted < request.limit { return total }
        }
    }
}
