import ChronicleStore
import Synchronization

/// Calls handlers after commits, one at a time; commits that come meanwhile are merged into one more round.
final class CommitObservers: Sendable {
    private struct State {
        var handlers: [Int: @Sendable () -> Void] = [:]
        var next = 0
        var isPending = false
        var isCalling = false
    }

    private let state = Mutex(State())

    func observe(_ handler: @escaping @Sendable () -> Void) -> CommitObservation {
        let number = state.withLock { state in
            state.next += 1
            state.handlers[state.next] = handler
            return state.next
        }
        return CommitObservation { [weak self] in
            // The handler is destroyed outside of the lock, as that may run code of its owner.
            _ = self?.state.withLock { $0.handlers.removeValue(forKey: number) }
        }
    }

    func notify() {
        let isMine = state.withLock { state in
            if state.handlers.isEmpty { return false }
            state.isPending = true
            if state.isCalling { return false }
            state.isCalling = true
            return true
        }
        guard isMine else { return }
        while true {
            let handlers: [@Sendable () -> Void]? = state.withLock { state in
                guard state.isPending else {
                    state.isCalling = false
                    return nil
                }
                state.isPending = false
                return Array(state.handlers.values)
            }
            guard let handlers else { return }
            for handler in handlers { handler() }
        }
    }
}
