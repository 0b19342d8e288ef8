import Foundation

/// A report held against an older one: what got slower or grew beyond noise.
///
/// A figure with a baseline is judged by its ratio, one without by its time, and only if both ran on like machines. It is
/// slower when its median is above the old one by more than a tenth and by more than half of both spreads together. The
/// raw engines are not judged: they are the measure, and tell how far the machine itself has drifted. Counts are judged on
/// any machine, each with a tolerance of its own.
public struct BenchComparison: Sendable {
    /// One figure that differs beyond noise.
    public struct Difference: Sendable, Equatable {
        /// The work.
        public var workload: BenchWorkload
        /// The subject.
        public var subject: String
        /// What was measured: `time`, `ratio`, or a counter's title.
        public var figure: String
        /// The older figure.
        public var before: Double
        /// The newer figure.
        public var after: Double
        /// From which share of the older figure on it counts as different.
        public var noise: Double

        /// The newer figure in parts of the older one.
        public var factor: Double { before == 0 ? .infinity : after / before }
    }

    /// Why two reports cannot be compared at all.
    public struct Refusal: Error, CustomStringConvertible, Equatable {
        /// What differs.
        public var reason: String
        /// What differs, and what to do.
        public var description: String { "the reports cannot be compared: \(reason)" }
    }

    /// What got slower or grew, the worst first.
    public private(set) var worse: [Difference] = []
    /// What got faster or shrank, the best first.
    public private(set) var better: [Difference] = []
    /// What makes the comparison weaker than it could be, a sentence each.
    public private(set) var warnings: [String] = []
    /// How many times the old time the raw engines take, over all their workloads; nil without one.
    public private(set) var drift: Double?
    /// How many figures were judged.
    public private(set) var judged = 0

    /// The least that a median must differ by, in parts of the old one.
    public static let leastNoise = 0.1
    /// Times that differ by less are below what a clock and a scheduler can tell, in seconds.
    static let leastSeconds = 50e-6

    /// Compares two reports.
    ///
    /// - Throws: ``Refusal`` when they are not of the same work, or one is of a debug build and the other is not.
    public init(old: BenchReport, new: BenchReport) throws {
        let (before, after) = (old.environment, new.environment)
        try Self.check(before, after)
        let isSameMachine = (before.processor, before.cores) == (after.processor, after.cores)
        if !isSameMachine {
            warnings.append(
                "Another machine (\(before.cores) cores of \(before.processor) before): times are not judged, only "
                    + "ratios and counts.")
        }
        if before.system != after.system { warnings.append("Another system before: \(before.system).") }
        for (name, version) in after.engines.sorted(by: { $0.key < $1.key }) {
            if let earlier = before.engines[name], earlier != version {
                warnings.append("Another \(name) before: \(earlier), now \(version).")
            }
        }
        if min(before.rounds, after.rounds) < 3 {
            warnings.append("With fewer than three rounds the spread tells little: use --rounds 5.")
        }
        judge(old, new, times: isSameMachine)
    }

    /// Whether reports of two runs could be compared, as can be told before the second one.
    ///
    /// - Throws: ``Refusal`` when not.
    public static func check(_ before: BenchEnvironment, _ after: BenchEnvironment) throws {
        guard before.flights == after.flights else {
            throw Refusal(reason: "\(before.flights) flights before and \(after.flights) now: give the same --rows")
        }
        guard before.sizes == after.sizes else {
            throw Refusal(reason: "the sizes of the work differ: give the same --batch and --singles")
        }
        guard before.isDebugBuild == after.isDebugBuild else {
            throw Refusal(
                reason:
                    "\(before.isDebugBuild ? "the old report" : "this one") is of a debug build and the other is not")
        }
    }

    private mutating func judge(_ old: BenchReport, _ new: BenchReport, times: Bool) {
        let engines = Set(new.subjects.filter(\.isEngine).map(\.name))
        var drifts: [Double] = []
        var missing = 0
        for after in new.results {
            guard let before = old.result(after.workload, of: after.subject) else {
                missing += 1
                continue
            }
            if engines.contains(after.subject) {
                if before.seconds.median > 0 { drifts.append(after.seconds.median / before.seconds.median) }
                continue
            }
            judgeTime(before, after, times: times)
            for counter in BenchCounter.allCases { judgeCount(counter, before, after) }
        }
        drift = BenchStatistics(drifts)?.median
        if missing > 0 { warnings.append("\(missing) results have nothing to be compared with in the old report.") }
        worse.sort { $0.factor > $1.factor }
        better.sort { $0.factor < $1.factor }
    }

    private mutating func judgeTime(_ before: BenchResult, _ after: BenchResult, times: Bool) {
        if let old = before.ratio, let new = after.ratio, before.baseline == after.baseline {
            let isVisible = abs(after.seconds.median - before.seconds.median) > Self.leastSeconds
            judge(old, new, "ratio", before, after, isVisible: isVisible || !times)
        } else if times {
            let isVisible = abs(after.seconds.median - before.seconds.median) > Self.leastSeconds
            judge(before.seconds, after.seconds, "time", before, after, isVisible: isVisible)
        }
    }

    private mutating func judge(
        _ old: BenchStatistics, _ new: BenchStatistics, _ figure: String, _ before: BenchResult,
        _ after: BenchResult, isVisible: Bool
    ) {
        judged += 1
        guard isVisible, old.median > 0 else { return }
        let noise = max(Self.leastNoise, (old.spread + new.spread) / 2)
        let difference = Difference(
            workload: after.workload, subject: after.subject, figure: figure, before: old.median, after: new.median,
            noise: noise)
        if difference.factor > 1 + noise { worse.append(difference) }
        if difference.factor < 1 / (1 + noise) { better.append(difference) }
    }

    private mutating func judgeCount(_ counter: BenchCounter, _ before: BenchResult, _ after: BenchResult) {
        guard let tolerance = counter.tolerance, let old = before.counts[counter], let new = after.counts[counter],
            before.operations == after.operations
        else { return }
        judged += 1
        // A few bytes or calls are not worth a word, however few there were before.
        let least = counter.isBytes ? 4_096.0 : counter.tolerance == 0 ? 0 : 16
        guard abs(Double(new - old)) > least else { return }
        let difference = Difference(
            workload: after.workload, subject: after.subject, figure: counter.title, before: Double(old),
            after: Double(new), noise: tolerance)
        if Double(new) > Double(old) * (1 + tolerance) { worse.append(difference) }
        if Double(new) < Double(old) * (1 - tolerance) { better.append(difference) }
    }
}
