public import Foundation

/// Something that can do the benchmark's work over a folder: a raw engine, or Chronicle over one of its stores.
///
/// The runner calls, for the main store, `create`, `run` for `insertBatches` and then for the other workloads in
/// their order, `contents` after each write, and `close`; and likewise, before that and in a folder of its own,
/// for `insertSingles`. All calls come from one thread.
public protocol BenchSubject: AnyObject {
    /// What its column is called; unique in a run.
    var name: String { get }
    /// The name of the subject that its figures are divided by, nil for one that is itself the measure.
    var baseline: String? { get }

    /// Whether the subject has the workload at all (a store in memory has no cold open).
    func supports(_ workload: BenchWorkload) -> Bool

    /// Makes a new, empty store in an empty folder and gets the plan's inputs ready. Not measured.
    func create(in directory: URL, plan: BenchPlan) throws

    /// Does one workload and says how long it took and what came of it; `BenchMeasurement` has a maker for each.
    /// Only the work itself is measured: no digests, no release of what was fetched.
    func run(_ workload: BenchWorkload) throws -> BenchMeasurement

    /// Everything that the store holds, read from the store itself. Not measured.
    func contents() throws -> BenchContents

    /// Closes the store. Its folder goes away afterwards.
    func close() throws
}

extension BenchSubject {
    /// True: a subject has every workload unless it says otherwise.
    public func supports(_ workload: BenchWorkload) -> Bool { true }
}

/// One measured run of one workload.
public struct BenchMeasurement: Sendable {
    /// Wall time.
    public var seconds: Double
    /// Flights, reads or queries.
    public var operations: Int
    /// A fingerprint of the outcome, equal for every subject that did the same.
    public var digest: UInt64

    /// A measurement of its parts.
    public init(seconds: Double, operations: Int, digest: UInt64) {
        self.seconds = seconds
        self.operations = operations
        self.digest = digest
    }

    /// For the writes: their outcome is compared through the store's contents.
    public static func wrote(_ operations: Int, seconds: Double) -> BenchMeasurement {
        BenchMeasurement(seconds: seconds, operations: operations, digest: 0)
    }

    /// For `fetchAll`: all flights, in any order.
    public static func fetchedAll(_ flights: some Sequence<FlightRecord>, seconds: Double) -> BenchMeasurement {
        var contents = BenchContents()
        for flight in flights { contents.add(flight) }
        return BenchMeasurement(seconds: seconds, operations: contents.rows, digest: contents.digest)
    }

    /// For `fetchByIdentifier`: the sum of `number + distance` over the flights read. The subject adds it up while
    /// it is measured, as proof of having read each.
    public static func fetchedEach(sum: Int, operations: Int, seconds: Double) -> BenchMeasurement {
        BenchMeasurement(seconds: seconds, operations: operations, digest: UInt64(bitPattern: Int64(sum)))
    }

    /// For `filterSortLimit`: each query's flights in their order.
    public static func queried(
        _ results: some Sequence<some Sequence<FlightRecord>>, operations: Int, seconds: Double
    ) -> BenchMeasurement {
        var digest = BenchDigest()
        for flights in results {
            for flight in flights { digest.add(flight) }
        }
        return BenchMeasurement(seconds: seconds, operations: operations, digest: digest.value)
    }

    /// For `countFiltered`: each query's count.
    public static func counted(_ counts: [Int], seconds: Double) -> BenchMeasurement {
        var digest = BenchDigest()
        for count in counts { digest.add(count) }
        return BenchMeasurement(seconds: seconds, operations: counts.count, digest: digest.value)
    }

    /// For `coldOpen`: `number + distance` of the flight read.
    public static func opened(sum: Int, seconds: Double) -> BenchMeasurement {
        fetchedEach(sum: sum, operations: 1, seconds: seconds)
    }

    /// Runs the work and gives its wall time beside its result, which stays alive until after the time is taken.
    public static func time<Result>(_ work: () throws -> Result) rethrows -> (seconds: Double, result: Result) {
        let clock = ContinuousClock()
        let start = clock.now
        let result = try work()
        let parts = (clock.now - start).components
        return (Double(parts.seconds) + Double(parts.attoseconds) / 1e18, result)
    }
}
