import ChronicleObservers
import Dispatch
import Foundation
import Synchronization

/// Where the observers of clauses live: no main loop runs under every test library.
@globalActor actor Greenhouse { static let shared = Greenhouse() }

/// Values that callbacks leave, from any thread, to be waited for.
final class Sightings<Value: Sendable>: Sendable {
    private struct Waiter {
        let number: Int
        let condition: @Sendable ([Value]) -> Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    private let state = Mutex((values: [Value](), waiters: [Waiter](), last: 0))

    var all: [Value] { state.withLock { $0.values } }
    var last: Value? { state.withLock { $0.values.last } }

    func add(_ value: Value) {
        let ready = state.withLock { state in
            state.values.append(value)
            let values = state.values
            let ready = state.waiters.filter { $0.condition(values) }
            state.waiters.removeAll { waiter in ready.contains { $0.number == waiter.number } }
            return ready
        }
        for waiter in ready { waiter.continuation.resume(returning: true) }
    }

    /// Waits until the values fulfil a condition; false when they do not in time.
    func wait(
        _ limit: Duration = .seconds(4), isolation: isolated (any Actor)? = #isolation,
        until condition: @escaping @Sendable ([Value]) -> Bool
    ) async -> Bool {
        await withCheckedContinuation { continuation in
            let number: Int? = state.withLock { state in
                if condition(state.values) { return nil }
                state.last += 1
                state.waiters.append(Waiter(number: state.last, condition: condition, continuation: continuation))
                return state.last
            }
            guard let number else { return continuation.resume(returning: true) }
            DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(Int(limit / .nanoseconds(1)))) {
                let late = self.state.withLock { state in
                    let late = state.waiters.first { $0.number == number }
                    state.waiters.removeAll { $0.number == number }
                    return late
                }
                late?.continuation.resume(returning: false)
            }
        }
    }
}

/// An observer whose results are looked at each time that it tells of them, and compared with a fresh fetch.
@Greenhouse final class Watched<Element: PersistentModel, SectionTitle: Hashable> {
    let observer: ResultsObserver<Element, SectionTitle>
    private let probe: ContractProbe
    private let sightings = Sightings<[String]>()
    private let name: (Element) -> String
    private var token: ObservationTracking.Token?
    /// Whether a wait was in vain; the next ones are short then, as one failure is enough.
    private var isLate = false

    /// - Parameter name: What is told of a model.
    init(
        _ probe: ContractProbe, _ observer: ResultsObserver<Element, SectionTitle>, name: @escaping (Element) -> String
    ) {
        self.probe = probe
        self.observer = observer
        self.name = name
        token = withContinuousObservation(options: [.didSet]) { [sightings, observer] _ in
            sightings.add(observer.results.map(name))
        }
    }

    /// How often the results were looked at.
    var calls: Int { sightings.all.count }

    /// Expects the results to be told as these, and a fresh fetch in a context of its own to agree.
    func expect(
        _ expected: [String], _ what: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: Int = #line, column: Int = #column
    ) async throws {
        if await !sightings.wait(isLate ? .milliseconds(50) : .seconds(4), until: { $0.last == expected }) {
            isLate = true
            probe.expectEqual(
                sightings.last ?? [], expected, "the results \(what), as last told", fileID: fileID,
                filePath: filePath, line: line, column: column)
        }
        probe.expectEqual(
            observer.results.map(name), expected, "the results \(what)", fileID: fileID, filePath: filePath, line: line,
            column: column)
        if let error = observer.refreshError {
            probe.record(
                "the results \(what) are not current because of \(ContractProbe.describe(error))",
                ContractSite("\(fileID)", "\(filePath)", line, column))
        }
        guard !observer.modelContext.hasChanges else { return }
        let context = ModelContext(observer.modelContext.container)
        let fresh = try context.fetch(observer.fetchDescriptor)
        // Their relationships need the context.
        let names = withExtendedLifetime(context) { fresh.map(name) }
        probe.expectEqual(
            names, expected, "a fresh fetch \(what)", fileID: fileID, filePath: filePath, line: line,
            column: column)
    }

    /// Expects that everything was never fetched again, which only a store without history makes necessary.
    func expectNoRefetch(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws {
        guard try observer.modelContext.container.store(probe).capabilities.history else { return }
        probe.expectEqual(
            observer.refreshes.refetches, 0, "the times that everything was fetched again", fileID: fileID,
            filePath: filePath, line: line, column: column)
    }

    /// Waits until the results are told as these.
    func wait(_ expected: [String]) async -> Bool { await sightings.wait { $0.last == expected } }

    func stop() { token = nil }
}

extension ContractProbe {
    /// Plots that a filter selects, watched in a context of their own or the given one.
    @Greenhouse func watch(
        _ context: ModelContext, _ filter: Predicate<Plot>? = nil, by order: SortDescriptor<Plot>...,
        limit: Int? = nil, offset: Int? = nil
    ) throws -> Watched<Plot, Never> {
        var descriptor = FetchDescriptor<Plot>(predicate: filter, sortBy: order)
        descriptor.fetchLimit = limit
        descriptor.fetchOffset = offset
        let observer = try ResultsObserver<Plot, Never>(fetchDescriptor: descriptor, modelContext: context)
        return Watched(self, observer) { $0.name }
    }

    /// Waits until a counter of history has rung, and counts a violation when it does not.
    @Greenhouse func expectRing(
        _ rings: Rings, atLeast count: Int, _ what: String, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) async {
        if await rings.counts.wait(until: { ($0.last ?? 0) >= count }) { return }
        record(
            "the observer of history did not ring for \(what) within 4 seconds: it rang \(rings.counts.last ?? 0) times, expected \(count)",
            ContractSite("\(fileID)", "\(filePath)", line, column))
    }
}

/// The values of a history observer's counter as they come.
@Greenhouse final class Rings {
    let counts = Sightings<Int>()
    private let token: ObservationTracking.Token

    init(_ observer: HistoryObserver) {
        token = withContinuousObservation(options: [.didSet]) { [counts] _ in counts.add(observer.eventCounter) }
    }
}
