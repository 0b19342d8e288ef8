#if LMDB
import Synchronization

/// The handlers that want to know of commits, called one at a time.
final class CommitHandlers: Sendable {
    private struct State {
        var next = 0
        var handlers: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())
    private let turn = Mutex(())

    func add(_ handler: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.next += 1
            state.handlers[state.next] = handler
            return state.next
        }
    }

    func remove(_ number: Int) {
        // Released outside the lock: a handler may own an observation in turn.
        let removed = state.withLock { $0.handlers.removeValue(forKey: number) }
        _ = removed
    }

    func call() {
        let handlers = state.withLock { $0.handlers.isEmpty ? [] : $0.handlers.sorted { $0.key < $1.key }.map(\.value) }
        for handler in handlers { handler() }
    }
}
#endif
