import ChronicleDrain
import Foundation
import Testing

@Suite struct FoldingTests {
    /// Whatever is folded, and however the batches are cut, the receivers end in the same state.
    @Test(arguments: Backend.allCases) func foldedAndUnfoldedStreamsEndInTheSameState(_ backend: Backend) async throws {
        let seed = printedSeed("folding")
        for round in 0..<4 {
            let place = try Place(backend, Bed.self)
            let container = try place.open()
            var garden = RandomGarden(seed: seed &+ UInt64(round), container)
            var ends: [[String: [Int64: String]]] = []
            var readers: [(source: StoreHistorySource, receiver: Receiver, position: HistoryPosition?)] = []
            for (folds, transactions) in [(true, 3), (false, 3), (true, 50), (false, 1)] {
                var options = StoreHistorySource.Options()
                options.folds = folds
                options.transactions = transactions
                readers.append((try StoreHistorySource(container, options: options), Receiver(), nil))
            }
            for step in 0..<40 {
                try garden.save()
                // Each reads at its own pace, so that upserts carry later states.
                for index in readers.indices where step % (index + 2) == 0 || step == 39 {
                    while let batch = try readers[index].source.nextBatch(after: readers[index].position, asLines: true)
                    {
                        _ = try await readers[index].receiver.acknowledge(batch)
                        readers[index].position = batch.position
                    }
                }
            }
            for reader in readers { ends.append(reader.receiver.state.rows.compact) }
            let expected = try readers[0].source.currentRows()
            for (index, end) in ends.enumerated() {
                #expect(end == expected, "reader \(index), seed \(seed), round \(round)")
            }
            #expect(readers.allSatisfy { $0.receiver.state.forged.isEmpty })
        }
    }
}
