import Chronicle
import Foundation
import Observation

/// Figures of single operations, which no engine has a counterpart of.
struct MicroBenchmark {
    let command: BenchCommand

    init(_ command: BenchCommand) { self.command = command }

    /// Prints all figures.
    func run() throws {
        try printReads()
        for subject in subjects {
            try printMemoryInChild(of: subject)
            if subject.supports(.coldOpen) { try printColdOpen(of: subject) }
        }
    }

    private var subjects: [any BenchSubject] {
        ContextSubject.all.filter { subject in
            command.subjects.isEmpty
                ? subject is ContextSubject : command.subjects.contains { subject.name.contains($0) }
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

    private func report(_ title: String, nanoseconds: Double) {
        print("\(title): \(String(format: "%.1f", nanoseconds)) ns")
    }

    // MARK: Memory

    private func printMemoryInChild(of subject: any BenchSubject) throws {
        let child = Process()
        child.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        child.arguments = [
            "--memory-of", subject.name, "--rows", "100000", "--flights", command.flights.path, "--in",
            command.directory.path,
        ]
        try child.run()
        child.waitUntilExit()
    }

    /// Prints what the peak of memory rises by when all flights of a subject's store are fetched.
    func printMemory(of name: String) throws {
        guard let subject = ContextSubject.all.first(where: { $0.name == name }) else {
            throw BenchCommand.UsageError(description: "\(name) is not a subject")
        }
        try withStore(of: subject) { bytes in
            // What filling the store left behind is given back first, and the peak is reset to what is left.
            ProcessMemory.resetPeak()
            guard let before = ProcessMemory.current() else { return }
            _ = try subject.run(.fetchAll)
            guard let after = ProcessMemory.current() else { return }
            let over = Double(after.peak - before.resident - bytes) / 1e6
            print(
                "\(name): fetching \(command.rows) flights takes \((after.peak - before.resident) / 1_000_000) MB, "
                    + "\(String(format: "%.1f", over)) MB over the rows' own \(bytes / 1_000_000) MB")
        }
    }

    private func printColdOpen(of subject: any BenchSubject) throws {
        try withStore(of: subject, rows: 1_000_000) { _ in
            let opened = try (0..<5).map { _ in try subject.run(.coldOpen).seconds }.sorted()
            print("\(subject.name): cold open of 1000000 flights: \(String(format: "%.2f", opened[2] * 1e3)) ms")
        }
    }

    /// Fills a store, and says how many bytes the values of its rows take.
    private func withStore(
        of subject: any BenchSubject, rows: Int? = nil, _ body: (_ bytes: Int) throws -> Void
    ) throws {
        let folder = command.directory.appendingPathComponent("chronicle-micro-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let bytes = try {
            let table = try FlightTable(contentsOf: command.flights)
            let data = FlightData(table: table, count: rows ?? command.rows)
            try subject.create(in: folder, plan: BenchPlan(data: data))
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
