import ChronicleBench
import Foundation
import Testing

@Suite("Benchmark runs")
struct RunnerTests {
    @Test("The raw engines agree on every workload, and the report says so in a table and in JSON")
    func rawEngines() throws {
        let subjects = Fixture.rawSubjects
        let report = try Fixture.withFolder { folder in
            let runner = BenchRunner(plan: try Fixture.plan(), rounds: 3, progress: { _ in })
            let report = try runner.run(subjects, in: folder)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(left.isEmpty)
            return report
        }
        #expect(report.results.count == BenchWorkload.allCases.count * subjects.count)
        #expect(report.results.allSatisfy { $0.samples.count == 3 && ($0.ratio == nil) == ($0.baseline == nil) })
        let table = report.table()
        for workload in BenchWorkload.allCases { #expect(table.contains(workload.title)) }
        let again = try BenchReport(json: report.json())
        #expect(again.table() == table)
    }

    @Test("A raw engine holds what the plan says after each write", arguments: Fixture.rawSubjects.indices)
    func contents(at index: Int) throws {
        let subject = Fixture.rawSubjects[index]
        let plan = try Fixture.plan()
        try Fixture.withFolder { folder in
            try subject.create(in: folder, plan: plan)
            _ = try subject.run(.insertBatches)
            var rows: [FlightRecord?] = plan.flights
            var history = BenchContents.History()
            history.inserts = rows.count
            #expect(try subject.contents() == expected(rows, history, of: subject))

            _ = try subject.run(.update)
            for edit in plan.edits { rows[edit.index]?.delayMinutes = edit.delayMinutes }
            history.updates = plan.edits.count
            #expect(try subject.contents() == expected(rows, history, of: subject))

            _ = try subject.run(.delete)
            for index in plan.deletions {
                history.addDelete(remoteID: plan.flights[index].remoteID)
                rows[index] = nil
            }
            #expect(try subject.contents() == expected(rows, history, of: subject))

            _ = try subject.run(.coldOpen)
            #expect(try subject.contents() == expected(rows, history, of: subject))
            #expect(throws: RawEngineError.self, "a second insertion of the same flights") {
                try subject.run(.insertBatches)
            }
            #expect(try subject.contents() == expected(rows, history, of: subject))
            try subject.close()
            #expect(throws: RawEngineError.self) { try subject.run(.fetchAll) }
        }
    }

    private func expected(
        _ rows: [FlightRecord?], _ history: BenchContents.History, of subject: any BenchSubject
    ) -> BenchContents {
        var contents = BenchContents(history: subject.baseline == nil ? history : nil)
        for row in rows.compactMap(\.self) { contents.add(row) }
        return contents
    }

    @Test("The queries give what Swift gives", arguments: Fixture.rawSubjects.indices)
    func queries(at index: Int) throws {
        let subject = Fixture.rawSubjects[index]
        let plan = try Fixture.plan()
        let results = plan.filters.map { filter in
            // Positions are in the order of identifiers, and Swift's sort is stable.
            plan.flights
                .filter { $0.origin == filter.origin && ($0.delayMinutes ?? 0) > filter.delayedMoreThan }
                .sorted { $0.departure < $1.departure }
        }
        let limited = results.map { $0.prefix(plan.sizes.limit) }
        try Fixture.withFolder { folder in
            try subject.create(in: folder, plan: plan)
            _ = try subject.run(.insertBatches)
            let wanted = BenchMeasurement.queried(limited, operations: plan.filters.count, seconds: 0)
            #expect(try subject.run(.filterSortLimit).digest == wanted.digest)
            let counts = BenchMeasurement.counted(results.map(\.count), seconds: 0)
            #expect(try subject.run(.countFiltered).digest == counts.digest)
            try subject.close()
        }
    }

    @Test("A folder that is not there is an error with the engine's words")
    func missingFolder() throws {
        for subject in Fixture.rawSubjects {
            #expect(throws: RawEngineError.self) {
                try subject.create(in: URL(fileURLWithPath: "/nowhere/at/all"), plan: try Fixture.plan())
            }
        }
    }

    @Test("Subjects that differ stop the run")
    func mismatch() throws {
        let plan = try Fixture.plan()
        try Fixture.withFolder { folder in
            let runner = BenchRunner(plan: plan, workloads: [.countFiltered], rounds: 1, progress: { _ in })
            let error = #expect(throws: BenchMismatch.self) {
                try runner.run([StubSubject(digest: 1), StubSubject(digest: 2)], in: folder)
            }
            #expect(error?.workload == .countFiltered)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(left.isEmpty)
        }
    }
}

/// A subject that does nothing and says so.
private final class StubSubject: BenchSubject {
    let name: String
    let baseline: String? = nil
    let digest: UInt64

    init(digest: UInt64) {
        self.digest = digest
        name = "stub \(digest)"
    }

    func create(in directory: URL, plan: BenchPlan) {}
    func contents() -> BenchContents { BenchContents() }
    func close() {}
    func run(_ workload: BenchWorkload) -> BenchMeasurement {
        BenchMeasurement(seconds: 0, operations: 1, digest: workload.isWrite ? 0 : digest)
    }
}
