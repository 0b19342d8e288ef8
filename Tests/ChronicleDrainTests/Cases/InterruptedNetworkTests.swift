import ChronicleDrain
import ChronicleStore
import Foundation
import Synchronization
import Testing

/// A network as that of ``NetworkTests``, in which what the program saves comes between the drain's own reads and during its
/// sendings, where the seed says so: moments that threads seldom meet.
@Suite struct InterruptedNetworkTests {
    private struct NoWait: DrainClock {
        var now: Date { Date(timeIntervalSinceReferenceDate: 0) }
        func sleep(for duration: Duration) async throws { try Task.checkCancellation() }
    }

    /// What happens, in the order in which it is asked for.
    private final class Schedule: Sendable {
        private struct State {
            var garden: RandomGarden
            var left = 40
        }
        private let state: Mutex<State>

        init(seed: UInt64, _ container: ModelContainer) {
            state = Mutex(State(garden: RandomGarden(seed: seed, container)))
        }

        func number(_ bound: Int) -> Int { state.withLock { $0.garden.generator.number(bound) } }

        /// Saves something, one time of so many; false when everything was saved.
        @discardableResult func save(oneOf times: Int) throws -> Bool {
            try state.withLock { state in
                guard state.left > 0 else { return false }
                if state.garden.generator.number(times) == 0 {
                    state.left -= 1
                    try state.garden.save()
                }
                return true
            }
        }
    }

    private enum Event { case restart, done }

    @Test func whatIsSavedBetweenAnyTwoReadsArrives() async throws {
        let schedules = Int(ProcessInfo.processInfo.environment["CHRONICLE_SCHEDULES"] ?? "") ?? 30
        let first = printedSeed("interrupted network")
        for schedule in 0..<schedules {
            let seed = first &+ UInt64(schedule)
            try await run(seed, Backend.allCases[Int(seed % UInt64(Backend.allCases.count))])
        }
    }

    private func run(_ seed: UInt64, _ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let schedule = Schedule(seed: seed, container)
        let (events, happening) = AsyncStream.makeStream(of: Event.self)
        let receiver = Receiver(
            judge: { batch in
                try schedule.save(oneOf: 3)
                switch schedule.number(14) {
                case 0: throw SinkError(.transient, "unreachable")
                case 1: throw SinkError(.transient, "busy", retryAfter: .seconds(30))
                case 2 where batch.operations.count > 1: throw SinkError(.payloadTooLarge, "too large")
                case 3, 4:
                    // The program ends here and starts again; until then there is no answer.
                    happening.yield(.restart)
                    try await Task.sleep(for: .seconds(3_600))
                default: break
                }
                return []
            },
            afterwards: { _ in
                if schedule.number(5) == 0 { throw SinkError(.transient, "no answer") }
            })
        var options = StoreHistorySource.Options()
        options.transactions = 1 + schedule.number(5)
        options.pageRows = 1 + schedule.number(5)
        options.folds = schedule.number(2) == 0
        let plain = try StoreHistorySource(container, options: options)
        let store = InterruptedStore(plain.store) { _ in try schedule.save(oneOf: 8) }
        let checkpoints = try StoreCheckpointStore(container, consumer: "uploader")
        func start(recovers: Bool) async -> (HistoryDrainCoordinator, Task<Void, any Error>) {
            let coordinator = HistoryDrainCoordinator(
                source: StoreHistorySource(store, options: options), checkpoints: checkpoints, sink: receiver,
                clock: NoWait())
            let statuses = await coordinator.statuses()
            // Before it runs: what comes to a coordinator at work comes at a time of its own.
            if recovers { await coordinator.recover() }
            await coordinator.start()
            let resting = Task {
                for await status in statuses where status.state == .idle {
                    // What is saved while the drain rests; a save that was refused, or changed nothing, wakes nobody.
                    while try plain.currentPosition().sequence == status.position?.sequence ?? 0 {
                        if try !schedule.save(oneOf: 1) {
                            happening.yield(.done)
                            return
                        }
                    }
                    await coordinator.requestDrain()
                }
            }
            return (coordinator, resting)
        }
        var (coordinator, resting) = await start(recovers: false)
        for await event in events {
            await coordinator.stop()
            resting.cancel()
            try await resting.value
            if event == .done { break }
            (coordinator, resting) = await start(recovers: schedule.number(2) == 0)
        }
        let state = receiver.state
        #expect(state.rows.compact == (try plain.currentRows()), "CHRONICLE_SEED=\(seed) on \(backend)")
        #expect(state.forged.isEmpty, "CHRONICLE_SEED=\(seed) on \(backend)")
    }
}
