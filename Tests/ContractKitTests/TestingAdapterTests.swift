@testable import ChronicleContract
@testable import ChronicleContractTesting
import Foundation
import Synchronization
import Testing

private enum MemorySuite: StoreContractSuite {
    static let store = StoreUnderTest.memory(knownDeviations: ["TST-006": "there is no room here"])
}

@Suite("Clauses as tests") struct TestingAdapterTests {
    /// The issues that a clause leads to.
    private func issues(of clause: ContractClause) async -> [Issue] {
        let seen = Mutex<[Issue]>([])
        await withKnownIssue(isIntermittent: true) {
            await MemorySuite.check(clause)
        } matching: { issue in
            seen.withLock { $0.append(issue) }
            return true
        }
        return seen.withLock(\.self)
    }

    @Test("A clause that is kept is no issue")
    func kept() async { #expect(await issues(of: Samples.kept).isEmpty) }

    @Test("Each violation is an issue at its own line, with the promise and what was seen")
    func broken() async throws {
        let issues = await issues(of: Samples.broken)
        #expect(issues.count == 2)
        let issue = try #require(issues.first)
        #expect(issue.sourceLocation?.fileID == "ContractKitTests/Support.swift")
        #expect(issue.sourceLocation?.line == Samples.broken.site.line + 1)
        let text = issue.comments.map(\.rawValue).joined()
        #expect(text.contains("memory breaks TST-002: the number"))
        #expect(text.contains("promised: \(Samples.broken.text)"))
    }

    @Test("A clause that did not run is never a silent pass")
    func silent() async {
        #expect(await issues(of: Samples.historic).count == 1)
        #expect(await issues(of: Samples.untested).count == 1)
    }

    @Test("A known deviation is a known issue")
    func deviation() async { await MemorySuite.check(Samples.throwing) }

    @Test("An identifier that is in no table is an issue")
    func unknown() async {
        await withKnownIssue { await MemorySuite.check("TST-999") }
    }

    @Test("A second process that does not end as it should is told to the clause, and is no failure by itself")
    func processes() async {
        let problem = await ContractTesting.problem {
            await #expect(processExitsWith: .success) { exit(3) }
        }
        #expect(problem?.contains("did not end as it should") == true)
        let none = await ContractTesting.problem {
            await #expect(processExitsWith: .exitCode(3)) { exit(3) }
        }
        #expect(none == nil)
    }

    @Test(
        "Without the plugin, one parameterised test runs every clause that applies",
        arguments: {
            let clauses = MemorySuite.applicableClauses
            return Array(clauses.prefix(5))
        }())
    func fallback(_ clause: ContractClause) async { await MemorySuite.check(clause) }

    @Test("Clauses that do not apply are told with the reason")
    func skipped() {
        let all = MemorySuite.applicableClauses.count + MemorySuite.skippedClauses.count
        #expect(all == StoreContract.clauses.count)
        for text in MemorySuite.skippedClauses { #expect(text.contains(": ")) }
    }

    @Test("As many take their turn at once as are allowed, and all of them in the end")
    func turns() async {
        let turns = Turns(3)
        let counts = Counts()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    await turns.take {
                        counts.enter()
                        await Task.yield()
                        counts.leave()
                    }
                }
            }
        }
        #expect(counts.done == 200)
        #expect(counts.most <= 3)
    }

    private final class Counts: Sendable {
        private let state = Mutex((now: 0, most: 0, done: 0))

        var done: Int { state.withLock { $0.done } }
        var most: Int { state.withLock { $0.most } }

        func enter() {
            state.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
        }

        func leave() {
            state.withLock {
                $0.now -= 1
                $0.done += 1
            }
        }
    }
}
