public import Foundation

/// How a coordinator behaves when things go wrong.
public struct DrainPolicy: Sendable {
    /// The first wait after a failure, at most; it doubles with each further failure.
    public var firstDelay: Duration = .seconds(1)
    /// The longest wait after a failure.
    public var longestDelay: Duration = .seconds(300)
    /// The longest wait that a receiver can ask for.
    public var longestRetryAfter: Duration = .seconds(86_400)
    /// How long to wait before a checkpoint in other hands is asked for again.
    public var leaseDelay: Duration = .seconds(5)
    /// Whether a consumer that cannot go on from its position takes a snapshot by itself. Otherwise it waits for
    /// ``HistoryDrainCoordinator/recover()``.
    public var recoversByItself = true
    /// After how long at the latest the checkpoint of a long drain is saved. Batches of lines are saved with it before they are
    /// sent, whatever this says; what a sink takes as rows would come again after a crash.
    public var checkpointInterval: TimeInterval = 1
    /// Random numbers from zero to below one, for the full jitter of the waits.
    public var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// The usual behaviour.
    public init() {}

    /// How long to wait after so many failures in a row: a random part of the exponential limit, which keeps many clients
    /// from coming back at once, and not less than the receiver asks for.
    func delay(afterFailures failures: Int, retryAfter: Duration?) -> Duration {
        let doubled = firstDelay * Int(1 << min(max(failures - 1, 0), 30))
        let limit = min(doubled, longestDelay)
        let jittered = limit * random()
        return max(jittered, min(retryAfter ?? .zero, longestRetryAfter))
    }
}

/// The time of a drain; tests bring their own.
public protocol DrainClock: Sendable {
    /// The time of day.
    var now: Date { get }
    /// Waits.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    func sleep(for duration: Duration) async throws
}

/// The system's clock.
public struct SystemDrainClock: DrainClock {
    /// The clock.
    public init() {}
    /// The time of day.
    public var now: Date { Date() }
    /// Waits.
    public func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
