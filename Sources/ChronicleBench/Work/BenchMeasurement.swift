/// One measured run of one workload.
public struct BenchMeasurement: Sendable {
    /// Wall time.
    public var seconds: Double
    /// Rows, reads or queries.
    public var operations: Int
    /// A fingerprint of the outcome, equal for every subject that did the same.
    public var digest: UInt64
    /// The size of the store's files, from `coldOpen` of a store that has files.
    public var fileBytes: Int?

    /// A measurement of its parts.
    public init(seconds: Double, operations: Int, digest: UInt64) {
        self.seconds = seconds
        self.operations = operations
        self.digest = digest
    }

    /// Runs the work and gives its wall time beside its result, which stays alive until after the time is taken.
    ///
    /// In the counting round, this is also what is counted.
    public static func time<Result>(_ work: () throws -> Result) rethrows -> (seconds: Double, result: Result) {
        let probe = BenchProbe.active
        let before = probe?.begin()
        let clock = ContinuousClock()
        let start = clock.now
        let result = try work()
        let parts = (clock.now - start).components
        if let probe, let before { withExtendedLifetime(result) { probe.end(before) } }
        return (Double(parts.seconds) + Double(parts.attoseconds) / 1e18, result)
    }
}

// A maker for each kind of workload.
extension BenchMeasurement {
    /// For the writes: their outcome is checked through the store's contents.
    public static func wrote(_ operations: Int, seconds: Double) -> BenchMeasurement {
        BenchMeasurement(seconds: seconds, operations: operations, digest: 0)
    }

    /// For `fetchAll`: all flights, in any order.
    public static func fetchedAll(_ flights: some Sequence<FlightRecord>, seconds: Double) -> BenchMeasurement {
        var contents = BenchContents()
        for flight in flights { contents.add(flight) }
        return BenchMeasurement(seconds: seconds, operations: contents.rows, digest: contents.digest)
    }

    /// For `fetchByIdentifier` and `fetchByUnique`: the sum of `number + distance` over the flights read. The subject
    /// adds it up while it is measured, as proof of having read each.
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

    /// For `textContains` and `textPrefix`, each search's flights; for `fetchMembers`, all of them; in any order.
    public static func found(
        _ results: some Sequence<some Sequence<FlightRecord>>, operations: Int, seconds: Double
    ) -> BenchMeasurement {
        var digest = BenchDigest()
        for flights in results {
            var contents = BenchContents()
            for flight in flights { contents.add(flight) }
            digest.add(contents.rows)
            digest.add(Int(bitPattern: UInt(truncatingIfNeeded: contents.digest)))
        }
        return BenchMeasurement(seconds: seconds, operations: operations, digest: digest.value)
    }

    /// For `relationshipPath`: each query's legs in their order.
    public static func queriedLegs(
        _ results: some Sequence<some Sequence<LegRecord>>, operations: Int, seconds: Double
    ) -> BenchMeasurement {
        var digest = BenchDigest()
        for legs in results {
            for leg in legs { digest.add(leg) }
        }
        return BenchMeasurement(seconds: seconds, operations: operations, digest: digest.value)
    }

    /// For `historyByAuthor`: how many transactions were read, and how many changes in them.
    public static func readHistory(transactions: Int, changes: Int, seconds: Double) -> BenchMeasurement {
        var digest = BenchDigest()
        digest.add(transactions)
        digest.add(changes)
        return BenchMeasurement(seconds: seconds, operations: changes, digest: digest.value)
    }

    /// For `coldOpen`: `number + distance` of the flight read, and the size of the files that were opened.
    public static func opened(sum: Int, seconds: Double, fileBytes: Int? = nil) -> BenchMeasurement {
        var measured = fetchedEach(sum: sum, operations: 1, seconds: seconds)
        measured.fileBytes = fileBytes
        return measured
    }
}
