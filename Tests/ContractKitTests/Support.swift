@testable import ChronicleContract
import ChronicleContractTesting
import ChronicleMemory
import Foundation
import Synchronization

/// The package's folder.
let packageFolder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

extension StoreUnderTest {
    /// The store in memory, under a name.
    static func memory(_ name: String = "memory", knownDeviations: [String: String] = [:]) -> StoreUnderTest {
        StoreUnderTest(name, knownDeviations: knownDeviations) { place in .memory(name: place.url("store").path) }
    }

    /// A store that no clause can open.
    static let unopenable = StoreUnderTest("shut") { place in
        ModelConfiguration(name: "shut", location: place.directory.path) { _ in
            throw StoreError(.notAStore, "There is nothing to be opened.")
        }
    }
}

/// Clauses of no chapter, to see what becomes of them.
enum Samples {
    static let kept = ContractClause("TST-001", "A store is there.") { _ in }
    static let broken = ContractClause("TST-002", "A store gives <\"5\"> & no 6.") { probe in
        probe.expectEqual(5, 6, "the number \u{1} & <others>\n\"quoted\"")
        probe.expect(false, "and another thing")
    }
    static let historic = ContractClause("TST-003", "A store keeps a history.", requires: [.persistence]) { _ in }
    static let untested = ContractClause(
        "TST-004", "A store lasts a thousand years.", level: .untested("nobody waits so long")
    ) { _ in }
    static let random = ContractClause("TST-005", "A store is random.", level: .stochastic) { probe in
        probe.expect(false, "seed \(probe.seed)")
    }
    static let throwing = ContractClause("TST-006", "A store throws nothing.") { _ in
        throw StoreError(.diskFull, "No room.")
    }
    static let all = [kept, broken, historic, untested, random, throwing]
}

/// Collects what a command writes.
final class Transcript: Sendable {
    private let state = Mutex((out: [String](), complaints: [String](), progress: [String]()))

    var out: String { state.withLock { $0.out.joined(separator: "\n") } }
    var complaints: String { state.withLock { $0.complaints.joined(separator: "\n") } }
    var progress: [String] { state.withLock { $0.progress } }

    func console(isTerminal: Bool = false) -> ContractConsole {
        ContractConsole(
            program: "acme", isTerminal: isTerminal, print: { line in self.state.withLock { $0.out.append(line) } },
            complain: { line in self.state.withLock { $0.complaints.append(line) } },
            progress: { text in self.state.withLock { $0.progress.append(text) } })
    }
}

/// A folder that goes with the object.
final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory.appending(path: "chronicle-kit-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }
}
