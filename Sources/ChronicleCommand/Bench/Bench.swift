import CBenchCounters
import ChronicleBench
import Foundation

/// `chronicle bench`: the same work on every store and, in turns with it, on the raw engine.
struct Bench {
    let arguments: BenchArguments

    /// Runs the benchmark and prints its report.
    ///
    /// - Returns: Whether nothing got slower or larger than in the older report, if one was given.
    /// - Throws: ``UsageError``, ``FlightTableError`` for a wrong input; ``BenchMismatch`` when a store gave a wrong answer;
    ///   what a store throws.
    func run() async throws -> Bool {
        if let name = arguments.observerPeer {
            try ObserverBenchmark.runPeer(store: name, in: arguments.directory)
            return true
        }
        if arguments.isObservers {
            try ObserverBench(arguments: arguments).run()
            return true
        }
        let subjects = try arguments.chosen(of: ContextSubject.all)
        let table = try flightTable()
        // Read before the work, so that a wrong file is told at once.
        let old = try arguments.compare.map(Self.report)
        let folder = try ScratchFolder(in: arguments.directory)
        defer { folder.remove() }
        if let name = arguments.memoryOf {
            guard let subject = subjects.first(where: { $0.name == name }) else {
                throw UsageError("--memory-of: no store is called \(name)")
            }
            try micro(table, [subject], in: folder.url).printMemory(of: subject)
            return true
        }
        if arguments.isMicro {
            let stores = arguments.stores.isEmpty ? subjects.filter { !$0.isEngine } : subjects
            try micro(table, stores, in: folder.url).run(measureMemory: printMemoryInChild)
            return true
        }
        if arguments.isDrain {
            let line = ProgressLine()
            defer { line.finish() }
            let stores = subjects.compactMap { $0 as? ContextSubject }
            try await DrainBenchmark(
                table: table, subjects: stores, directory: folder.url, rows: arguments.rows, rounds: arguments.rounds
            ).run { line.show($0) }
            return true
        }
        return try runWorkloads(table, subjects, old, in: folder.url)
    }

    private func flightTable() throws -> FlightTable {
        if let file = arguments.flights { return try FlightTable(contentsOf: file) }
        guard let folder = Bundle.module.url(forResource: "Resources", withExtension: nil) else {
            throw UsageError(
                "the program's resources are missing: run it from where it was built, or give --flights FILE")
        }
        return try FlightTable(contentsOf: folder.appending(path: "flights.csv"))
    }

    private func runWorkloads(
        _ table: FlightTable, _ subjects: [any BenchSubject], _ old: BenchReport?, in folder: URL
    ) throws -> Bool {
        if cbc_counts() {
            BenchProbe.countProcess {
                BenchProbe.Process(allocations: Int(cbc_allocations()), syncs: Int(cbc_syncs()))
            }
        }
        let plan = BenchPlan(data: FlightData(table: table, count: arguments.rows), sizes: arguments.sizes)
        if let old {
            try BenchComparison.check(old.environment, BenchEnvironment(plan: plan, rounds: arguments.rounds))
        }
        let line = ProgressLine()
        let runner = BenchRunner(plan: plan, workloads: arguments.workloads, rounds: arguments.rounds) { line.show($0) }
        defer { line.finish() }
        let report = try runner.run(subjects, in: folder)
        line.finish()
        print(report.table(), terminator: "")
        if arguments.showsCounts { print("\n" + report.countTables(), terminator: "") }
        let comparison = try old.map { try BenchComparison(old: $0, new: report) }
        if let json = arguments.json { try report.json().write(to: json) }
        if let html = arguments.html { try Data(report.html(comparison: comparison).utf8).write(to: html) }
        guard let comparison else { return true }
        print("\n" + comparison.text(), terminator: "")
        return comparison.worse.isEmpty
    }

    private static func report(_ file: URL) throws -> BenchReport {
        let path = file.path(percentEncoded: false)
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch {
            throw UsageError("--compare: \(path) cannot be read: \(error.localizedDescription)")
        }
        do {
            return try BenchReport(json: data)
        } catch let error as BenchReportError {
            throw UsageError("--compare: \(path): \(error)")
        }
    }

    // MARK: Single operations

    private func micro(_ table: FlightTable, _ subjects: [any BenchSubject], in folder: URL) -> MicroBenchmark {
        var micro = MicroBenchmark(table: table, subjects: subjects, directory: folder)
        if arguments.rows != BenchArguments.usualRows {
            micro.rows = arguments.rows
            micro.openedRows = arguments.rows
        }
        return micro
    }

    private func printMemoryInChild(of subject: any BenchSubject) throws {
        let child = Process()
        child.executableURL = Bundle.main.executableURL ?? URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        child.arguments = [
            "bench", "--memory-of", subject.name, "--rows", String(arguments.rows), "--in", arguments.directory.path,
        ]
        if let flights = arguments.flights { child.arguments?.append(contentsOf: ["--flights", flights.path]) }
        // What this process has said so far comes before what the other one says.
        fflush(nil)
        try child.run()
        child.waitUntilExit()
        guard child.terminationStatus == 0 else {
            throw MeasuringFailure(description: "the memory of \(subject.name) could not be measured")
        }
    }
}

/// A figure that was not to be had; why was said where it happened.
struct MeasuringFailure: Error, CustomStringConvertible {
    var description: String
}
