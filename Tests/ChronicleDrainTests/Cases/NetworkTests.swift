import ChronicleDrain
import Foundation
import Synchronization
import Testing

/// A network that delays, loses, repeats and refuses as a seed says, under a clock that does not wait.
@Suite struct NetworkTests {
    private struct NoWait: DrainClock {
        var now: Date { Date(timeIntervalSinceReferenceDate: 0) }
        func sleep(for duration: Duration) async throws {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    private final class Weather: Sendable {
        private let generator: Mutex<SeededGenerator>
        init(seed: UInt64) { generator = Mutex(SeededGenerator(seed: seed)) }
        func number(_ bound: Int) -> Int { generator.withLock { $0.number(bound) } }
    }

    @Test func everyScheduleEndsInTheSourcesState() async throws {
        let schedules = Int(ProcessInfo.processInfo.environment["CHRONICLE_SCHEDULES"] ?? "") ?? 30
        let first = printedSeed("network")
        for schedule in 0..<schedules {
            let seed = first &+ UInt64(schedule)
            let backend = Backend.allCases[Int(seed % UInt64(Backend.allCases.count))]
            try await run(seed, backend)
        }
    }

    private func run(_ seed: UInt64, _ backend: Backend) async throws {
        // The network draws for itself, so that what the program does does not depend on how often it sends.
        let (weather, network) = (Weather(seed: seed), Weather(seed: ~seed))
        let receiver = Receiver(
            judge: { batch in
                await Task.yield()
                switch network.number(9) {
                case 0: throw SinkError(.transient, "unreachable")
                case 1: throw SinkError(.transient, "busy", retryAfter: .seconds(30))
                case 2 where batch.operations.count > 1: throw SinkError(.payloadTooLarge, "too large")
                case 3: throw URLError(.networkConnectionLost)
                default: return []
                }
            },
            afterwards: { _ in
                // The batch was applied, and the answer is lost.
                if network.number(5) == 0 { throw SinkError(.transient, "no answer") }
            })
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        var garden = RandomGarden(seed: seed, container)
        var options = StoreHistorySource.Options()
        options.transactions = 1 + weather.number(5)
        options.pageRows = 1 + weather.number(5)
        options.folds = weather.number(2) == 0
        let source = try StoreHistorySource(container, options: options)
        let checkpoints = try StoreCheckpointStore(container, consumer: "uploader")
        var coordinator = HistoryDrainCoordinator(
            source: source, checkpoints: checkpoints, sink: receiver, clock: NoWait())
        await coordinator.start()
        for _ in 0..<12 {
            for _ in 0...weather.number(3) { try garden.save() }
            switch weather.number(5) {
            case 0:
                // A restart of the program.
                await coordinator.stop()
                coordinator = HistoryDrainCoordinator(
                    source: source, checkpoints: checkpoints, sink: receiver, clock: NoWait())
                await coordinator.start()
            case 1: await coordinator.recover()
            default: await coordinator.requestDrain()
            }
        }
        await coordinator.requestDrain()
        await coordinator.waitUntilIdle(at: try source.currentPosition())
        await coordinator.stop()
        let (state, expected) = (receiver.state, try source.currentRows())
        #expect(
            state.rows.compact == expected, "CHRONICLE_SEED=\(seed) on \(backend): \(Self.difference(state, expected))")
        #expect(state.forged.isEmpty, "CHRONICLE_SEED=\(seed) on \(backend)")
    }

    /// The rows that differ, with every operation of theirs that was applied.
    private static func difference(_ state: Receiver.State, _ expected: [String: [Int64: String]]) -> String {
        var lines: [String] = []
        for entity in Set(state.rows.keys).union(expected.keys) {
            let (seen, wanted) = (state.rows[entity] ?? [:], expected[entity] ?? [:])
            for key in Set(seen.keys).union(wanted.keys) where seen[key] != wanted[key] {
                lines.append("\(entity)/\(key) is \(seen[key] ?? "gone"), not \(wanted[key] ?? "gone")")
                let name = "\"entity\":\"\(entity)\",\"key\":\(key)"
                let applied = state.order.compactMap { state.applied[$0].map { String(decoding: $0, as: UTF8.self) } }
                lines += applied.filter { $0.contains(name + ",") || $0.contains(name + "}") }
            }
        }
        return (lines + state.batches).joined(separator: "\n")
    }
}
