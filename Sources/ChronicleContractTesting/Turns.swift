import Synchronization

/// Lets a number of tasks do something at a time, in the order in which they ask.
final class Turns: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
        var next = 0
    }

    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(free: count)) }

    func take<R: Sendable>(_ work: () async -> R) async -> R {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.free > 0 {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
        let result = await work()
        give()
        return result
    }

    private func give() {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard state.next < state.waiting.count else {
                state.free += 1
                state.waiting = []
                state.next = 0
                return nil
            }
            state.next += 1
            return state.waiting[state.next - 1]
        }
        next?.resume()
    }
}
