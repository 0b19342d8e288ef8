import CBaseline
import Chronicle
public import Foundation
import Observation

/// Figures of single operations, which no engine has a counterpart of.
public struct MicroBenchmark {
    /// What flights are made from.
    public var table: FlightTable
    /// The stores that are measured.
    public var subjects: [any BenchSubject]
    /// Where the stores are made.
    public var directory: URL
    /// How many flights are fetched for the figure of memory.
    public var rows = 100_000
    /// How many flights the store has that is opened cold.
    public var openedRows = 1_000_000

    /// A benchmark of some subjects.
    public init(table: FlightTable, subjects: [any BenchSubject], directory: URL) {
        self.table = table
        self.subjects = subjects
        self.directory = directory
    }

    /// Prints all figures.
    ///
    /// - Parameter measureMemory: Has ``printMemory(of:)`` run in a new process, so that nothing that ran before it is in
    ///   its figure.
    public func run(measureMemory: (any BenchSubject) throws -> Void) throws {
        try printReads()
        try printFilters()
        try printLowering()
        for subject in subjects {
            try measureMemory(subject)
            if subject.supports(.coldOpen) { try printColdOpen(of: subject) }
        }
    }

    // MARK: Property reads

    private func printReads() throws {
        let container = try ModelContainer(for: BenchFlight.self)
        let writer = ModelContext(container)
        for number in 0..<1_000 {
            let flight = BenchFlight()
            (flight.remoteID, flight.carrier, flight.number) = ("\(number)", "UA", number)
            (flight.origin, flight.destination, flight.departure, flight.distance) = ("EWR", "IAH", Date(), 1)
            writer.insert(flight)
        }
        try writer.save()
        let flights = try ModelContext(container).fetch(FetchDescriptor<BenchFlight>())
        let context = ModelContext(container)
        let held = try context.fetch(FetchDescriptor<BenchFlight>())
        withExtendedLifetime(context) {
            report("read a property, no context", nanoseconds: read(flights, rounds: 2_000))
            report("read a property, nobody observes", nanoseconds: read(held, rounds: 2_000))
            withObservationTracking {
                report("read a property for the first time, observed", nanoseconds: read(held, rounds: 1))
                report("read a property again, observed", nanoseconds: read(held, rounds: 200))
            } onChange: {
            }
            report("read a property, observed before", nanoseconds: read(held, rounds: 200))
        }
    }

    private func read(_ flights: [BenchFlight], rounds: Int) -> Double {
        let (seconds, sum) = BenchMeasurement.time {
            var sum = 0
            for _ in 0..<rounds {
                for flight in flights { sum &+= flight.distance }
            }
            return sum
        }
        return seconds * 1e9 / Double(max(sum, 1))
    }

    func report(_ title: String, nanoseconds: Double) {
        print("\(title): \(String(format: "%.1f", nanoseconds)) ns")
    }

    // MARK: Memory

    /// Prints what the peak of memory rises by when all flights of a subject's store are fetched.
    public func printMemory(of subject: any BenchSubject) throws {
        try withStore(of: subject, rows: rows) { bytes in
            // What filling the store left behind is given back first, and the peak is reset to what is left.
            cb_trim_heap()
            ProcessMemory.resetPeak()
            guard let before = ProcessMemory.current() else { return }
            _ = try subject.run(.fetchAll)
            guard let after = ProcessMemory.current() else { return }
            let over = Double(after.peak - before.resident - bytes) / 1e6
            print(
                "\(subject.name): fetching \(rows) flights takes \((after.peak - before.resident) / 1_000_000) MB, "
                    + "\(String(format: "%.1f", over)) MB over the rows' own \(bytes / 1_000_000) MB")
        }
    }

    private func printColdOpen(of subject: any BenchSubject) throws {
        try withStore(of: subject, rows: openedRows) { _ in
            let opened = try (0..<5).map { _ in try subject.run(.coldOpen).seconds }.sorted()
            print("\(subject.name): cold open of \(openedRows) flights: \(String(format: "%.2f", opened[2] * 1e3)) ms")
        }
    }

    /// Fills a store, and says how many bytes the values of its rows take.
    private func withStore(
        of subject: any BenchSubject, rows: Int, _ body: (_ bytes: Int) throws -> Void
    ) throws {
        let folder = directory.appendingPathComponent("chronicle-micro-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let bytes = try {
            let data = FlightData(table: table, count: rows)
            try subject.create(in: folder, plan: BenchPlan(data: data), settings: BenchSettings())
            return data.flights.reduce(0) { $0 + $1.byteCount }
        }()
        _ = try subject.run(.insertBatches)
        try body(bytes)
        try subject.close()
    }
}

extension FlightRecord {
    /// The bytes of the values: texts at their length, all else at eight.
    fileprivate var byteCount: Int {
        let texts = [remoteID, carrier, origin, destination, tailNumber ?? "", note ?? ""]
        return texts.reduce(4 * 8) { $0 + $1.utf8.count }
    }
}
