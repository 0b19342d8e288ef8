public import Foundation

/// What a store did with the clauses that were run on it.
public struct ContractReport: Sendable {
    /// The store's name.
    public let store: String
    /// What the store declares; nil when it could not be opened to be asked.
    public let capabilities: StoreCapabilities?
    /// Where the random numbers started.
    public let seed: UInt64
    /// One result a clause, in order.
    public let results: [ContractResult]

    /// Whether no clause failed.
    public var isSuccess: Bool { !results.contains { !$0.outcome.violations.isEmpty } }

    /// The result in one line.
    public var line: String {
        let counts = Dictionary(grouping: results, by: \.outcome.name).mapValues(\.count)
        func part(_ name: String, _ title: String? = nil) -> String { "\(counts[name] ?? 0) \(title ?? name)" }
        let deviations = counts["known deviation"] == 1 ? "known deviation" : "known deviations"
        return "StoreContract \(StoreContract.version), \(store): \(results.count) clauses · \(part("passed")) · "
            + "\(part("failed")) · \(part("not applicable")) · \(part("known deviation", deviations)) · \(part("untested"))"
    }

    /// The report for programs: one object with the store, its capabilities, the counts and every clause.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(Form(self))
    }

    private struct Form: Encodable {
        struct Clause: Encodable {
            var id: String
            var text: String
            var outcome: String
            var reason: String?
            var violations: [ContractViolation]
            var seconds: Double
            var statedAt: String
        }
        var contract = StoreContract.version
        var store: String
        var seed: UInt64
        var declares: [String]
        var result: String
        var counts: [String: Int]
        var clauses: [Clause]

        init(_ report: ContractReport) {
            store = report.store
            seed = report.seed
            declares =
                report.capabilities.map { capabilities in
                    ContractCapability.allCases.filter { $0.isDeclared(in: capabilities) }.map(\.rawValue)
                } ?? []
            result = report.line
            counts = Dictionary(grouping: report.results, by: \.outcome.name).mapValues(\.count)
            clauses = report.results.map { result in
                Clause(
                    id: result.clause.id, text: result.clause.text, outcome: result.outcome.name,
                    reason: result.outcome.reason, violations: result.outcome.violations, seconds: result.seconds,
                    statedAt: "\(result.clause.site.fileID):\(result.clause.site.line)")
            }
        }
    }
}
