public import Foundation

/// Two subjects did the same work with different results.
public struct BenchMismatch: Error, CustomStringConvertible {
    /// The work.
    public var workload: BenchWorkload
    /// What differs, with both subjects' names.
    public var difference: String

    /// The work and the difference.
    public var description: String { "\(workload.title): \(difference)" }
}

/// Runs the workloads on every subject, in rounds and in one process.
///
/// Within a round the subjects take turns at each workload, and another one begins in each round, so that a machine
/// that slows down or speeds up does so for all. Every result is compared with that of the first subject.
public struct BenchRunner {
    /// What is run.
    public var plan: BenchPlan
    /// The workloads that are reported. The main store is filled even if `insertBatches` is not among them.
    public var workloads: [BenchWorkload]
    /// How many times everything is done.
    public var rounds: Int
    /// Receives a line now and then.
    public var progress: (String) -> Void

    /// A runner of all workloads that reports its progress to the standard error.
    public init(
        plan: BenchPlan, workloads: [BenchWorkload] = BenchWorkload.allCases, rounds: Int = 5,
        progress: @escaping (String) -> Void = BenchRunner.standardError
    ) {
        self.plan = plan
        self.workloads = BenchWorkload.allCases.filter(workloads.contains)
        self.rounds = max(rounds, 1)
        self.progress = progress
    }

    /// Writes a line to the standard error.
    public static func standardError(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    /// Runs everything in folders of its own under the given one, which it leaves as it found it.
    public func run(_ subjects: [any BenchSubject], in directory: URL) throws -> BenchReport {
        let root = directory.appendingPathComponent("chronicle-bench-\(UUID().uuidString)", isDirectory: true)
        defer { try? FileManager.default.removeItem(at: root) }
        var tally = Tally()
        let start = Date()
        for round in 0..<rounds {
            progress("round \(round + 1) of \(rounds)")
            let first = subjects.isEmpty ? 0 : round % subjects.count
            let order = Array(subjects[first...] + subjects[..<first])
            let folder = root.appendingPathComponent("round-\(round)", isDirectory: true)
            let selected = Set(workloads)
            if selected.contains(.insertSingles) {
                try runStore([.insertSingles], on: order, in: folder.appendingPathComponent("singles"), &tally)
            }
            let main = BenchWorkload.allCases.filter {
                $0 != .insertSingles && ($0 == .insertBatches || selected.contains($0))
            }
            if main != [.insertBatches] || selected.contains(.insertBatches) {
                try runStore(main, on: order, in: folder.appendingPathComponent("main"), &tally)
            }
            try? FileManager.default.removeItem(at: folder)
        }
        let environment = BenchEnvironment(flights: plan.flights.count, rounds: rounds, date: start)
        let results = workloads.flatMap { workload in
            subjects.compactMap { tally.result(workload, of: $0) }
        }
        return BenchReport(environment: environment, subjects: subjects.map(\.name), results: results)
    }

    /// Takes one store of each subject through the workloads.
    private func runStore(
        _ workloads: [BenchWorkload], on subjects: [any BenchSubject], in folder: URL, _ tally: inout Tally
    ) throws {
        var reached: [any BenchSubject] = []
        do {
            for (index, subject) in subjects.enumerated() {
                let directory = folder.appendingPathComponent("subject-\(index)", isDirectory: true)
                try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
                reached.append(subject)
                try subject.create(in: directory, plan: plan)
            }
            for workload in workloads {
                try runWorkload(workload, on: subjects.filter { $0.supports(workload) }, &tally)
            }
        } catch {
            // The first error is the one to report; the folders go away in any case.
            for subject in reached { try? subject.close() }
            throw error
        }
        for subject in subjects { try subject.close() }
    }

    private func runWorkload(
        _ workload: BenchWorkload, on subjects: [any BenchSubject], _ tally: inout Tally
    ) throws {
        var first: (name: String, digest: UInt64, operations: Int)?
        var written: (name: String, contents: BenchContents)?
        var history: (name: String, history: BenchContents.History)?
        for subject in subjects {
            let measured = try subject.run(workload)
            let milliseconds = String(format: "%.1f", measured.seconds * 1e3)
            progress("  \(workload.title), \(subject.name): \(milliseconds) ms")
            tally.add(measured, workload, subject.name)
            if let first, first.digest != measured.digest || first.operations != measured.operations {
                throw BenchMismatch(
                    workload: workload,
                    difference: "\(first.name) gave \(first.operations) operations with digest \(first.digest), "
                        + "\(subject.name) \(measured.operations) with \(measured.digest)")
            }
            first = first ?? (subject.name, measured.digest, measured.operations)
            guard workload.isWrite else { continue }

            let contents = try subject.contents()
            var rows = contents
            rows.history = nil
            if let written, written.contents != rows {
                throw BenchMismatch(
                    workload: workload,
                    difference: "\(written.name) holds \(written.contents), \(subject.name) \(rows)")
            }
            written = written ?? (subject.name, rows)
            guard let kept = contents.history else { continue }
            if let history, history.history != kept {
                throw BenchMismatch(
                    workload: workload,
                    difference: "\(history.name) has recorded \(history.history), \(subject.name) \(kept)")
            }
            history = history ?? (subject.name, kept)
        }
    }
}

/// All samples so far.
private struct Tally {
    private struct Key: Hashable {
        var workload: BenchWorkload
        var subject: String
    }
    private var samples: [Key: [BenchMeasurement]] = [:]

    mutating func add(_ measurement: BenchMeasurement, _ workload: BenchWorkload, _ subject: String) {
        samples[Key(workload: workload, subject: subject), default: []].append(measurement)
    }

    func result(_ workload: BenchWorkload, of subject: any BenchSubject) -> BenchResult? {
        let measured = samples[Key(workload: workload, subject: subject.name)] ?? []
        let seconds = measured.map(\.seconds)
        guard let statistics = BenchStatistics(seconds) else { return nil }
        var result = BenchResult(
            workload: workload, subject: subject.name, operations: measured[0].operations, samples: seconds,
            seconds: statistics)
        if let name = subject.baseline, let base = samples[Key(workload: workload, subject: name)] {
            result.baseline = name
            result.ratio = BenchStatistics(zip(seconds, base).map { $0 / $1.seconds })?.median
        }
        return result
    }
}
