/// Where a consumer's checkpoint is kept, and who may work with it.
///
/// ## Implementation requirements
/// - ``save(_:by:)`` is atomic and durable: after a crash the checkpoint is the old or the new one, whole.
/// - A checkpoint that is there and cannot be read throws ``DrainError`` `checkpointUnreadable`; nil only means that there
///   never was one.
/// - Of several owners that claim the checkpoint at once, in whichever processes, one gets it. An owner whose process has
///   ended does not keep it from others.
public protocol CheckpointStore: Sendable {
    /// Claims the checkpoint.
    ///
    /// - Returns: Nil when the owner has it, else who has it.
    /// - Throws: ``DrainError``.
    func claim(by owner: DrainOwner) async throws -> String?

    /// Gives a claim up; does nothing for one that is not there.
    func release(by owner: DrainOwner) async throws

    /// The checkpoint; nil when there never was one.
    ///
    /// - Throws: ``DrainError`` `checkpointUnreadable` or `checkpointUnavailable`.
    func load() async throws -> DrainCheckpoint?

    /// Replaces the checkpoint.
    ///
    /// - Throws: ``DrainError`` `leaseLost` when the owner has no claim any more, `checkpointUnavailable`; the old checkpoint
    ///   is still there then.
    func save(_ checkpoint: DrainCheckpoint, by owner: DrainOwner) async throws
}
