import Synchronization

/// A checkpoint that lives as long as the object: for tests, and for receivers that are filled anew at each start.
public final class MemoryCheckpointStore: CheckpointStore {
    private let state = Mutex<(checkpoint: DrainCheckpoint?, owner: String?)>((nil, nil))

    /// A store without a checkpoint.
    public init() {}

    /// Claims the checkpoint.
    public func claim(by owner: DrainOwner) -> String? {
        state.withLock { state in
            if let other = state.owner, other != owner.text, !DrainOwner.hasEnded(other) { return other }
            state.owner = owner.text
            return nil
        }
    }

    /// Gives a claim up.
    public func release(by owner: DrainOwner) {
        state.withLock { state in
            if state.owner == owner.text { state.owner = nil }
        }
    }

    /// The checkpoint.
    public func load() -> DrainCheckpoint? { state.withLock { $0.checkpoint } }

    /// Replaces the checkpoint.
    public func save(_ checkpoint: DrainCheckpoint, by owner: DrainOwner) throws {
        try state.withLock { state in
            guard state.owner == owner.text else { throw DrainError.leaseLost(state.owner) }
            state.checkpoint = checkpoint
        }
    }
}

extension DrainError {
    static func leaseLost(_ other: String?, consumer: String? = nil) -> DrainError {
        DrainError(
            .leaseLost,
            "The checkpoint is \(other.map { "in the hands of \($0)" } ?? "not claimed") now: stop this coordinator.",
            consumer: consumer)
    }
}
