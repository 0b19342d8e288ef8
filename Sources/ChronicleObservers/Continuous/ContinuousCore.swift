#if compiler(<6.4)
#if canImport(Darwin)
import Observation
#else
// What Swift 6.4 builds on is there already, for SwiftUI; Apple's SDKs do not ship the interface.
@_spi(SwiftUI) import Observation
#endif
import Synchronization

/// One continuous observation: runs its closure, waits for a change, and runs it again.
final class ContinuousCore: Sendable {
    typealias Apply = @isolated(any) @Sendable (borrowing ObservationTracking.Event) -> Void
    private typealias Synchronous = @Sendable (borrowing ObservationTracking.Event) -> Void
    typealias Kind = ObservationTracking.Event.Kind

    // Sendable: key paths to properties capture nothing and are only compared.
    private struct State: @unchecked Sendable {
        var isCancelled = false
        /// Whether something has changed since the last call began.
        var isDue = false
        var event: (kind: Kind, keyPath: AnyKeyPath?)?
        var waiter: UnsafeContinuation<Bool, Never>?
        /// The latest registration, and the latest that stands: older ones are stale.
        var issued = 0
        var standing = 0
        #if !canImport(Darwin)
        /// Registrations that have told their change and go once a newer one stands.
        var fired: [(number: Int, tracking: Observation.ObservationTracking)] = []
        #endif
    }

    private let state = Mutex(State())
    private let options: ObservationTracking.Options

    init(options: ObservationTracking.Options) { self.options = options }

    func cancel() {
        let waiter = state.withLock { state in
            state.isCancelled = true
            state.isDue = false
            state.event = nil
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: false)
    }

    static func run(_ core: ContinuousCore, isolation: isolated (any Actor)?, apply: @escaping Apply) async {
        repeat {
            guard core.pass(apply) else { return }
        } while await core.wait(isolation: isolation)
    }

    /// Runs on the mutating thread.
    private func note(_ kind: Kind, _ keyPath: AnyKeyPath?) {
        // What the closure itself changes is no event.
        if !PassStack.contains(self) { becomeDue(kind, keyPath) }
    }

    private func becomeDue(_ kind: Kind, _ keyPath: AnyKeyPath?) {
        let waiter = state.withLock { state -> UnsafeContinuation<Bool, Never>? in
            guard !state.isCancelled else { return nil }
            if let event = state.event {
                if event.kind == .willSet, kind == .didSet, event.keyPath == keyPath { state.event = (kind, keyPath) }
            } else {
                state.event = (kind, keyPath)
            }
            state.isDue = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: true)
    }

    private func wait(isolation: isolated (any Actor)?) async -> Bool {
        await withUnsafeContinuation { (waiter: UnsafeContinuation<Bool, Never>) in
            let answer: Bool? = state.withLock { state in
                if state.isCancelled { return false }
                if state.isDue { return true }
                state.waiter = waiter
                return nil
            }
            if let answer { waiter.resume(returning: answer) }
        }
    }

    /// Calls the closure once and observes what it read; on the closure's isolation. False once cancelled.
    private func pass(_ apply: @escaping Apply) -> Bool {
        let begun: (kind: Kind, keyPath: AnyKeyPath?)?? = state.withLock { state in
            if state.isCancelled { return nil }
            defer {
                state.event = nil
                state.isDue = false
            }
            return .some(state.event)
        }
        guard let begun else { return false }
        let event = ObservationTracking.Event(
            kind: begun?.kind ?? .initial, keyPath: begun?.keyPath, onCancel: { self.cancel() })
        PassStack.with(self) { frame in
            arm {
                apply.isolation?.assertIsolated()
                // On the closure's isolation already: without the mark of its isolation, which does not change how a function is
                // called, the call is synchronous. A conversion would say the same, but with a warning.
                let call = unsafeBitCast(apply, to: Synchronous.self)
                call(event)
            }
            if frame.mustRepeat { becomeDue(options.contains(.didSet) ? .didSet : .willSet, nil) }
        }
        return true
    }

    #if canImport(Darwin)
    /// Observes the first edge of a change; the closure runs after the isolation's next suspension, when the value is stored.
    private func arm(_ body: () -> Void) {
        let kind: Kind = options.contains(.didSet) ? .didSet : .willSet
        guard options.contains(.didSet) || options.contains(.willSet) else { return body() }
        withObservationTracking(body) { [weak self] in self?.note(kind, nil) }
    }
    #else
    private func arm(_ body: () -> Void) {
        let number = state.withLock { state in
            state.issued += 1
            return state.issued
        }
        let onWillSet: @Sendable (Observation.ObservationTracking) -> Void = { [weak self] tracking in
            self?.registration(number, tracking, told: .willSet) ?? tracking.cancel()
        }
        let onDidSet: @Sendable (Observation.ObservationTracking) -> Void = { [weak self] tracking in
            self?.registration(number, tracking, told: .didSet) ?? tracking.cancel()
        }
        switch (options.contains(.willSet), options.contains(.didSet)) {
        case (true, true): Observation.withObservationTracking(body, willSet: onWillSet, didSet: onDidSet)
        case (true, false): Observation.withObservationTracking(body, willSet: onWillSet)
        case (false, true): Observation.withObservationTracking(body, didSet: onDidSet)
        case (false, false): body()
        }
        // Only now do older registrations go: what other threads changed while the closure ran was still noticed.
        let old = state.withLock { state in
            state.standing = number
            defer { state.fired.removeAll { $0.number < number } }
            return state.fired.filter { $0.number < number }
        }
        for registration in old { registration.tracking.cancel() }
    }

    private func registration(_ number: Int, _ tracking: Observation.ObservationTracking, told kind: Kind) {
        enum Standing { case cancelled, stale, current }
        let standing: Standing = state.withLock { state in
            if state.isCancelled { return .cancelled }
            if number < state.standing { return .stale }
            if kind == .didSet || !options.contains(.didSet) { state.fired.append((number, tracking)) }
            return .current
        }
        if standing != .current { tracking.cancel() }
        // A stale registration still counts: who changes a value collects the callbacks first and calls them later, so that a value
        // can be stored after the newest read and its callbacks collected before the newest registration stood.
        if standing != .cancelled { note(kind, tracking.changed) }
    }
    #endif
}
#endif
