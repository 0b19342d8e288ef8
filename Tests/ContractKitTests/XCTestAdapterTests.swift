@testable import ChronicleContract
import ChronicleContractXCTest
import XCTest

/// The contract as one XCTest method.
final class MemoryContractTests: StoreContractTestCase {
    override class var store: StoreUnderTest? { .memory() }

    func testContract() async throws { try await checkContract(Array(StoreContract.clauses.prefix(20))) }
}

/// Catches what would be recorded.
private final class Recorder: StoreContractTestCase {
    override class var store: StoreUnderTest? { .memory() }
    nonisolated(unsafe) static var recorded: [(text: String, file: String, line: Int)] = []

    override func recordFailure(withDescription text: String, inFile file: String, atLine line: Int, expected: Bool) {
        Self.recorded.append((text, file, line))
    }
}

final class XCTestAdapterTests: XCTestCase {
    func testViolationsAreFailuresAtTheirOwnLines() async throws {
        try await Recorder(name: "none") { _ in }.checkContract(Samples.all)
        let broken = Recorder.recorded.filter { $0.text.contains("TST-002") }
        XCTAssertEqual(broken.count, 2)
        XCTAssertEqual(broken.first?.line, Samples.broken.site.line + 1)
        XCTAssertEqual(broken.first?.file, Samples.broken.site.filePath)
        XCTAssertFalse(Recorder.recorded.contains { $0.text.contains("TST-003") })
    }
}
