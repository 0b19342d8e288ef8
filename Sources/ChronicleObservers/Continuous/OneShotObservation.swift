#if compiler(<6.4) && !canImport(Darwin)
@_spi(SwiftUI) import Observation
import Synchronization

/// Observes what a closure reads, up to the first change of it.
///
/// - Parameters:
///   - options: The edge that is told; with both, the second.
///   - apply: What reads.
///   - onChange: Called once, on the thread that changes something.
public func withObservationTracking<Value: ~Copyable, Failure: Error>(
    options: ObservationTracking.Options, _ apply: () throws(Failure) -> Value,
    onChange: @escaping @Sendable (borrowing ObservationTracking.Event) -> Void
) throws(Failure) -> Value {
    var result: Result<Value, Failure>?
    func body() {
        do throws(Failure) { result = .success(try apply()) } catch { result = .failure(error) }
    }
    let isOver = OnceFlag()
    let kind: ObservationTracking.Event.Kind = options.contains(.didSet) ? .didSet : .willSet
    let told: @Sendable (Observation.ObservationTracking) -> Void = { tracking in
        guard isOver.set() else { return }
        tracking.cancel()
        onChange(ObservationTracking.Event(kind: kind, keyPath: tracking.changed, onCancel: {}))
    }
    if options.contains(.didSet) {
        Observation.withObservationTracking(body, didSet: told)
    } else if options.contains(.willSet) {
        Observation.withObservationTracking(body, willSet: told)
    } else {
        body()
    }
    // Never without one: the closure has been called.
    guard let result = result.take() else { return try apply() }
    return try result.get()
}

private final class OnceFlag: Sendable {
    private let state = Atomic(false)
    func set() -> Bool { !state.exchange(true, ordering: .acquiringAndReleasing) }
}
#endif
