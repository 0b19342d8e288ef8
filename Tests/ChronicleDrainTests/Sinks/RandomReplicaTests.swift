import ChronicleDrain
import Foundation
import Testing

@Suite struct RandomReplicaTests {
    /// Renamed, swapped and deleted unique values, links and cascades arrive whole, at whatever pace.
    @Test(arguments: Backend.allCases, Backend.allCases) func aReplicaFollowsRandomWork(
        _ from: Backend, _ to: Backend
    ) throws {
        let seed = printedSeed("replica of \(from) in \(to)")
        let (place, other) = (try Place(from, Bed.self), try Place(to, Bed.self))
        let (container, replica) = (try place.open(), try other.open())
        var garden = RandomGarden(seed: seed, container)
        var options = StoreHistorySource.Options()
        options.transactions = 4
        let source = try StoreHistorySource(container, options: options)
        let (target, sink) = (try StoreHistorySource(replica), try StoreSink(replica))
        var position: HistoryPosition?
        for step in 0..<60 {
            try garden.save()
            guard step % 5 == 4 else { continue }
            while let batch = try source.nextBatch(after: position, asLines: false) {
                #expect(try sink.acknowledge(batch).isEmpty)
                position = batch.position
            }
            #expect(try target.currentRows() == source.currentRows(), "seed \(seed), step \(step)")
        }
    }

    @Test(arguments: Backend.allCases) func aSnapshotMendsAReplicaThatHasGoneItsOwnWay(_ backend: Backend) async throws
    {
        let seed = printedSeed("snapshot into \(backend)")
        let (place, other) = (try Place(backend, Bed.self), try Place(backend, Bed.self))
        let (container, replica) = (try place.open(), try other.open())
        var garden = RandomGarden(seed: seed, container)
        var strange = RandomGarden(seed: seed &+ 1, replica)
        for _ in 0..<20 {
            try garden.save()
            try strange.save()
        }
        try garden.context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        var options = StoreHistorySource.Options()
        options.pageRows = 3
        let source = try StoreHistorySource(container, options: options)
        let coordinator = HistoryDrainCoordinator(
            source: source, checkpoints: MemoryCheckpointStore(), sink: try StoreSink(replica))
        await coordinator.start()
        await wait(for: coordinator, "idle") { $0.state == .idle }
        await coordinator.stop()
        #expect(try StoreHistorySource(replica).currentRows() == source.currentRows(), "seed \(seed)")
    }
}
