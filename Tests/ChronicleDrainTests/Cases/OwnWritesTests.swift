import ChronicleDrain
import Foundation
import Testing

@Suite struct OwnWritesTests {
    /// H31: what the other side has sent is not sent back, and bookkeeping is no change.
    @Test(arguments: Backend.allCases) func aSyncDoesNotFeedItself(_ backend: Backend) async throws {
        let (here, there) = (try Place(backend, Bed.self), try Place(backend, Bed.self))
        let (mine, theirs) = (try here.open(), try there.open())
        var options = StoreHistorySource.Options()
        options.authors = ["App"]
        let source = try StoreHistorySource(mine, options: options)
        let receiver = Receiver()
        let coordinator = HistoryDrainCoordinator(
            source: source, checkpoints: try StoreCheckpointStore(mine, consumer: "uploader"), sink: receiver)
        let bridge = HistoryWakeBridge(store: source.store, coordinator: coordinator)
        defer { bridge.stop() }
        await coordinator.start()
        let context = ModelContext(mine)
        context.author = "App"
        let bed = Bed("mine", moisture: 1)
        try context.add(bed)
        // No change at all, and a value that is there already.
        try context.save()
        bed.moisture = 1
        try context.save()
        await coordinator.waitUntilIdle(at: try source.currentPosition())
        #expect(receiver.state.order.count == 1)

        // What the server sends is saved under its name, by a sink as by a context.
        let remote = ModelContext(theirs)
        try remote.add(Tag("from the server"))
        let batch = try #require(try StoreHistorySource(theirs).nextBatch(after: nil, asLines: false))
        #expect(try StoreSink(source.store, author: "Server").acknowledge(batch).isEmpty)
        // The author of a context may change between two saves.
        context.author = "Server"
        bed.moisture = 7
        try context.save()
        context.author = "App"
        bed.note = "mine again"
        try context.save()
        await coordinator.waitUntilIdle(at: try source.currentPosition())
        #expect(receiver.state.order.count == 2)
        #expect(receiver.state.batches.count == 2)

        // After the last save there is nothing to send, however often it is asked for.
        let transactions = try context.history().count
        let status = await coordinator.status
        for _ in 0..<50 { await coordinator.requestDrain() }
        await coordinator.stop()
        await coordinator.start()
        await coordinator.waitUntilIdle(at: try source.currentPosition())
        await coordinator.stop()
        #expect(receiver.state.sendings == 2)
        #expect(await coordinator.status.batches == status.batches)
        #expect(try context.history().count == transactions)
        #expect(transactions == 4)
    }

    /// H31: two stores that drain into each other come to rest.
    @Test(arguments: Backend.allCases) func twoStoresThatDrainIntoEachOtherComeToRest(_ backend: Backend) async throws {
        let (here, there) = (try Place(backend, Bed.self), try Place(backend, Bed.self))
        let (mine, theirs) = (try here.open(), try there.open())
        var options = StoreHistorySource.Options()
        options.authors = ["App"]
        func coordinator(_ from: ModelContainer, _ to: ModelContainer) throws -> HistoryDrainCoordinator {
            HistoryDrainCoordinator(
                source: try StoreHistorySource(from, options: options),
                checkpoints: try StoreCheckpointStore(from, consumer: "sync"), sink: try StoreSink(to))
        }
        let (out, back) = (try coordinator(mine, theirs), try coordinator(theirs, mine))
        let context = ModelContext(mine)
        context.author = "App"
        for number in 0..<10 { try context.add(Bed("bed \(number)")) }
        for _ in 0..<3 {
            for coordinator in [out, back] {
                await coordinator.start()
                await wait(for: coordinator, "idle") { $0.state == .idle }
                await coordinator.stop()
            }
        }
        #expect(await out.status.operations == 10)
        #expect(await back.status.operations == 0)
        #expect(try ModelContext(theirs).history().count == 1)
        #expect(try context.history().count == 10)
    }
}
