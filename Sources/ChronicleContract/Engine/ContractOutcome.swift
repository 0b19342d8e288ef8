/// What became of one clause on one store.
public enum ContractOutcome: Sendable, Hashable {
    /// The store kept it.
    case passed
    /// The store broke it, or it could not be tried.
    case failed([ContractViolation])
    /// It does not apply to the store, for the reason given.
    case notApplicable(String)
    /// The store breaks it, as its author says and why.
    case knownDeviation(String)
    /// It was not tried, for the reason given.
    case untested(String)

    /// The name of the case, as reports have it.
    public var name: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .notApplicable: "not applicable"
        case .knownDeviation: "known deviation"
        case .untested: "untested"
        }
    }

    /// Why the clause neither passed nor failed; nil when it did.
    public var reason: String? {
        switch self {
        case .passed, .failed: nil
        case .notApplicable(let reason), .knownDeviation(let reason), .untested(let reason): reason
        }
    }

    /// What was seen against the clause; empty unless it failed.
    public var violations: [ContractViolation] {
        if case .failed(let violations) = self { violations } else { [] }
    }
}

/// One thing that was seen against a clause.
public struct ContractViolation: Sendable, Hashable, Codable {
    /// What was expected and what was seen.
    public let message: String
    /// Where it was noticed.
    public let site: ContractSite
}

/// One clause, tried on one store.
public struct ContractResult: Sendable {
    /// The clause.
    public let clause: ContractClause
    /// What became of it.
    public let outcome: ContractOutcome
    /// How long it took, in seconds.
    public let seconds: Double
    /// The seed of the random numbers that it drew.
    public let seed: UInt64

    /// For a failure: what was promised, what was seen and where the promise stands; nil otherwise.
    ///
    /// - Parameter store: The store's name.
    public func explanation(store: String) -> String? {
        let violations = outcome.violations
        guard !violations.isEmpty else { return nil }
        return (violations.map { seen($0, store: store) } + promised).joined(separator: "\n")
    }

    /// What was promised, what was seen in one place and where the promise stands.
    ///
    /// - Parameters:
    ///   - violation: One of the outcome's.
    ///   - store: The store's name.
    public func explanation(of violation: ContractViolation, store: String) -> String {
        ([seen(violation, store: store)] + promised).joined(separator: "\n")
    }

    private func seen(_ violation: ContractViolation, store: String) -> String {
        "\(store) breaks \(clause.id): \(violation.message) [\(violation.site.fileID):\(violation.site.line)]"
    }

    private var promised: [String] {
        var lines = [
            "  promised: \(clause.text)",
            "  stated at \(clause.site.fileID):\(clause.site.line); `chronicle contract explain \(clause.id)` tells more",
        ]
        if case .stochastic = clause.level { lines.append("  repeat it with CHRONICLE_SEED=\(seed)") }
        return lines
    }
}
