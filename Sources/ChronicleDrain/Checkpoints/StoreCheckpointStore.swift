public import Chronicle
public import ChronicleHistory
public import ChronicleStore
public import Foundation

/// A checkpoint in the store whose history is read: no file to lose, and the store purges nothing that is still to be read.
///
/// Saving a checkpoint appends no history and wakes nobody.
public struct StoreCheckpointStore: CheckpointStore {
    /// The consumer's name in the store.
    public let consumer: String
    private let registry: any DataStore & HistoryConsumerRegistry
    private let now: @Sendable () -> Date
    /// Whether the position is one of the registry's own history, of which nothing is purged that it has not passed.
    private let isReader: Bool

    /// The checkpoint of a named consumer.
    ///
    /// - Parameter now: The clock that `HistoryConsumer.updatedAt` is taken from.
    public init(
        _ registry: any DataStore & HistoryConsumerRegistry, consumer: String,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(registry, consumer: consumer, isReader: true, now: now)
    }

    init(
        _ registry: any DataStore & HistoryConsumerRegistry, consumer: String, isReader: Bool,
        now: @escaping @Sendable () -> Date
    ) {
        self.registry = registry
        self.consumer = consumer
        self.isReader = isReader
        self.now = now
    }

    /// The checkpoint of a named consumer in a container's store.
    ///
    /// - Parameter configuration: The name of the store's configuration; the container's first store when nil.
    /// - Throws: ``DrainError`` `unsupportedStore` when the store does not remember consumers: use a ``FileCheckpointStore``.
    public init(_ container: ModelContainer, consumer: String, configuration: String? = nil) throws {
        let handle = container.stores.first { handle in configuration.map { $0 == handle.configuration.name } ?? true }
        guard let registry = handle?.store as? any DataStore & HistoryConsumerRegistry, registry.capabilities.consumers
        else {
            throw DrainError(
                .unsupportedStore,
                "The store of \(handle?.configuration.name ?? configuration ?? "the container") does not remember who reads "
                    + "its history: keep the checkpoint in a file.", consumer: consumer)
        }
        self.init(registry, consumer: consumer)
    }

    /// Claims the consumer's name, and registers it.
    public func claim(by owner: DrainOwner) throws -> String? {
        var other: String?
        let current = isReader ? try? registry.oldestPosition().sequence : .max
        try registry.changeConsumer(named: consumer) { stored in
            other = nil
            var consumer = stored ?? HistoryConsumer(name: consumer, sequence: current ?? 0, updatedAt: now())
            if let holder = consumer.owner, holder != owner.text, !DrainOwner.hasEnded(holder) {
                other = holder
                return
            }
            consumer.owner = owner.text
            stored = consumer
        }
        return other
    }

    /// Gives the name up; the position stays.
    public func release(by owner: DrainOwner) throws {
        try registry.changeConsumer(named: consumer) { stored in
            if stored?.owner == owner.text { stored?.owner = nil }
        }
    }

    /// The checkpoint.
    ///
    /// - Throws: ``DrainError`` `checkpointUnreadable`, `consumerExpired`; the store's error.
    public func load() throws -> DrainCheckpoint? {
        guard let stored = try registry.historyConsumers().first(where: { $0.name == consumer }) else { return nil }
        if stored.isExpired, isReader {
            throw DrainError(
                .consumerExpired, "\(consumer) was given up as it had not read on since \(stored.updatedAt).",
                consumer: consumer)
        }
        return try stored.state.map { try DrainCheckpoint(encoded: $0) }
    }

    /// Replaces the checkpoint, and moves the consumer on.
    public func save(_ checkpoint: DrainCheckpoint, by owner: DrainOwner) throws {
        let state = try checkpoint.encoded()
        try registry.changeConsumer(named: consumer) { stored in
            guard var changed = stored, changed.owner == owner.text else {
                throw DrainError.leaseLost(stored?.owner, consumer: consumer)
            }
            changed.state = state
            // A snapshot needs the history after its position, and nothing before it.
            if isReader, let sequence = (checkpoint.snapshot?.position ?? checkpoint.position)?.sequence {
                changed.sequence = sequence
            }
            changed.isExpired = false
            changed.updatedAt = now()
            stored = changed
        }
    }
}
