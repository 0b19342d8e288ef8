import ChronicleContract
import Foundation
import Synchronization
public import Testing

/// What the tests of the contract are made of.
public enum ContractTesting {
    /// The signal that ends a second process at once.
    public static let kill = SIGKILL

    static let turns = Turns(max(2, ProcessInfo.processInfo.activeProcessorCount))

    /// Runs an exit test and says what was wrong with the process's end; nil when it ended as it should.
    ///
    /// The exit test's own issue is only noted: the clause that started the process fails by what is returned, at its own line,
    /// unless the store is known to break it.
    public static func problem(_ exitTest: () async -> ExitTest.Result?) async -> String? {
        let seen = Mutex("did not end as it should")
        var ended: ExitTest.Result?
        await withKnownIssue("A second process did not end as it should.", isIntermittent: true) {
            ended = await exitTest()
        } matching: { issue in
            seen.withLock { $0 = "did not end as it should: \(issue)" }
            return true
        }
        return ended == nil ? seen.withLock(\.self) : nil
    }

    static func reasonToSkip(_ clause: ContractClause, _ store: StoreUnderTest, hasSecondProcess: Bool) -> String? {
        if case .untested(let reason) = clause.level { return reason }
        return store.reasonToSkip(clause, hasSecondProcess: hasSecondProcess)
    }

    /// Tells the testing library what became of a clause.
    static func record(_ result: ContractResult, store: String) {
        let clause = result.clause
        switch result.outcome {
        case .passed: return
        case .failed(let violations):
            for violation in violations {
                Issue.record(
                    Comment(rawValue: result.explanation(of: violation, store: store)),
                    sourceLocation: SourceLocation(violation.site))
            }
        case .knownDeviation(let reason):
            withKnownIssue("\(store) is known to break \(clause.id): \(reason)") {
                Issue.record(
                    "\(store) breaks \(clause.id): \(clause.text)", sourceLocation: SourceLocation(clause.site))
            }
        case .notApplicable(let reason), .untested(let reason):
            // The trait skips the test before; a test that comes here without it must not look like a pass.
            Issue.record("\(clause.id) did not run: \(reason)", sourceLocation: SourceLocation(clause.site))
        }
    }
}

extension SourceLocation {
    init(_ site: ContractSite) {
        self.init(fileID: site.fileID, filePath: site.filePath, line: site.line, column: site.column)
    }
}
