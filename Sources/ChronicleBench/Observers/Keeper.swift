import CBaseline
import Chronicle
import ChronicleObservers
import Dispatch
import Foundation
import Synchronization

/// Keeps observers on their actor, for a thread that is on none.
@ObserverDesk final class Keeper {
    /// What is observed.
    enum Kind {
        /// Every row, in an order.
        case all
        /// So many observers of one group each, in a context or in one of their own each; the group 1 is told.
        case groups(Int, ModelContext?)
    }

    /// A value that leaves the actor.
    final class Box: Sendable {
        let value: Int
        init(_ value: Int) { self.value = value }
    }

    private var observers: [ResultsObserver<BenchEntry, Never>] = []
    private var tokens: [Held] = []

    /// Keeps a token, which an array cannot hold.
    private final class Held {
        let token: ObservationTracking.Token
        init(_ token: consuming ObservationTracking.Token) { self.token = token }
    }

    init(_ container: ModelContainer, _ kind: Kind, _ times: CallTimes) throws {
        switch kind {
        case .all:
            let observer = try ResultsObserver<BenchEntry, Never>(
                sortBy: [SortDescriptor(\.position)], modelContainer: container)
            observers = [observer]
            watch(observer, times)
        case .groups(let count, let context):
            for group in 1...count {
                let observer = try ResultsObserver<BenchEntry, Never>(
                    filterBy: #Predicate { $0.group == group }, sortBy: [SortDescriptor(\.position)],
                    modelContext: context ?? ModelContext(container))
                observers.append(observer)
                if group == 1 { watch(observer, times) } else { watch(observer, nil) }
            }
        }
    }

    private func watch(_ observer: ResultsObserver<BenchEntry, Never>, _ times: CallTimes?) {
        tokens.append(
            Held(
                withContinuousObservation(options: [.didSet]) { _ in
                    let count = observer.results.count
                    times?.note(count)
                }))
    }

    private func end() {
        tokens = []
        observers = []
    }

    /// Lets go of the observers.
    nonisolated func release() {
        let isDone = DispatchSemaphore(value: 0)
        Task { @ObserverDesk in
            self.end()
            isDone.signal()
        }
        isDone.wait()
    }

    /// Makes something on the actor, while a thread that is on none waits.
    nonisolated static func make<T: Sendable>(_ body: @escaping @ObserverDesk @Sendable () throws -> T) throws -> T {
        let result = Mutex<Result<T, any Error>?>(nil)
        let isDone = DispatchSemaphore(value: 0)
        Task { @ObserverDesk in
            let made = Result { try body() }
            result.withLock { $0 = made }
            isDone.signal()
        }
        isDone.wait()
        guard let made = result.withLock({ $0 }) else { throw ObserverBenchFailure("nothing was made") }
        return try made.get()
    }

    /// What an observer takes beside the models that the context holds already.
    static func bytes(over container: ModelContainer, _ count: Int) throws -> Int {
        let context = ModelContext(container)
        let models = try context.fetch(FetchDescriptor<BenchEntry>(sortBy: [SortDescriptor(\.position)]))
        guard models.count == count else {
            throw ObserverBenchFailure("\(models.count) rows where \(count) were filled in")
        }
        // What is in use, not what is resident: a sort leaves pages behind that the C library keeps for later.
        let before = cb_heap_in_use()
        let observer = try ResultsObserver<BenchEntry, Never>(
            sortBy: [SortDescriptor(\.position)], modelContext: context)
        return withExtendedLifetime((observer, models)) { Int(cb_heap_in_use() - before) }
    }
}
