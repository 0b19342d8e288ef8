/// What a commit promises.
public enum BenchDurability: String, Sendable, CaseIterable, Codable {
    /// Nothing. SQLite: synchronous OFF. LMDB: NOSYNC.
    case off
    /// No corruption; the last commits may be lost in a power cut. SQLite: NORMAL. LMDB: NOMETASYNC.
    case normal
    /// A commit survives a power cut. SQLite: FULL. LMDB: its default.
    case full
}

/// How a store is opened for a workload; the same for a store and for the engine that it is compared with.
public struct BenchSettings: Sendable, Hashable {
    /// What a commit promises.
    public var durability = BenchDurability.normal
    /// Whether changes are recorded in a history.
    public var recordsHistory = true

    /// The settings of most workloads.
    public init() {}
}
