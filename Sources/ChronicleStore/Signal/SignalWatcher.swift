import Dispatch
import Foundation
import Synchronization

/// A thread that sleeps until a signal file is written; it ends when the watcher is released.
final class SignalWatcher: Sendable {
    /// Whether writes to the file are noticed; else only ``wake()`` is.
    var watchesFile: Bool { subscription != nil }

    private let bell = Bell()
    private let subscription: FileNotices.Subscription?

    /// What the thread waits for.
    private final class Bell: Sendable {
        private let state = Mutex((isRung: false, isOver: false))
        private let semaphore = DispatchSemaphore(value: 0)

        func ring() { change { $0.isRung = true } }
        func end() { change { $0.isOver = true } }

        private func change(_ change: (inout (isRung: Bool, isOver: Bool)) -> Void) {
            let wakes = state.withLock { state in
                let wasQuiet = !state.isRung && !state.isOver
                change(&state)
                return wasQuiet
            }
            if wakes { semaphore.signal() }
        }

        /// Waits for a ring; false at the end.
        func wait() -> Bool {
            semaphore.wait()
            return state.withLock { state in
                state.isRung = false
                return !state.isOver
            }
        }
    }

    init(path: String, _ onSignal: @escaping @Sendable () -> Void) {
        let bell = bell
        subscription = FileNotices.shared?.subscribe(to: path) { bell.ring() }
        Thread.detachNewThread { while bell.wait() { onSignal() } }
    }

    deinit {
        subscription?.cancel()
        bell.end()
    }

    /// Has the handlers called though the file was not written.
    func wake() { bell.ring() }
}
