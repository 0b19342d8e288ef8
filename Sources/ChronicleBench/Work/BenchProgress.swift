/// How far a run has come.
public struct BenchProgress: Sendable {
    /// Steps that are done; a step is one workload on one subject.
    public var done: Int
    /// All steps.
    public var total: Int
    /// The round, counted from one; nil for the round in which is counted.
    public var round: Int?
    /// All timed rounds.
    public var rounds: Int
    /// What is done now.
    public var workload: BenchWorkload
    /// Who does it.
    public var subject: String
    /// How long the step took; nil when it begins.
    public var seconds: Double?
}
