@_exported public import ChronicleContract
public import XCTest

/// Puts a store to the contract where tests are written with XCTest.
///
/// ```swift
/// final class AcmeContractTests: StoreContractTestCase {
///     override class var store: StoreUnderTest? { AcmeContract.store }
///     func testContract() async throws { try await checkContract() }
/// }
/// ```
///
/// XCTest off Apple's platforms finds only the test methods that a class declares itself, so one method walks the whole
/// contract. Each violation is a failure of its own at the line of the contract that noticed it.
///
/// Clauses that need a second process do not run: XCTest has nothing like the exit tests of Swift Testing, and a test bundle
/// is no program that could be started again. They are printed with the others that did not run; run them with the plugin
/// `ChronicleContractTests`, or with ``ContractCommand`` in a program of your own.
open class StoreContractTestCase: XCTestCase {
    /// The store; to be overridden.
    open class var store: StoreUnderTest? { nil }

    /// Puts the store to clauses, prints every clause that did not run with the reason, and the result in one line.
    public func checkContract(_ clauses: [ContractClause] = StoreContract.clauses) async throws {
        let store = try XCTUnwrap(Self.store, "Override `store` in \(Self.self).")
        let report = await ContractRunner(store).run(clauses)
        for result in report.results {
            for violation in result.outcome.violations { record(violation, result, store.name) }
            if let reason = result.outcome.reason { print("\(result.clause.id)  \(result.outcome.name): \(reason)") }
        }
        print(report.line)
    }

    private func record(_ violation: ContractViolation, _ result: ContractResult, _ store: String) {
        let text = result.explanation(of: violation, store: store)
        let site = violation.site
        #if canImport(ObjectiveC)
        var issue = XCTIssue(type: .assertionFailure, compactDescription: text)
        issue.sourceCodeContext = XCTSourceCodeContext(
            location: XCTSourceCodeLocation(filePath: site.filePath, lineNumber: site.line))
        record(issue)
        #else
        recordFailure(withDescription: text, inFile: site.filePath, atLine: site.line, expected: true)
        #endif
    }
}
