@testable import ChronicleContract
import Foundation
import Testing

@Suite("Running clauses") struct RunnerTests {
    @Test("Each clause comes to an outcome that says why")
    func outcomes() async {
        let report = await ContractRunner(.memory(), seed: 7).run(Samples.all)
        #expect(
            report.results.map(\.outcome.name) == [
                "passed", "failed", "not applicable", "untested", "failed", "failed",
            ])
        #expect(report.results[1].outcome.violations.count == 2)
        #expect(report.results[2].outcome.reason == "memory does not declare persistence")
        #expect(report.results[3].outcome.reason == "nobody waits so long")
        #expect(report.results[4].outcome.violations.first?.message == "seed 7")
        #expect(report.results[5].outcome.violations.first?.message.contains("diskFull") == true)
        #expect(!report.isSuccess)
        #expect(
            report.line.hasSuffix(
                "memory: 6 clauses · 1 passed · 3 failed · 1 not applicable · 0 known deviations · 1 untested"))
    }

    @Test("A known deviation is no failure, and is one when the store keeps the clause")
    func knownDeviations() async throws {
        let store = StoreUnderTest.memory(knownDeviations: ["TST-001": "once", "TST-002": "cannot count"])
        let report = await ContractRunner(store).run([Samples.kept, Samples.broken])
        #expect(report.results[1].outcome == .knownDeviation("cannot count"))
        let violation = try #require(report.results[0].outcome.violations.first)
        #expect(violation.message.contains("remove it from the list"))
    }

    @Test("A failure tells what was promised, what was seen and where the promise stands")
    func explanation() async throws {
        let result = await ContractRunner(.memory(), seed: 11).run(Samples.random)
        let text = try #require(result.explanation(store: "memory"))
        #expect(text.contains("memory breaks TST-005: seed 11 [ContractKitTests/Support.swift:"))
        #expect(text.contains("promised: A store is random."))
        #expect(text.contains("stated at ContractKitTests/Support.swift:"))
        #expect(text.contains("CHRONICLE_SEED=11"))
    }

    @Test("A store that cannot be opened fails, and is skipped nowhere")
    func unopenable() async throws {
        let clause = try #require(StoreContract.clauses.first { !$0.needsSecondProcess })
        let result = await ContractRunner(.unopenable).run(clause)
        #expect(result.outcome.name == "failed")
    }

    @Test("A clause that needs a second process is untested where there is none")
    func noSecondProcess() async throws {
        let clause = ContractClause("TST-007", "Two are more.", peer: { _, _ in }, { _ in })
        #expect(await ContractRunner(.memory()).run(clause).outcome.name == "untested")
    }

    @Test("A clause that hangs is ended by the store's deadline")
    func deadline() async throws {
        var store = StoreUnderTest.memory()
        store.deadline = .milliseconds(50)
        let (end, _) = AsyncStream.makeStream(of: Void.self)
        let clause = ContractClause("TST-008", "A clause ends.") { _ in for await _ in end {} }
        let violations = await ContractRunner(store).run(clause).outcome.violations
        #expect(violations.map(\.message) == ["it did not end within 0.05 seconds"])
    }
}
