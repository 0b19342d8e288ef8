import ChronicleDrain
import Foundation
import Testing

@Suite struct RecoveryTests {
    private func drained(
        _ container: ModelContainer, into receiver: Receiver, _ policy: DrainPolicy = DrainPolicy(),
        _ checkpoints: any CheckpointStore
    ) async throws -> HistoryDrainCoordinator {
        var options = StoreHistorySource.Options()
        options.pageRows = 3
        let source = try StoreHistorySource(container, options: options)
        let coordinator = HistoryDrainCoordinator(
            source: source, checkpoints: checkpoints, sink: receiver, policy: policy)
        await coordinator.start()
        return coordinator
    }

    /// H01
    @Test(arguments: Backend.allCases) func anExpiredPositionLeadsToASnapshotWithDeletesReconciled(
        _ backend: Backend
    ) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        let beds = (0..<10).map { Bed("bed \($0)") }
        for bed in beds { context.insert(bed) }
        try context.save()
        let (receiver, checkpoints) = (Receiver(), MemoryCheckpointStore())
        let source = try StoreHistorySource(container)
        var coordinator = try await drained(container, into: receiver, DrainPolicy(), checkpoints)
        await coordinator.waitUntilIdle(at: try source.currentPosition())
        await coordinator.stop()
        #expect(receiver.state.rows["Bed"]?.count == 10)

        for place in [0, 4, 5, 9] { context.delete(beds[place]) }
        beds[1].moisture = 50
        try context.save()
        try context.add(Bed("new"))
        try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        coordinator = try await drained(container, into: receiver, DrainPolicy(), checkpoints)
        await coordinator.waitUntilIdle(at: try source.currentPosition())
        try context.add(Bed("newer"))
        await coordinator.requestDrain()
        await coordinator.waitUntilIdle(at: try source.currentPosition())
        await coordinator.stop()
        #expect(receiver.state.rows.compact == (try source.currentRows()))
        #expect(receiver.state.forged.isEmpty)
        #expect(checkpoints.load()?.snapshot == nil)
    }

    @Test(arguments: Backend.allCases) func aPositionOfAnotherStoreOrAheadOfThisOneLeadsToASnapshot(
        _ backend: Backend
    ) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        try ModelContext(container).add(Bed("one"), Bed("two"))
        let source = try StoreHistorySource(container)
        var ahead = try source.currentPosition()
        ahead.sequence += 100
        for position in [HistoryPosition(storeIdentifier: "x", lineage: "y", sequence: 1), ahead] {
            let (receiver, checkpoints) = (Receiver(), MemoryCheckpointStore())
            var checkpoint = DrainCheckpoint()
            checkpoint.position = position
            let owner = DrainOwner()
            _ = checkpoints.claim(by: owner)
            try checkpoints.save(checkpoint, by: owner)
            checkpoints.release(by: owner)
            let coordinator = try await drained(container, into: receiver, DrainPolicy(), checkpoints)
            await wait(for: coordinator, "idle") { $0.state == .idle }
            await coordinator.stop()
            #expect(receiver.state.rows["Bed"]?.count == 2)
            #expect(checkpoints.load()?.position == (try source.currentPosition()))
        }
    }

    @Test(arguments: Backend.allCases) func anOwnerCanBeAskedBeforeASnapshot(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        try context.add(Bed("one"))
        try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        var policy = DrainPolicy()
        policy.recoversByItself = false
        let receiver = Receiver()
        let coordinator = try await drained(container, into: receiver, policy, MemoryCheckpointStore())
        await wait(for: coordinator, "asking") { if case .needsRecovery = $0.state { true } else { false } }
        #expect(receiver.state.sendings == 0)
        await coordinator.recover()
        await wait(for: coordinator, "idle") { $0.state == .idle }
        await coordinator.stop()
        #expect(receiver.state.rows["Bed"]?.count == 1)
    }

    @Test(arguments: Backend.allCases) func anOwnerCanGoBack(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        let source = try StoreHistorySource(container)
        try context.add(Bed("one"))
        let early = try source.currentPosition()
        try context.add(Bed("two"))
        let receiver = Receiver()
        let coordinator = try await drained(container, into: receiver, DrainPolicy(), MemoryCheckpointStore())
        await coordinator.waitUntilIdle(at: try source.currentPosition())
        let sent = receiver.state.batches.count
        await coordinator.rewind(to: early)
        await wait(for: coordinator, "sent again") { $0.state == .idle && $0.batches > sent }
        #expect(receiver.state.batches.last?.hasSuffix("/1-2") == true)
        await coordinator.reset()
        await wait(for: coordinator, "sent anew") { $0.state == .idle && $0.batches > sent + 1 }
        #expect(receiver.state.batches.last?.hasSuffix("/0-2") == true)
        await coordinator.stop()
        #expect(receiver.state.order.count == 2)
    }
}
