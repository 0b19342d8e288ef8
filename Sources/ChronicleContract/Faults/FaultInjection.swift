import ChronicleStore
import Dispatch
import Synchronization

/// Carries out a plan of faults over one store or several, and tells what it did.
///
/// Its counts go on when a store is closed and opened again. It may be used from any thread.
public final class FaultInjection: Sendable {
    /// A fault that was injected.
    public struct Injected: Sendable, Hashable {
        /// Where.
        public var point: FaultPlan.Point
        /// The number of the operation, from one.
        public var number: Int
    }

    private struct State {
        var plan: FaultPlan
        var counts: [FaultPlan.Point: Int] = [:]
        var signals = 0
        var injected: [Injected] = []
    }

    private let state: Mutex<State>

    /// An injection of a plan's faults.
    public init(_ plan: FaultPlan = FaultPlan()) { state = Mutex(State(plan: plan)) }

    /// The plan. A new plan counts from one again.
    public var plan: FaultPlan {
        get { state.withLock(\.plan) }
        set { state.withLock { $0 = State(plan: newValue) } }
    }

    /// The faults that were injected so far, in order.
    public var injected: [Injected] { state.withLock(\.injected) }

    /// How many operations of a kind there were, those that failed included.
    public func count(of point: FaultPlan.Point) -> Int { state.withLock { $0.counts[point] ?? 0 } }

    /// How many signals there were, those that were dropped included.
    public var signalCount: Int { state.withLock(\.signals) }

    /// Counts an operation, and throws when it is to fail.
    func pass(_ point: FaultPlan.Point) throws {
        let error = state.withLock { state -> StoreError? in
            let number = (state.counts[point] ?? 0) + 1
            state.counts[point] = number
            guard let error = state.plan.failure(of: point, number: number) else { return nil }
            state.injected.append(Injected(point: point, number: number))
            return error
        }
        if let error { throw error }
    }

    /// Counts a signal, and passes it on as the plan has it.
    func signal(_ handler: @escaping @Sendable () -> Void) {
        let fault = state.withLock { state in
            state.signals += 1
            return state.plan.signals[state.signals]
        }
        switch fault {
        case nil: handler()
        case .dropped: break
        case .repeated(let count): for _ in 0...max(0, count) { handler() }
        case .delayed(let delay):
            let nanoseconds = Int(clamping: Int64(delay / .nanoseconds(1)))
            DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds), execute: handler)
        }
    }
}
