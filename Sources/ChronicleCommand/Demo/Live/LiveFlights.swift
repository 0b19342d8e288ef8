import Chronicle
import ChronicleObservers
import Dispatch
import Foundation
import Synchronization

/// Where the demo's observer lives: an actor of its own, as the main thread is busy with the work.
@globalActor actor LiveDesk { static let shared = LiveDesk() }

/// An observer of the late flights, which follows them live while others import and edit.
struct LiveFlights: Sendable {
    /// What the observer's closure has seen, for any thread.
    private final class Seen: Sendable {
        private let state = Mutex((count: 0, calls: 0))
        var count: Int { state.withLock { $0.count } }
        var calls: Int { state.withLock { $0.calls } }
        func note(_ count: Int) { state.withLock { $0 = (count, $0.calls + 1) } }
    }

    @LiveDesk private final class Board {
        let observer: ResultsObserver<Flight, Never>
        private var token: ObservationTracking.Token?

        init(_ container: ModelContainer, _ seen: Seen) throws {
            observer = try ResultsObserver(fetchDescriptor: LiveFlights.late, modelContainer: container)
            token = withContinuousObservation(options: [.didSet]) { [observer] _ in seen.note(observer.results.count) }
        }

        func digest() throws -> String {
            if let error = observer.refreshError { throw error }
            return LiveFlights.digest(observer.results)
        }
    }

    private let seen = Seen()
    private let board: Board

    /// Flights that left at least an hour late, the latest first.
    private static var late: FetchDescriptor<Flight> {
        FetchDescriptor(
            predicate: #Predicate { ($0.departureDelay ?? 0) >= 60 },
            sortBy: [SortDescriptor(\.departureDelay, order: .reverse), SortDescriptor(\.remoteID)])
    }

    /// Begins to observe.
    init(_ container: ModelContainer) throws {
        let seen = seen
        board = try Self.onDesk { try Board(container, seen) }
    }

    /// How far the observer is, for a progress bar.
    var text: String { "\(seen.count) late, seen live in \(seen.calls) passes" }

    /// Compares what the observer has with a fresh fetch, and notes it.
    ///
    /// - Throws: ``DemoFailure`` when they differ; what made the observer's results stale.
    func finish(_ container: ModelContainer, _ results: inout Results) throws {
        let board = board
        let live = try Self.onDesk { try board.digest() }
        let context = ModelContext(container)
        let flights = try context.fetch(Self.late)
        let fresh = Self.digest(flights)
        guard live == fresh else {
            throw DemoFailure("the observer has \(live) where a fresh fetch gives \(fresh)")
        }
        results.show("Late flights, followed live by an observer", flights.count)
        results.note("Digest of the observer's results", live)
    }

    private static func digest(_ flights: some Sequence<Flight>) -> String {
        var digest = Digest()
        for flight in flights { digest.add("\(flight.remoteID) \(flight.departureDelay ?? 0)") }
        return digest.text
    }

    /// Runs something on the actor while this thread waits.
    private static func onDesk<T: Sendable>(_ body: @escaping @LiveDesk @Sendable () throws -> T) throws -> T {
        let result = Mutex<Result<T, any Error>?>(nil)
        let isDone = DispatchSemaphore(value: 0)
        Task { @LiveDesk in
            let made = Result { try body() }
            result.withLock { $0 = made }
            isDone.signal()
        }
        isDone.wait()
        guard let made = result.withLock({ $0 }) else { throw DemoFailure("the observer's actor gave no answer") }
        return try made.get()
    }
}
