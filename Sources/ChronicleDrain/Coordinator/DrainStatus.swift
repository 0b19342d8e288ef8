public import ChronicleHistory
public import Foundation

/// What a coordinator is doing.
public enum DrainState: Sendable, Hashable {
    /// It was not started, or was stopped.
    case stopped
    /// Another coordinator has the consumer's name.
    case waitingForLease(holder: String)
    /// Everything that was committed has been acknowledged; it waits for more.
    case idle
    /// It sends changes.
    case draining
    /// It sends a snapshot of the current state, for the reason given.
    case recovering(String)
    /// It waits after a failure.
    case backingOff(until: Date, reason: String)
    /// It waits for its owner to sign in and call ``HistoryDrainCoordinator/resume()``.
    case unauthorised(String)
    /// Nothing takes batches at the sink's address; it tries again after ``DrainPolicy/longestDelay``, or at
    /// ``HistoryDrainCoordinator/resume()``.
    case misdirected(String)
    /// It cannot go on from its position and waits for ``HistoryDrainCoordinator/recover()``.
    case needsRecovery(String)
}

/// A coordinator's state and how far it has come.
public struct DrainStatus: Sendable, Hashable {
    /// What it is doing.
    public var state = DrainState.stopped
    /// Everything up to here was acknowledged.
    public var position: HistoryPosition?
    /// The batches that were acknowledged since the coordinator was made.
    public var batches = 0
    /// The operations that were acknowledged since the coordinator was made.
    public var operations = 0
    /// The transactions that were passed since the coordinator was made, those included that filters passed over.
    public var transactions = 0
    /// The operations that are parked.
    public var parked = 0
    /// The failures in a row until now.
    public var failures = 0

    init() {}
}

/// How far a consumer is behind.
public struct DrainLag: Sendable, Hashable {
    /// The transactions that were not passed yet, those included that a filter will pass over.
    public var transactions: Int64
    /// The age of the oldest of them, in seconds.
    public var seconds: Double
}
