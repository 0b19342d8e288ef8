import ChronicleDrain
import ChronicleStore
import Foundation
import Synchronization
import Testing

/// What went wrong in others' drains.
@Suite struct PeerTests {
    typealias Rig = CoordinatorTests.Rig

    /// powersync-swift#179: a failed upload was not tried again until the next local write.
    @Test(arguments: Backend.allCases) func aFailedBatchIsSentAgainWithoutAnyNewSave(_ backend: Backend) async throws {
        let isDown = Mutex(true)
        let receiver = Receiver(judge: { _ in
            if isDown.withLock({ $0 }) { throw SinkError(.transient, "down") }
            return []
        })
        let clock = TestClock()
        let rig = try Rig(backend, receiver, clock: clock)
        try ModelContext(rig.container).add(Bed("bed"))
        await rig.coordinator.start()
        for _ in 0..<5 { await clock.pass() }
        isDown.withLock { $0 = false }
        await clock.pass()
        await rig.coordinator.waitUntilIdle(at: try rig.source.currentPosition())
        await rig.coordinator.stop()
        #expect(receiver.state.rows["Bed"]?.count == 1)
        #expect(receiver.state.order.count == 1)
    }

    /// rxdb#8285: pausing in a retry marked documents as sent that were not.
    @Test(arguments: Backend.allCases) func aStopDuringAWaitOrASendingDoesNotMoveTheCheckpoint(
        _ backend: Backend
    ) async throws {
        let isDown = Mutex(true)
        let receiver = Receiver(judge: { _ in
            if isDown.withLock({ $0 }) {
                // Cancelled in the middle, or failed: either way nothing was taken.
                try Task.checkCancellation()
                throw SinkError(.transient, "down")
            }
            return []
        })
        let clock = TestClock()
        let rig = try Rig(backend, receiver, clock: clock)
        let checkpoints = try StoreCheckpointStore(rig.container, consumer: "uploader")
        try ModelContext(rig.container).add(Bed("one"))
        for waits in 0..<4 {
            await rig.coordinator.start()
            for _ in 0..<waits { await clock.pass() }
            await wait(for: rig.coordinator, "backing off") { $0.failures > waits }
            await rig.coordinator.stop()
            #expect(try checkpoints.load()?.position == nil)
            #expect(try checkpoints.load()?.inFlight?.operations.count == 1)
        }
        isDown.withLock { $0 = false }
        await rig.coordinator.start()
        await rig.coordinator.waitUntilIdle(at: try rig.source.currentPosition())
        await rig.coordinator.stop()
        #expect(receiver.state.rows["Bed"]?.count == 1)
        #expect(receiver.state.forged.isEmpty)
    }

    /// sqlite-data#418, WatermelonDB#1462: a deletion and a new insertion of the same thing lost one of them.
    @Test(arguments: Backend.allCases, [true, false]) func whatIsDeletedAndInsertedAnewIsThereInTheEnd(
        _ backend: Backend, _ folds: Bool
    ) async throws {
        let receiver = Receiver()
        var options = StoreHistorySource.Options()
        options.folds = folds
        let rig = try Rig(backend, receiver, options: options)
        let replica = try Place(backend, Bed.self)
        let copy = try replica.open()
        let context = ModelContext(rig.container)
        let (first, second) = (Bed("in two saves"), Bed("in one save"))
        try context.add(first, second)
        // In two saves.
        context.delete(first)
        try context.save()
        try context.add(Bed("in two saves", moisture: 2))
        // In one save: the old row goes by a condition, the new one comes.
        let name = "in one save"
        try context.delete(model: Bed.self, where: #Predicate { $0.name == name })
        context.insert(Bed(name, moisture: 3))
        try context.save()
        // Inserted and deleted before anything of it was read.
        let passing = Bed("passing")
        try context.add(passing)
        context.delete(passing)
        try context.save()
        await rig.coordinator.start()
        await rig.coordinator.waitUntilIdle(at: try rig.source.currentPosition())
        await rig.coordinator.stop()
        #expect(receiver.state.rows.compact == (try rig.source.currentRows()))
        #expect(receiver.state.rows["Bed"]?.count == 2)
        let sink = try StoreSink(copy)
        var position: HistoryPosition?
        while let batch = try rig.source.nextBatch(after: position, asLines: false) {
            #expect(try sink.acknowledge(batch).isEmpty)
            position = batch.position
        }
        #expect(try ModelContext(copy).all(Bed.self).map(\.moisture).sorted() == [2, 3])
    }

    /// quran-ios#989: a record that was deleted meanwhile ended the program while old history was worked through.
    @Test(arguments: Backend.allCases) func oldHistoryOfRowsThatAreGoneIsReadToItsEnd(_ backend: Backend) async throws {
        let receiver = Receiver()
        var options = StoreHistorySource.Options()
        options.transactions = 1
        options.folds = false
        let rig = try Rig(backend, receiver, options: options)
        let context = ModelContext(rig.container)
        var beds: [Bed] = []
        for number in 0..<6 {
            let bed = Bed("bed \(number)")
            try context.add(bed)
            bed.moisture = 1
            bed.plants = [Plant("plant \(number)", bed: bed)]
            try context.save()
            beds.append(bed)
        }
        for bed in beds.dropLast() { context.delete(bed) }
        try context.save()
        await rig.coordinator.start()
        await rig.coordinator.waitUntilIdle(at: try rig.source.currentPosition())
        await rig.coordinator.stop()
        #expect(receiver.state.rows.compact == (try rig.source.currentRows()))
        #expect(receiver.state.rows["Bed"]?.count == 1)
    }

    @Test(arguments: Backend.allCases) func aPurgeKnowsTheSlowTheDeadAndTheNeverStartedConsumer(
        _ backend: Backend
    ) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        for number in 1...30 { try context.add(Bed("bed \(number)")) }
        let store = try #require(try StoreHistorySource(container).store as? any DataStore & HistoryConsumerRegistry)
        let now = Date(timeIntervalSinceReferenceDate: 1_000_000)
        // Registered and never started: everything is still to be read by it.
        let unborn = StoreCheckpointStore(store, consumer: "never started") { now }
        let owner = DrainOwner()
        #expect(try unborn.claim(by: owner) == nil)
        try unborn.release(by: owner)
        let retention = HistoryRetention(count: 0, deadConsumerAge: 3_600)
        #expect(try retention.apply(to: store, now: now) == HistoryRetention.Outcome(deleted: 0, expired: []))
        // Slow, but alive.
        try store.changeConsumer(named: "slow") { stored in
            stored = HistoryConsumer(name: "slow", sequence: 10, updatedAt: now.addingTimeInterval(3_000))
        }
        // The one that never came is given up, the slow one is waited for.
        let later = now.addingTimeInterval(4_000)
        let outcome = try retention.apply(to: store, now: later)
        #expect(outcome == HistoryRetention.Outcome(deleted: 10, expired: ["never started"]))
        #expect(throws: DrainError.self) { try unborn.load() }
        // Dead in the end, too.
        let last = try retention.apply(to: store, now: later.addingTimeInterval(4_000))
        #expect(last == HistoryRetention.Outcome(deleted: 20, expired: ["slow"]))
        #expect(try store.oldestPosition().sequence == 30)
    }

    /// medic/cht-core#8093: the store was put back to an older copy of itself, and what came after was never sent.
    @Test(arguments: Backend.persistent) func anOlderCopyOfTheStoreUnderANewerCheckpointIsNoticed(
        _ backend: Backend
    ) async throws {
        let receiver = Receiver()
        let checkpoints = MemoryCheckpointStore()
        let place = try Place(backend, Bed.self)
        let backup = place.directory.appending(path: "backup")
        func drain(_ container: ModelContainer) async throws {
            let source = try StoreHistorySource(container)
            let coordinator = HistoryDrainCoordinator(source: source, checkpoints: checkpoints, sink: receiver)
            await coordinator.start()
            let current = try source.currentPosition()
            await wait(for: coordinator, "idle") { $0.state == .idle && $0.position == current }
            await coordinator.stop()
            #expect(receiver.state.rows.compact == (try source.currentRows()))
        }
        let container = try place.open()
        let context = ModelContext(container)
        for number in 0..<3 { try context.add(Bed("bed \(number)")) }
        try await drain(container)
        try container.export(to: backup)
        for number in 3..<9 { try context.add(Bed("bed \(number)")) }
        try await drain(container)
        try container.close()
        let files = FileManager.default
        for name in try files.contentsOfDirectory(atPath: place.directory.path) where name.hasPrefix("store.") {
            try files.removeItem(at: place.directory.appending(path: name))
        }
        try files.moveItem(at: backup, to: URL(filePath: place.path + "." + backend.rawValue))
        let restored = try place.open()
        let afterwards = ModelContext(restored)
        #expect(try afterwards.fetchCount(FetchDescriptor<Bed>()) == 3)
        try await drain(restored)
        try afterwards.add(Bed("after the restoration"))
        try await drain(restored)
        #expect(receiver.state.rows["Bed"]?.count == 4)
    }

    /// Popsink/debezium-connector-ibmi#36, debezium/debezium#1117: a busy author that is filtered out pinned the position.
    @Test(arguments: Backend.allCases) func tenThousandTransactionsOfAnotherAuthorMoveThePositionAndCanBePurged(
        _ backend: Backend
    ) async throws {
        let receiver = Receiver()
        var options = StoreHistorySource.Options()
        options.authors = ["App"]
        let rig = try Rig(backend, receiver, options: options)
        let registry = try #require(rig.source.store as? any DataStore & HistoryConsumerRegistry)
        let entity = try #require(registry.schema.entitiesByName["Tag"])
        var request = SaveRequest(author: "Server", timestamp: Date(timeIntervalSinceReferenceDate: 0))
        request.inserts = [InsertBatch(entity: entity.index)]
        let keys = Array(try registry.allocateKeys(10_000))
        for key in keys {
            request.inserts[0].keys = [key]
            request.inserts[0].values = [.text("tag \(key)")]
            _ = try registry.save(request)
        }
        await rig.coordinator.start()
        await rig.coordinator.waitUntilIdle(at: try rig.source.currentPosition())
        #expect(receiver.state.sendings == 0)
        #expect(await rig.coordinator.status.transactions == 10_000)
        #expect(try HistoryRetention(count: 0).apply(to: registry).deleted == 10_000)
        let context = ModelContext(rig.container)
        context.author = "App"
        try context.add(Bed("mine"))
        await rig.coordinator.requestDrain()
        await rig.coordinator.waitUntilIdle(at: try rig.source.currentPosition())
        await rig.coordinator.stop()
        #expect(receiver.state.rows["Bed"]?.count == 1)
    }
}
