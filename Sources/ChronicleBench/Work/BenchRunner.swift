public import Foundation

/// A subject did not do what it should.
public struct BenchMismatch: Error, CustomStringConvertible {
    /// The work.
    public var workload: BenchWorkload
    /// The subject.
    public var subject: String
    /// What differs.
    public var difference: String

    /// The subject, the work and the difference.
    public var description: String { "\(subject), \(workload.title): \(difference)" }
}

/// A subject could not do its work.
public struct BenchFailure: Error, CustomStringConvertible {
    /// The work.
    public var workload: BenchWorkload
    /// The subject.
    public var subject: String
    /// What it threw.
    public var error: any Error

    /// The subject, the work and what was thrown.
    public var description: String { "\(subject), \(workload.title): \(error)" }
}

/// Runs the workloads on every subject, in rounds and in one process.
///
/// Within a round the subjects take turns at each workload, and another one begins in each round, so that a machine
/// that slows down or speeds up does so for all. Every result, and the store's contents after every write, are compared
/// with what the plan says they must be. Counts are taken in a round of their own, which is not timed.
public struct BenchRunner {
    /// What is run.
    public var plan: BenchPlan
    /// The workloads that are reported. Those that they need on their store are run all the same.
    public var workloads: [BenchWorkload]
    /// How many times everything is timed.
    public var rounds: Int
    /// Whether there is a round that counts.
    public var counts: Bool
    /// Told before and after each step.
    public var progress: (BenchProgress) -> Void

    /// A runner, of all workloads unless told otherwise.
    public init(
        plan: BenchPlan, workloads: [BenchWorkload] = BenchWorkload.allCases, rounds: Int = 5, counts: Bool = true,
        progress: @escaping (BenchProgress) -> Void = { _ in }
    ) {
        self.plan = plan
        self.workloads = BenchWorkload.allCases.filter(workloads.contains)
        self.rounds = max(rounds, 1)
        self.counts = counts
        self.progress = progress
    }

    /// Runs everything in folders of its own under the given one, which it leaves as it found it.
    ///
    /// - Throws: ``BenchMismatch`` when a subject's result is wrong; ``BenchFailure`` with what a subject threw at its work;
    ///   what a subject throws when its store is made or closed.
    public func run(_ subjects: [any BenchSubject], in directory: URL) throws -> BenchReport {
        let root = directory.appendingPathComponent("chronicle-bench-\(UUID().uuidString)", isDirectory: true)
        defer { try? FileManager.default.removeItem(at: root) }
        let environment = BenchEnvironment(plan: plan, rounds: rounds)
        var run = Run(runner: self, subjects: subjects, root: root)
        try run.all()
        let results = workloads.flatMap { workload in
            subjects.compactMap { run.tally.result(workload, of: $0) }
        }
        return BenchReport(environment: environment, subjects: subjects.map(BenchReport.Subject.init), results: results)
    }
}

/// One call of `run`.
private struct Run {
    let runner: BenchRunner
    let subjects: [any BenchSubject]
    let root: URL
    /// The workloads of each store, in the order of the stores.
    let stores: [[BenchWorkload]]
    let expectations: [BenchWorkload: BenchOracle.Expectation]
    var tally = BenchTally()
    var progress: BenchProgress

    init(runner: BenchRunner, subjects: [any BenchSubject], root: URL) {
        self.runner = runner
        self.subjects = subjects
        self.root = root
        let needed = Set(runner.workloads.flatMap { [$0] + $0.requirements })
        let ordered = BenchWorkload.allCases.filter(needed.contains)
        stores = ordered.filter(\.isAlone).map { [$0] } + [ordered.filter { !$0.isAlone }].filter { !$0.isEmpty }
        expectations = stores.reduce(into: [:]) {
            $0.merge(BenchOracle.expectations($1, runner.plan)) { first, _ in first }
        }
        let steps = ordered.reduce(0) { sum, workload in sum + subjects.count { $0.supports(workload) } }
        progress = BenchProgress(
            done: 0, total: steps * (runner.rounds + (runner.counts ? 1 : 0)), round: nil, rounds: runner.rounds,
            workload: ordered.first ?? .insertBatches, subject: subjects.first?.name ?? "")
    }

    mutating func all() throws {
        if runner.counts {
            try BenchProbe.countRound { try runRound(nil) }
        }
        for round in 0..<runner.rounds { try runRound(round) }
    }

    private mutating func runRound(_ round: Int?) throws {
        progress.round = round.map { $0 + 1 }
        let first = subjects.isEmpty ? 0 : (round ?? 0) % subjects.count
        let order = Array(subjects[first...] + subjects[..<first])
        let folder = root.appendingPathComponent("round-\(round.map(String.init) ?? "count")", isDirectory: true)
        for (index, workloads) in stores.enumerated() {
            // A store of its own has the settings of its one workload.
            let able = order.filter { subject in workloads.contains { subject.supports($0) } }
            try runStore(workloads, on: able, in: folder.appendingPathComponent("store-\(index)", isDirectory: true))
        }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Takes one store of each subject through the workloads.
    private mutating func runStore(
        _ workloads: [BenchWorkload], on subjects: [any BenchSubject], in folder: URL
    ) throws {
        guard let settings = workloads.first?.settings else { return }
        var reached: [(subject: any BenchSubject, folder: URL)] = []
        do {
            for (index, subject) in subjects.enumerated() {
                let directory = folder.appendingPathComponent("subject-\(index)", isDirectory: true)
                try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
                reached.append((subject, directory))
                try subject.create(in: directory, plan: runner.plan, settings: settings)
            }
            for workload in workloads {
                for (subject, folder) in reached where subject.supports(workload) {
                    try runStep(workload, subject, folder, settings)
                }
            }
        } catch {
            // The first error is the one to report; the folders go away in any case.
            for (subject, _) in reached { try? subject.close() }
            throw error
        }
        for subject in subjects { try subject.close() }
        try FileManager.default.removeItem(at: folder)
    }

    private mutating func runStep(
        _ workload: BenchWorkload, _ subject: any BenchSubject, _ folder: URL, _ settings: BenchSettings
    ) throws {
        progress.workload = workload
        progress.subject = subject.name
        progress.seconds = nil
        runner.progress(progress)
        let measured: BenchMeasurement
        do {
            measured = try measure(workload, subject, folder)
            try check(measured, workload, subject, settings)
        } catch let error as BenchMismatch {
            throw error
        } catch {
            throw BenchFailure(workload: workload, subject: subject.name, error: error)
        }
        progress.done += 1
        progress.seconds = measured.seconds
        runner.progress(progress)
    }

    private mutating func measure(
        _ workload: BenchWorkload, _ subject: any BenchSubject, _ folder: URL
    ) throws -> BenchMeasurement {
        if progress.round == nil {
            let (measured, counted) = try BenchProbe.count(folder) { try subject.run(workload) }
            tally.add(counted, workload, subject.name)
            return measured
        }
        let measured = try subject.run(workload)
        tally.add(measured, workload, subject.name)
        return measured
    }

    private func check(
        _ measured: BenchMeasurement, _ workload: BenchWorkload, _ subject: any BenchSubject, _ settings: BenchSettings
    ) throws {
        guard let expected = expectations[workload] else { return }
        func mismatch(_ difference: String) -> BenchMismatch {
            BenchMismatch(workload: workload, subject: subject.name, difference: difference)
        }
        guard measured.operations == expected.operations, measured.digest == expected.digest else {
            throw mismatch(
                "\(measured.operations) operations with digest \(measured.digest) instead of \(expected.operations) "
                    + "with \(expected.digest)")
        }
        guard var wanted = expected.contents else { return }
        let contents = try subject.contents()
        if !settings.recordsHistory || contents.history == nil { wanted.history = nil }
        guard contents == wanted else { throw mismatch("the store holds \(contents) instead of \(wanted)") }
    }
}
