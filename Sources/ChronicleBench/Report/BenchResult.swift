/// One subject's figures for one workload.
public struct BenchResult: Sendable, Codable {
    /// The work.
    public var workload: BenchWorkload
    /// The subject's name.
    public var subject: String
    /// Rows, reads or queries in each run.
    public var operations: Int
    /// Wall time of each round in seconds, in the order of the rounds.
    public var samples: [Double]
    /// Over the samples, in seconds.
    public var seconds: BenchStatistics
    /// The subject that this one is divided by.
    public var baseline: String?
    /// How many times the baseline's time it took, over the ratios of each round, so that a machine that was busy for
    /// a whole round does not count.
    public var ratio: BenchStatistics?
    /// What was counted in the whole run, in the round that is not timed.
    public var counts: [BenchCounter: Int]

    package init(
        workload: BenchWorkload, subject: String, operations: Int, samples: [Double], seconds: BenchStatistics,
        baseline: String? = nil, ratio: BenchStatistics? = nil, counts: [BenchCounter: Int] = [:]
    ) {
        self.workload = workload
        self.subject = subject
        self.operations = operations
        self.samples = samples
        self.seconds = seconds
        self.baseline = baseline
        self.ratio = ratio
        self.counts = counts
    }

    /// The median of one operation, in microseconds.
    public var microsecondsEach: Double { seconds.median / Double(max(operations, 1)) * 1e6 }
}
