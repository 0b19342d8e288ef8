import ChronicleStore
import Dispatch
import Synchronization

/// Reads what is committed to one store once, for all who wait for history of certain kinds.
final class HistoryHub: Sendable {
    private struct State {
        var watches: [Weak] = []
        var observation: CommitObservation?
        var isScheduled = false
        var failures = 0
    }

    private struct Weak { weak var watch: HistoryWatch? }

    private let history: any DataStore & HistoryProviding
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "chronicle.history-observers")

    init(_ history: any DataStore & HistoryProviding) { self.history = history }

    /// Whether commits of other processes are noticed.
    var seesOtherProcesses: Bool { state.withLock { $0.observation?.seesOtherProcesses ?? false } }

    func add(_ watch: HistoryWatch) {
        let isFirst = state.withLock { state in
            state.watches.removeAll { $0.watch == nil }
            state.watches.append(Weak(watch: watch))
            return state.observation == nil
        }
        if isFirst {
            let observation = history.observeCommits { [weak self] in self?.schedule() }
            state.withLock { $0.observation = observation }
        }
        schedule()
    }

    /// Forgets watches that have gone; without any, commits are not listened to.
    func clean() {
        let observation = state.withLock { state in
            state.watches.removeAll { $0.watch == nil }
            return state.watches.isEmpty ? state.observation.take() : nil
        }
        withExtendedLifetime(observation) {}
    }

    private func schedule() {
        let isFirst = state.withLock { state in
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { queue.async { [weak self] in self?.look() } }
    }

    private func look() {
        let watches = state.withLock { state in
            state.isScheduled = false
            return state.watches.compactMap(\.watch)
        }
        if watches.isEmpty { return }
        var failure: (any Error)?
        do {
            let current = try history.currentPosition()
            // All but new ones wait at one position.
            let waiting = Dictionary(grouping: watches.filter { $0.position != current }, by: \.position)
            for (position, watches) in waiting {
                // Where one reading fails, the position stays, so that nothing is missed once reading works again.
                do { try tell(watches, after: position, through: current) } catch {
                    failure = error
                    for watch in watches { watch.failed(error) }
                }
            }
            for watch in watches where watch.position == current { watch.recovered() }
        } catch {
            failure = error
            for watch in watches { watch.failed(error) }
        }
        guard let failure else { return state.withLock { $0.failures = 0 } }
        // A store that was closed stays closed.
        if (failure as? StoreError)?.code == .closed { return }
        let failures = state.withLock { state in
            state.failures += 1
            return state.failures
        }
        let delay = DispatchTimeInterval.milliseconds(min(25 << min(failures, 7), 2000))
        queue.asyncAfter(deadline: .now() + delay) { [weak self] in self?.schedule() }
    }

    private func tell(
        _ watches: [HistoryWatch], after position: HistoryPosition, through current: HistoryPosition
    ) throws {
        var open = watches
        // A store that was replaced by another copy of itself: whoever processes its history must look.
        if position.lineage == current.lineage, position.sequence <= current.sequence {
            var request = HistoryRequest(after: position, through: current.sequence)
            if watches.count == 1 { request.authors = watches[0].authors }
            request.limit = 256
            reading: while !open.isEmpty {
                let records: [HistoryRecord]
                // History that was deleted unread: whoever processes it must look.
                do { records = try history.fetchHistory(request) } catch is HistoryError { break reading }
                open.removeAll { watch in
                    guard records.contains(where: watch.wants) else { return false }
                    watch.arrived(at: current, rings: true)
                    return true
                }
                guard records.count == request.limit, let last = records.last else {
                    for watch in open { watch.arrived(at: current, rings: false) }
                    return
                }
                request.after?.sequence = last.sequence
            }
        }
        for watch in open { watch.arrived(at: current, rings: true) }
    }
}
