import ChronicleStore
import Dispatch
import Synchronization

/// Looks in one store's history, each time that something is committed, for what an observer wants to know of.
package final class HistoryWatch: Sendable {
    private struct State {
        var position: HistoryPosition
        var isScheduled = false
        var failures = 0
        var failure: (any Error)?
    }

    private let history: any DataStore & HistoryProviding
    private let authors: Set<String?>?
    /// The entities of interest; nil for all.
    private let entities: Set<String>?
    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "chronicle.history-observer")
    private let observation = Mutex<CommitObservation?>(nil)
    private let onEvent: @Sendable () -> Void

    /// A watch from a position on.
    ///
    /// - Throws: ``HistoryError`` when the position cannot be used; the store's error when it cannot be read.
    package init(
        _ history: any DataStore & HistoryProviding, after token: DefaultHistoryToken?,
        authors: Set<String>, entities: Set<String>?, onEvent: @escaping @Sendable () -> Void
    ) throws {
        self.history = history
        self.authors = authors.isEmpty ? nil : Set(authors.map { $0 })
        self.entities = entities
        self.onEvent = onEvent
        // Read before the watch begins: what is committed from here on is looked at.
        state = Mutex(State(position: try token?.position ?? history.currentPosition()))
        if let token { _ = try history.fetchHistory(HistoryRequest(after: token.position, limit: 1)) }
        let observation = history.observeCommits { [weak self] in self?.schedule() }
        self.observation.withLock { $0 = observation }
        schedule()
    }

    /// Whether commits of other processes are noticed.
    package var seesOtherProcesses: Bool { observation.withLock { $0?.seesOtherProcesses ?? false } }
    package var failure: (any Error)? { state.withLock { $0.failure } }

    private func schedule() {
        let isFirst = state.withLock { state in
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { queue.async { [weak self] in self?.look() } }
    }

    private func look() {
        let position = state.withLock { state in
            state.isScheduled = false
            return state.position
        }
        do {
            let current = try history.currentPosition()
            let isFound = try current == position ? false : isRelevant(after: position, through: current)
            state.withLock { state in
                state.position = current
                state.failures = 0
                state.failure = nil
            }
            if isFound { onEvent() }
        } catch {
            // The position stays, so that nothing is missed once reading works again.
            let failures = state.withLock { state in
                state.failure = error
                state.failures += 1
                return state.failures
            }
            // A store that was closed stays closed.
            if (error as? StoreError)?.code == .closed { return }
            let delay = DispatchTimeInterval.milliseconds(min(25 << min(failures, 7), 2000))
            queue.asyncAfter(deadline: .now() + delay) { [weak self] in self?.schedule() }
        }
    }

    private func isRelevant(after position: HistoryPosition, through current: HistoryPosition) throws -> Bool {
        // A store that was replaced by another copy of itself, or whose history was deleted: whoever processes it must look.
        if position.lineage != current.lineage || position.sequence > current.sequence { return true }
        var request = HistoryRequest(after: position, through: current.sequence, authors: authors)
        request.limit = 256
        while true {
            let records: [HistoryRecord]
            do { records = try history.fetchHistory(request) } catch is HistoryError { return true }
            let isFound = records.contains { record in
                entities.map { entities in record.changes.contains { entities.contains($0.entity) } } ?? true
            }
            if isFound { return true }
            guard records.count == request.limit, let last = records.last else { return false }
            request.after?.sequence = last.sequence
        }
    }
}

extension StoreHandle {
    /// A watch of the store's history; nil when it keeps none.
    ///
    /// - Throws: As ``HistoryWatch``'s initializer.
    package func watchHistory(
        after token: DefaultHistoryToken?, authors: Set<String>, entities: Set<String>?,
        onEvent: @escaping @Sendable () -> Void
    ) throws -> HistoryWatch? {
        guard let history = store as? any DataStore & HistoryProviding else { return nil }
        return try HistoryWatch(history, after: token, authors: authors, entities: entities, onEvent: onEvent)
    }

    /// What identifies the store.
    package var identifier: String { store.identifier }
}
