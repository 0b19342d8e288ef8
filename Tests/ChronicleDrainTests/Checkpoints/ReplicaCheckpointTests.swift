@testable import ChronicleDrain
import ChronicleStore
import Foundation
import Synchronization
import Testing

@Suite struct ReplicaCheckpointTests {
    private typealias Registry = any DataStore & HistoryConsumerRegistry

    private func registry(_ container: ModelContainer) throws -> Registry {
        try #require(try StoreHistorySource(container).store as? any DataStore & HistoryConsumerRegistry)
    }

    private func drain(_ source: ModelContainer, _ checkpoints: any CheckpointStore, _ sink: any RemoteSink)
        async throws
        -> DrainStatus
    {
        let base = try StoreHistorySource(source)
        let coordinator = HistoryDrainCoordinator(source: base, checkpoints: checkpoints, sink: sink)
        await coordinator.start()
        await coordinator.waitUntilIdle(at: try base.currentPosition())
        await coordinator.stop()
        return await coordinator.status
    }

    @Test(arguments: Backend.allCases) func aReplicaKnowsItsOriginAndTheSourceItsReplica(_ backend: Backend)
        async throws
    {
        let (place, other) = (try Place(backend, Bed.self), try Place(backend, Bed.self))
        let (container, replica) = (try place.open(), try other.open())
        let (source, target) = (try registry(container), try registry(replica))
        #expect(try ReplicaCheckpointStore.origin(of: target) == nil)
        let context = ModelContext(container)
        for number in 0..<5 { try context.add(Bed("bed \(number)")) }
        let checkpoints = ReplicaCheckpointStore(target, of: source, at: "copy://here")
        _ = try await drain(container, checkpoints, StoreSink(replica))
        #expect(try ReplicaCheckpointStore.origin(of: target) == source.currentPosition())
        let name = ReplicaCheckpointStore.name(ofReplica: target.identifier)
        #expect(try source.historyConsumers().map(\.name) == [name])
        // Also who makes the replica now, and where it is.
        let owner = DrainOwner()
        defer { owner.end() }
        #expect(try checkpoints.claim(by: owner) == nil)
        #expect(try source.historyConsumers().map(\.owner) == [owner.text])
        try ReplicaCheckpointStore(target, of: source).save(try #require(try checkpoints.load()), by: owner)
        #expect(try source.historyConsumers().map(\.owner) == [owner.text])
        #expect(try source.historyConsumers().map(ReplicaCheckpointStore.address) == ["copy://here"])
        try checkpoints.release(by: owner)
        #expect(try source.historyConsumers().map(\.owner) == [nil])
        // The source keeps what the replica has yet to get; the replica may purge its own history.
        try context.add(Bed("later"))
        #expect(try source.deleteHistory(HistoryRequest()) == 5)
        #expect(try target.deleteHistory(HistoryRequest()) > 0)
        // A consumer that is given up in the replica is none of its checkpoint's business.
        _ = try HistoryRetention(deadConsumerAge: 0).apply(to: target, now: Date().addingTimeInterval(10))
        #expect(try await drain(container, checkpoints, StoreSink(replica)).operations == 1)
        #expect(try ModelContext(replica).fetchCount(FetchDescriptor<Bed>()) == 6)
    }

    @Test(arguments: Backend.persistent) func anOlderCopyOfAReplicaGoesOnFromItsOwnPlace(_ backend: Backend)
        async throws
    {
        let (place, other) = (try Place(backend, Bed.self), try Place(backend, Bed.self))
        let (container, replica) = (try place.open(), try other.open())
        let context = ModelContext(container)
        try context.add(Bed("one"))
        let source = try registry(container)
        _ = try await drain(container, ReplicaCheckpointStore(try registry(replica), of: nil), StoreSink(replica))
        #expect(try source.historyConsumers().isEmpty)
        try replica.export(to: URL(filePath: other.path + "-old." + backend.rawValue))
        try context.add(Bed("two"))
        _ = try await drain(container, ReplicaCheckpointStore(try registry(replica), of: nil), StoreSink(replica))
        let configuration = backend.configuration(at: other.path + "-old")
        let old = try ModelContainer(for: [Bed.self], configurations: [configuration])
        #expect(try ModelContext(old).fetchCount(FetchDescriptor<Bed>()) == 1)
        _ = try await drain(container, ReplicaCheckpointStore(try registry(old), of: nil), StoreSink(old))
        #expect(try ModelContext(old).fetchCount(FetchDescriptor<Bed>()) == 2)
    }

    /// Counts how often it is saved.
    private final class CountingStore: CheckpointStore {
        let base = MemoryCheckpointStore()
        let saves = Mutex(0)
        func claim(by owner: DrainOwner) -> String? { base.claim(by: owner) }
        func release(by owner: DrainOwner) { base.release(by: owner) }
        func load() -> DrainCheckpoint? { base.load() }
        func save(_ checkpoint: DrainCheckpoint, by owner: DrainOwner) throws {
            saves.withLock { $0 += 1 }
            try base.save(checkpoint, by: owner)
        }
    }

    @Test(arguments: [0, 3_600.0]) func aLongDrainSavesItsCheckpointFromTimeToTime(_ interval: TimeInterval)
        async throws
    {
        let (place, other) = (try Place(.memory, Bed.self), try Place(.memory, Bed.self))
        let (container, replica) = (try place.open(), try other.open())
        let context = ModelContext(container)
        for number in 0..<10 { try context.add(Bed("bed \(number)")) }
        var options = StoreHistorySource.Options()
        options.transactions = 1
        var policy = DrainPolicy()
        policy.checkpointInterval = interval
        let source = try StoreHistorySource(container, options: options)
        let checkpoints = CountingStore()
        let coordinator = HistoryDrainCoordinator(
            source: source, checkpoints: checkpoints, sink: try StoreSink(replica), policy: policy)
        await coordinator.start()
        await coordinator.waitUntilIdle(at: try source.currentPosition())
        await coordinator.stop()
        #expect(checkpoints.saves.withLock { $0 } == (interval == 0 ? 10 : 1))
    }
}
