import ChronicleBench
import Foundation
import Testing

@Suite("Benchmark runs")
struct RunnerTests {
    @Test("Every engine and store does every workload that it has as the plan says")
    func everySubject() throws {
        let subjects = ContextSubject.all
        let report = try Fixture.whole.get()
        for subject in subjects {
            for workload in BenchWorkload.allCases {
                let result = report.result(workload, of: subject.name)
                #expect((result != nil) == subject.supports(workload), "\(subject.name), \(workload)")
                #expect(result.map { $0.samples.count == 2 } ?? true)
            }
        }
        #expect(report.results.allSatisfy { ($0.ratio == nil) == ($0.baseline == nil) })
    }

    @Test("What a workload needs is run with it and not reported")
    func requirements() throws {
        let report = try Fixture.withFolder { folder in
            var steps: [BenchProgress] = []
            let runner = BenchRunner(
                plan: try Fixture.plan(), workloads: [.historyByAuthor, .relationshipPath], rounds: 1, counts: false
            ) { steps.append($0) }
            let report = try runner.run(Fixture.rawSubjects, in: folder)
            #expect(steps.last?.done == steps.last?.total)
            #expect(steps.last?.total == Fixture.rawSubjects.count * 5)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(left.isEmpty)
            return report
        }
        #expect(report.workloads == [.relationshipPath, .historyByAuthor])
        #expect(report.result(.historyByAuthor, of: "raw SQLite").map { $0.operations == 100 } ?? true)
        #expect(report.results.allSatisfy { $0.counts.isEmpty })
    }

    @Test("A raw engine refuses what cannot be, with its own words", arguments: Fixture.rawSubjects.indices)
    func refusals(at index: Int) throws {
        let subject = Fixture.rawSubjects[index]
        let plan = try Fixture.plan()
        #expect(throws: RawEngineError.self) {
            try subject.create(in: URL(fileURLWithPath: "/nowhere/at/all"), plan: plan, settings: BenchSettings())
        }
        try Fixture.withFolder { folder in
            try subject.create(in: folder, plan: plan, settings: BenchSettings())
            _ = try subject.run(.insertBatches)
            let before = try subject.contents()
            #expect(throws: RawEngineError.self, "a second insertion of the same flights") {
                try subject.run(.insertBatches)
            }
            _ = try subject.run(.coldOpen)
            #expect(try subject.contents() == before)
            try subject.close()
            #expect(throws: RawEngineError.self) { try subject.run(.fetchAll) }
        }
    }

    @Test(
        "A wrong result stops the run, with the subject and the work in the error",
        arguments: StubSubject.Fault.allCases)
    func mismatch(fault: StubSubject.Fault) throws {
        let plan = try Fixture.plan()
        try Fixture.withFolder { folder in
            let runner = BenchRunner(plan: plan, workloads: [.countFiltered], rounds: 1)
            let error = #expect(throws: (any Error).self) { try runner.run([StubSubject(fault, plan)], in: folder) }
            switch fault {
            case .digest:
                #expect((error as? BenchMismatch)?.workload == .countFiltered)
                #expect("\(error.map(String.init(describing:)) ?? "")".hasPrefix("stub, count with a filter: "))
            case .contents:
                #expect((error as? BenchMismatch)?.workload == .insertBatches)
                #expect((error as? BenchMismatch)?.difference.contains("399 rows") == true)
            case .throwing:
                #expect((error as? BenchFailure)?.workload == .countFiltered)
                #expect((error as? BenchFailure)?.error is CancellationError)
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(left.isEmpty)
        }
    }
}

/// A subject that keeps its rows in an array, and is wrong in one way or not at all.
final class StubSubject: BenchSubject {
    enum Fault: CaseIterable { case digest, contents, throwing }

    let name = "stub"
    let baseline: String? = nil
    private let fault: Fault
    private let plan: BenchPlan

    init(_ fault: Fault, _ plan: BenchPlan) {
        self.fault = fault
        self.plan = plan
    }

    func create(in directory: URL, plan: BenchPlan, settings: BenchSettings) {}
    func close() {}

    func contents() -> BenchContents {
        var contents = BenchContents()
        for flight in plan.flights.dropLast(fault == .contents ? 1 : 0) { contents.add(flight) }
        return contents
    }

    func run(_ workload: BenchWorkload) throws -> BenchMeasurement {
        if workload == .insertBatches { return .wrote(plan.flights.count, seconds: 1) }
        if fault == .throwing { throw CancellationError() }
        return .counted(Array(repeating: 1, count: plan.filters.count), seconds: 1)
    }
}
