import ChronicleStore
import Synchronization

/// The handlers of a plain store in memory, called on the committing thread, one call at a time.
final class PlainObservers: Sendable {
    private struct State {
        var next = 0
        var handlers: [Int: @Sendable () -> Void] = [:]
        var kept: [CommitObservation] = []
        var isCalling = false
        var isPending = false
    }

    private let state = Mutex(State())

    func observe(_ handler: @escaping @Sendable () -> Void) -> CommitObservation {
        let number = state.withLock { state in
            state.next += 1
            state.handlers[state.next] = handler
            return state.next
        }
        return CommitObservation { [weak self] in _ = self?.state.withLock { $0.handlers.removeValue(forKey: number) } }
    }

    /// Keeps an observation for good.
    func keep(_ observation: CommitObservation) { state.withLock { $0.kept.append(observation) } }

    func notify() {
        let isMine = state.withLock { state in
            state.isPending = true
            defer { state.isCalling = true }
            return !state.isCalling
        }
        guard isMine else { return }
        while let handlers = round() { for handler in handlers { handler() } }
    }

    private func round() -> [@Sendable () -> Void]? {
        state.withLock { state in
            guard state.isPending else {
                state.isCalling = false
                return nil
            }
            state.isPending = false
            return state.handlers.sorted { $0.key < $1.key }.map(\.value)
        }
    }
}
