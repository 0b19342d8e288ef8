import ChronicleDrain
import ChronicleLMDB
import ChronicleSQLite
import ChronicleStore
import Foundation
import Testing

@Suite struct DrainExamples {
    private func container() throws -> ModelContainer { try ModelContainer(for: Trip.self, Expense.self) }

    // It would post to a server, so that it is compiled and not run.
    private func drain(_ container: ModelContainer, to endpoint: URL) async throws {
        // docs: drain
        let coordinator = HistoryDrainCoordinator(
            source: try StoreHistorySource(container),
            checkpoints: try StoreCheckpointStore(container, consumer: "uploader"),
            sink: HTTPSink(url: endpoint))
        await coordinator.start()
        // end
    }

    private func compressing(_ endpoint: URL) -> HTTPSink {
        // docs: compression
        let sink = HTTPSink(url: endpoint, compression: .gzip)
        // end
        return sink
    }

    @Test func aDrainSendsWhatItsFilterLetsThroughAndCanBeWatched() async throws {
        let container = try container()
        // docs: drain options
        var options = StoreHistorySource.Options()
        options.authors = ["App"]
        options.transactions = 100
        let source = try StoreHistorySource(container, options: options)
        // end
        let coordinator = HistoryDrainCoordinator(
            source: source, checkpoints: MemoryCheckpointStore(), sink: PrintingSink())
        // docs: wake bridge
        let bridge = HistoryWakeBridge(store: source.store, coordinator: coordinator)
        // end
        let watching = Task {
            // docs: drain statuses
            for await status in await coordinator.statuses() {
                print(status.state, status.operations, status.parked)
            }
            // end
        }
        await coordinator.start()
        let context = ModelContext(container)
        context.author = "App"
        context.insert(Trip(remoteID: "1", title: "Lisbon", startsAt: .now))
        try context.save()
        bridge.stop()
        await coordinator.stop()
        watching.cancel()
    }

    @Test func aReplicaNeedsNoModels() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "docs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "trips").path
        let container = try ModelContainer(for: Trip.self, configurations: .sqlite(at: URL(filePath: path)))
        let context = ModelContext(container)
        context.insert(Trip(remoteID: "1", title: "Lisbon", startsAt: .now))
        try context.save()
        // docs: replica
        let origin = try ModelConfiguration(url: "sqlite://\(path)", schemes: [.sqlite, .lmdb])
        let schema = try origin.storedSchema()
        guard let store = try origin.openStore() as? any DataStore & HistoryConsumerRegistry,
            let replica = try ModelConfiguration(url: "lmdb://\(path)-copy", schemes: [.sqlite, .lmdb])
                .openStore(schema: schema) as? any DataStore & HistoryConsumerRegistry
        else { return }
        let follower = HistoryDrainCoordinator(
            source: StoreHistorySource(store), checkpoints: ReplicaCheckpointStore(replica, of: store),
            sink: StoreSink(replica))
        // end
        let statuses = await follower.statuses()
        await follower.start()
        for await status in statuses where status.state == .idle { break }
        await follower.stop()
        let trips = try #require(replica.schema.entitiesByName["Trip"])
        #expect(try replica.count(FetchRequest(entity: trips.index)) == 1)
        try store.close()
        try replica.close()
        try container.close()
    }

    @Test func retentionIsApplied() throws {
        let store = try #require(
            try StoreHistorySource(container()).store as? any DataStore & HistoryConsumerRegistry)
        // docs: retention
        let retention = HistoryRetention(age: 30 * 86_400, count: 100_000, deadConsumerAge: 90 * 86_400)
        let outcome = try retention.apply(to: store)
        print("\(outcome.deleted) transactions deleted, given up: \(outcome.expired)")
        // end
        #expect(outcome.deleted == 0)
    }
}

// docs: own sink
struct PrintingSink: RemoteSink {
    func acknowledge(_ batch: OutboundHistoryBatch) async throws -> [OperationRefusal] {
        for operation in batch.operations { print(operation.kind, operation.entity, operation.key) }
        return []
    }
}
// end
