public import ChronicleHistory
public import ChronicleStore
public import Foundation

/// The checkpoint of a replica, in the replica itself: whoever puts an older copy of the replica in its place has the older
/// checkpoint with it, and nothing is passed over.
///
/// The source may be open for reading only. Where it can be written, the replica is registered there as a consumer too, so that
/// the source purges nothing that the replica has yet to get.
public struct ReplicaCheckpointStore: CheckpointStore {
    /// The name of the checkpoint among the replica's consumers; it holds no purge of the replica's own history back.
    public static let consumer = "chronicle.replica"

    private let checkpoint: StoreCheckpointStore
    private let replica: String
    private let source: (any DataStore & HistoryConsumerRegistry)?
    private let address: String?
    private let now: @Sendable () -> Date

    /// The checkpoint of a replica.
    ///
    /// - Parameters:
    ///   - replica: The store that receives.
    ///   - source: The store that is read, if it remembers who reads it and can be written.
    ///   - address: Where the replica is, for whoever looks at the source's consumers.
    ///   - now: The clock that `HistoryConsumer.updatedAt` is taken from.
    public init(
        _ replica: any DataStore & HistoryConsumerRegistry, of source: (any DataStore & HistoryConsumerRegistry)?,
        at address: String? = nil, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        checkpoint = StoreCheckpointStore(replica, consumer: Self.consumer, isReader: false, now: now)
        self.replica = replica.identifier
        self.source = source
        self.address = address
        self.now = now
    }

    /// The name under which a replica is registered in its source.
    public static func name(ofReplica identifier: String) -> String { "replica \(identifier)" }

    /// The store that a replica was made from; nil when it is no replica.
    ///
    /// - Throws: ``DrainError`` `checkpointUnreadable`; the store's error.
    public static func origin(of replica: any HistoryConsumerRegistry) throws -> HistoryPosition? {
        guard let state = try replica.historyConsumers().first(where: { $0.name == consumer })?.state else {
            return nil
        }
        let checkpoint = try DrainCheckpoint(encoded: state)
        return checkpoint.snapshot?.position ?? checkpoint.position
    }

    /// What a source knows of a replica beside its position.
    private struct Note: Codable { var replicaAt: String? }

    /// Where the replica is that a consumer of its source stands for; nil when that was not told, or when it is none.
    public static func address(of consumer: HistoryConsumer) -> String? {
        guard consumer.name.hasPrefix(name(ofReplica: "")), let state = consumer.state else { return nil }
        // Other states are checkpoints, which are no such note.
        return (try? JSONDecoder().decode(Note.self, from: state))?.replicaAt
    }

    /// Claims the replica.
    public func claim(by owner: DrainOwner) throws -> String? {
        if let holder = try checkpoint.claim(by: owner) { return holder }
        try source?.changeConsumer(named: Self.name(ofReplica: replica)) { stored in
            // The first save registers a replica that is new.
            stored?.owner = owner.text
        }
        return nil
    }

    /// Gives it up.
    public func release(by owner: DrainOwner) throws {
        try checkpoint.release(by: owner)
        try source?.changeConsumer(named: Self.name(ofReplica: replica)) { stored in
            if stored?.owner == owner.text { stored?.owner = nil }
        }
    }

    /// The checkpoint.
    public func load() throws -> DrainCheckpoint? { try checkpoint.load() }

    /// Replaces the checkpoint, and then lets the source purge up to it.
    public func save(_ checkpoint: DrainCheckpoint, by owner: DrainOwner) throws {
        try self.checkpoint.save(checkpoint, by: owner)
        guard let sequence = (checkpoint.snapshot?.position ?? checkpoint.position)?.sequence else { return }
        let note = try address.map { try JSONEncoder().encode(Note(replicaAt: $0)) }
        try source?.changeConsumer(named: Self.name(ofReplica: replica)) { stored in
            var consumer = HistoryConsumer(
                name: Self.name(ofReplica: replica), sequence: sequence, updatedAt: now())
            consumer.owner = owner.text
            consumer.state = note ?? stored?.state
            stored = consumer
        }
    }
}
