import ChronicleContract
import Foundation
import Testing

@testable import ChronicleContractMutants

/// The checker that judges mutants must itself catch what is wrong.
@Suite(.serialized) struct CheckerTests {
    @Test func `A mutant that a named clause does not catch is a survivor`() async throws {
        let report = try await judge("M304", [kill("LIF-001", by: "M304", saying: "anything")])
        #expect(report.problems.count == 1)
        #expect(report.problems.first?.hasPrefix("M304 survives LIF-001") ?? false)
    }

    @Test func `A clause that does not say what it must is reported`() async throws {
        let report = try await judge("M301", [kill("HIS-001", by: "M301", saying: "words that no clause says")])
        #expect(report.problems.count == 1)
        #expect(report.problems.first?.contains("without saying \"words that no clause says\"") ?? false)
    }

    @Test func `A clause that does not exist is reported`() async throws {
        let report = try await judge("M301", [kill("XYZ-001", by: "M301", saying: "anything")])
        #expect(report.problems.contains { $0.contains("is no clause") })
    }

    @Test func `A clause that nothing names is reported`() async throws {
        var report = try await judge("M301", [kill("HIS-001", by: "M301", saying: "the transactions")])
        #expect(report.problems == [])
        report.clauses.append("HIS-002")
        #expect(report.problems == ["HIS-002 is not named by any mutant"])
        report.isWhole = true
        #expect(report.problems == ["HIS-002 catches no mutant"])
    }

    @Test func `A sound store that breaks a clause is reported`() throws {
        let broken = TeethRun(
            store: "plain:", fault: nil,
            verdicts: [TeethVerdict(clause: "HIS-001", outcome: .failed, messages: ["saw two"])], seconds: 0)
        let report = TeethReport(sound: [broken], mutants: [], expected: [], clauses: [], isWhole: false)
        #expect(report.problems == ["plain:, which is not wrong, breaks HIS-001: saw two"])
    }

    @Test func `A child that crashes is told so, and the other clauses are tried in another one`() throws {
        let run = try shell(
            #"case "$*" in *A-1*) say '{"began":{"_0":"A-1"}}'; kill -SEGV $$;; esac; say '{"ended":{"_0":{"clause":"A-2","outcome":"passed","messages":[],"seconds":0}}}'"#
        ).run("mutant:M1", fault: "", ["A-1", "A-2"])
        #expect(run.verdicts.map(\.outcome) == [.crashed, .passed])
        #expect(run.verdicts.first?.messages == ["the process ended by signal 11"])
    }

    @Test func `A child that says nothing is ended by the deadline`() throws {
        var process = try shell(#"say '{"began":{"_0":"A-1"}}'; exec tail -f /dev/null"#)
        process.silence = .milliseconds(300)
        process.children = 1
        let run = process.run("mutant:M1", fault: "", ["A-1", "A-2"])
        #expect(run.verdicts.map(\.outcome) == [.hung, .notRun])
        #expect(run.verdicts.first?.messages.first?.hasPrefix("ended after it said nothing") ?? false)
    }

    @Test func `A clause that hangs is caught by the store's own deadline`() async throws {
        let report = try await judge("M003", [kill("LIF-002", by: "M003", saying: "did not end within")])
        #expect(report.mutants.first?.verdicts.first?.outcome == .failed)
        #expect(report.problems == [])
    }

    @Test func `A program that cannot be started is no kill without a word`() {
        let run = TeethProcess(program: URL(filePath: "/nonexistent"), arguments: []).run(
            "mutant:M1", fault: "", ["A-1"])
        #expect(run.verdicts.first?.outcome == .notRun)
        #expect(run.verdicts.first?.messages.first?.hasPrefix("could not be started") ?? false)
    }

    private func kill(_ clause: String, by mutant: String, saying: String) -> ContractMutantKill {
        ContractMutantKill(clause, by: mutant, saying: saying)
    }

    private func judge(_ mutant: String, _ expected: [ContractMutantKill]) async throws -> TeethReport {
        let mutant = try #require(ContractMutants.mutant(mutant))
        return await TeethRunner(
            process: try program(), mutants: [mutant],
            clauses: StoreContract.clauses.filter { clause in expected.contains { $0.clause == clause.id } },
            expected: expected, isWhole: false
        ).run { _ in }
    }

    /// A child process that is a few words of shell; `say` writes a line.
    private func shell(_ script: String) throws -> TeethProcess {
        TeethProcess(
            program: URL(filePath: "/bin/sh"), arguments: ["-c", #"say() { echo "$1"; }; "# + script, "child"])
    }
}
