public import Chronicle

/// The changes of a result, one after the other, for code that does not use Observation.
///
/// It begins when it is asked for: nothing is lost between then and the first wait. What comes while nobody waits is
/// delivered as one change. It keeps its observer alive, and ends when the task that waits is cancelled. One loop uses it.
public struct ResultsUpdates<Element: PersistentModel, SectionTitle: Hashable>: AsyncSequence {
    package let subscription: ResultsSubscription<Element, SectionTitle>

    /// What waits for changes.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let subscription: ResultsSubscription<Element, SectionTitle>

        /// The next change; nil when the task is cancelled.
        public mutating func next(
            isolation: isolated (any Actor)?
        ) async -> ResultsChange<Element, SectionTitle>? {
            while !Task.isCancelled {
                if let change = subscription.take() { return change }
                await subscription.bell.wait(isolation: isolation)
            }
            return nil
        }

        /// The next change; nil when the task is cancelled.
        public mutating func next() async -> ResultsChange<Element, SectionTitle>? { await next(isolation: nil) }
    }

    /// An iterator.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(subscription: subscription) }
}

@available(*, unavailable)
extension ResultsUpdates: Sendable {}

/// What one loop over the changes of a result has yet to be told.
package final class ResultsSubscription<Element: PersistentModel, SectionTitle: Hashable> {
    let bell = Bell()
    private let observer: ResultsObserver<Element, SectionTitle>
    private var pending: ResultsChange<Element, SectionTitle>?
    private var last: ResultsState<SectionTitle>

    private var arrivals: (bell: LiveBell, number: Int)?

    /// - Parameter arrivals: Rings when there may be something new that only looking brings about.
    init(
        _ observer: ResultsObserver<Element, SectionTitle>, _ state: ResultsState<SectionTitle>, _ arrivals: LiveBell?
    ) {
        self.observer = observer
        last = state
        let bell = bell
        self.arrivals = arrivals.map { arrivals in (arrivals, arrivals.onRing { bell.ring() }) }
    }

    deinit { if let arrivals { arrivals.bell.remove(arrivals.number) } }

    func add(_ change: LiveChange, _ state: ResultsState<SectionTitle>) {
        let next = ResultsChange<Element, SectionTitle>(from: last, to: state, change)
        pending = pending?.followed(by: next) ?? next
        last = state
        bell.ring()
    }

    package func take() -> ResultsChange<Element, SectionTitle>? {
        observer.settle()
        defer { pending = nil }
        return pending?.change.isEmpty == true ? nil : pending
    }
}
