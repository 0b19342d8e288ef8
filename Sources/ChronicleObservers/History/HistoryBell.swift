import Chronicle
import Synchronization

/// Counts the rings of a history observer, on the observer's isolation, and tells those who wait.
final class HistoryBell: Sendable {
    private struct State {
        var count = 0
        var isScheduled = false
        var mutate: (@Sendable (() -> Void) -> Void)?
        var waiters: [(number: Int, bell: Bell)] = []
        var last = 0
    }

    private let state = Mutex(State())
    private let home: HomeIsolation

    init(_ home: HomeIsolation) { self.home = home }

    var count: Int { state.withLock { $0.count } }

    /// Sets what runs a change of the count as one that others may observe.
    func onRing(_ mutate: @escaping @Sendable (() -> Void) -> Void) { state.withLock { $0.mutate = mutate } }

    /// Has the count go up at the isolation's next suspension, once for all pushes until then.
    func push() {
        let isFirst = state.withLock { state in
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        guard isFirst else { return }
        if home.isNone {
            Task { [weak self] in self?.ring() }
        } else if let actor = home.actor {
            Task { [weak self] in await self?.ring(on: actor) }
        }
    }

    private func ring(on isolation: isolated any Actor) { ring() }

    private func ring() {
        let (mutate, waiters) = state.withLock { state in
            state.isScheduled = false
            return (state.mutate, state.waiters)
        }
        let count = { self.state.withLock { $0.count += 1 } }
        if let mutate { mutate(count) } else { count() }
        for waiter in waiters { waiter.bell.ring() }
    }

    func add(_ bell: Bell) -> Int {
        state.withLock { state in
            state.last += 1
            state.waiters.append((state.last, bell))
            return state.last
        }
    }

    func remove(_ number: Int) { state.withLock { $0.waiters.removeAll { $0.number == number } } }
}

/// The values of a history observer's counter.
public struct HistoryEvents: AsyncSequence, Sendable {
    let observer: HistoryObserver

    /// What waits for the next value.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let waiter: Waiter
        private var seen = 0

        fileprivate init(_ observer: HistoryObserver) { waiter = Waiter(observer) }

        /// The newest value that this loop has not had yet; nil when the task is cancelled.
        public mutating func next(isolation: isolated (any Actor)?) async -> Int? {
            while !Task.isCancelled {
                let count = waiter.observer.bell.count
                if count > seen {
                    seen = count
                    return count
                }
                await waiter.bell.wait(isolation: isolation)
            }
            return nil
        }

        /// The newest value that this loop has not had yet; nil when the task is cancelled.
        public mutating func next() async -> Int? { await next(isolation: nil) }
    }

    /// An iterator.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(observer) }

    /// A loop's place among those who wait, for as long as it runs.
    private final class Waiter: Sendable {
        let observer: HistoryObserver
        let bell = Bell()
        private let number: Int

        init(_ observer: HistoryObserver) {
            self.observer = observer
            number = observer.bell.add(bell)
        }

        deinit { observer.bell.remove(number) }
    }
}
