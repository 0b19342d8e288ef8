import Synchronization

/// Lets one task wait until it is told, from any thread, to look again. A ring that nobody waits for is kept.
final class Bell: Sendable {
    private let state = Mutex<(isRung: Bool, waiter: CheckedContinuation<Void, Never>?)>((false, nil))

    func ring() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            if state.waiter == nil { state.isRung = true }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Returns after the next ring, or at once when one was kept or the task is cancelled.
    func wait(isolation: isolated (any Actor)? = #isolation) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { (waiter: CheckedContinuation<Void, Never>) in
                let (isNow, displaced) = state.withLock { state in
                    if state.isRung || Task.isCancelled {
                        state.isRung = false
                        return (true, nil as CheckedContinuation<Void, Never>?)
                    }
                    let displaced = state.waiter
                    state.waiter = waiter
                    return (false, displaced)
                }
                displaced?.resume()
                if isNow { waiter.resume() }
            }
        } onCancel: {
            ring()
        }
    }
}
