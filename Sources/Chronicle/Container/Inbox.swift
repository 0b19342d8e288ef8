package import ChronicleStore
import Synchronization

/// What was saved elsewhere and a context has yet to take in.
package struct News: Sendable {
    package var store: StoreHandle
    package var changes: [RowChange]
    /// The commit, or the last of several; nil when it is not known.
    package var sequence: Int64?
    /// False when some changes are not known, so that every held model is read again.
    package var isComplete = true
    /// The rows after the changes; nil when changes are not known.
    package var rows: CommitRows?
}

/// Where others leave news for a context; the context takes it in on its own isolation.
///
/// News of what the context has nothing to do with waits until the context is used or woken for another reason: whoever leaves news
/// wakes the context only when ``interest(in:)`` says that it is concerned.
package final class Inbox: Sendable {
    private struct State {
        var news: [News] = []
        var wake: (@Sendable () -> Void)?
        /// Whether the context was woken since it last took in news.
        var isAwake = false
        var interests: [ObjectIdentifier: StoreInterest] = [:]
    }

    /// With more news than this a context is woken, so that they do not pile up.
    private static let most = 256

    /// With more news than this, what a context that nobody wakes holds is read again when it is used next.
    private static let mostUnread = 4096

    private let state = Mutex(State())
    package let gate: ReadGate

    init(gate: ReadGate) { self.gate = gate }

    /// Sets what is called, on any thread, when there is news that concerns the context.
    func onArrival(_ wake: (@Sendable () -> Void)?) { state.withLock { $0.wake = wake } }

    /// Leaves news.
    ///
    /// - Returns: Whether somebody has to find out if the context must be woken.
    func post(_ news: News) -> Bool {
        let isAsleep = state.withLock { state in
            if state.news.count >= Self.mostUnread { state.news = Self.shortened(state.news) }
            state.news.append(news)
            gate.setNews(true)
            return state.wake != nil && !state.isAwake
        }
        // The context may come to hold a row while this goes on: it marks the row before it looks for news.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        return isAsleep
    }

    /// That much has changed, for each store.
    private static func shortened(_ news: [News]) -> [News] {
        var all: [ObjectIdentifier: News] = [:]
        for news in news {
            let sequence = [all[ObjectIdentifier(news.store)]?.sequence, news.sequence].compactMap { $0 }.max()
            all[ObjectIdentifier(news.store)] = News(
                store: news.store, changes: [], sequence: sequence, isComplete: false)
        }
        return Array(all.values)
    }

    /// Whether the context must be woken for news; nil when that cannot be said without reading the changed rows.
    func isConcerned(by news: News) -> Bool? {
        let (interest, isFull) = state.withLock { state in
            (state.interests[ObjectIdentifier(news.store)], state.news.count > Self.most)
        }
        guard news.isComplete, !isFull, let rows = news.rows else { return true }
        guard let interest else { return false }
        let reach = news.store.reach
        var isOpen = false
        for change in news.changes {
            switch interest.isConcerned(by: change, rows, reach[change.row.entity]) {
            case true?: return true
            case false?: break
            case nil: isOpen = true
            }
        }
        return isOpen ? nil : false
    }

    /// Wakes the context, unless it was since it last took in news.
    func wake() {
        let wake = state.withLock { state in
            if state.isAwake || state.news.isEmpty { return nil as (@Sendable () -> Void)? }
            state.isAwake = true
            return state.wake
        }
        wake?()
    }

    func take() -> [News] {
        state.withLock { state in
            gate.setNews(false)
            state.isAwake = false
            defer { state.news = [] }
            return state.news
        }
    }

    /// Sets what of a store's commits concerns the context.
    func set(_ interest: StoreInterest?, in store: StoreHandle) {
        state.withLock { $0.interests[ObjectIdentifier(store)] = interest }
    }
}
