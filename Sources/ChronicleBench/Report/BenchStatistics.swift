/// What is said about several measurements of the same thing.
public struct BenchStatistics: Sendable, Equatable, Codable {
    /// The middle value, or the mean of the two middle ones.
    public var median: Double
    /// The least.
    public var minimum: Double
    /// The most.
    public var maximum: Double

    /// How far the values lie apart: the range in parts of the median.
    public var spread: Double { median == 0 ? 0 : (maximum - minimum) / median }

    /// Of the samples, or nil if there are none.
    public init?(_ samples: [Double]) {
        let sorted = samples.sorted()
        guard let first = sorted.first, let last = sorted.last else { return nil }
        let middle = sorted.count / 2
        median = sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
        minimum = first
        maximum = last
    }
}
