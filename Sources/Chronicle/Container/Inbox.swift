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
}

/// Where others leave news for a context; the context takes it in on its own isolation.
package final class Inbox: Sendable {
    private let state = Mutex<(news: [News], wake: (@Sendable () -> Void)?)>(([], nil))
    private let gate: ReadGate

    init(gate: ReadGate) { self.gate = gate }

    /// Sets what is called, on any thread, when the first news comes in.
    func onArrival(_ wake: (@Sendable () -> Void)?) { state.withLock { $0.wake = wake } }

    package func post(_ news: News) {
        let wake = state.withLock { state in
            state.news.append(news)
            return state.news.count == 1 ? state.wake : nil
        }
        gate.setNews(true)
        wake?()
    }

    func take() -> [News] {
        state.withLock { state in
            gate.setNews(false)
            defer { state.news = [] }
            return state.news
        }
    }
}
