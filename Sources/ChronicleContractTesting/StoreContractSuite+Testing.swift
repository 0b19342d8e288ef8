public import ChronicleContract
public import Testing

extension StoreContractSuite {
    /// Puts the store to one clause, as the tests do that the plugin writes.
    ///
    /// Whatever breaks the clause becomes an issue at the line that noticed it, in the contract's own source.
    ///
    /// - Parameters:
    ///   - id: The clause's identifier.
    ///   - secondProcess: How second processes are started; nil leaves the clauses that need them untested.
    public static func check(_ id: String, secondProcess: SecondProcess? = nil) async {
        guard let clause = StoreContract.clause(id) else {
            Issue.record("StoreContract \(StoreContract.version) has no clause \(id): build the tests anew")
            return
        }
        await check(clause, secondProcess: secondProcess)
    }

    /// Puts the store to one clause; see ``check(_:secondProcess:)-(String,_)``.
    public static func check(_ clause: ContractClause, secondProcess: SecondProcess? = nil) async {
        // Clauses block threads and open files: a few at a time are as fast as all at once.
        let result = await ContractTesting.turns.take {
            await ContractRunner(store, secondProcess: secondProcess).run(clause)
        }
        ContractTesting.record(result, store: store.name)
    }

    /// The clauses to give to a parameterised test, where the plugin is not wanted:
    ///
    /// ```swift
    /// @Test(arguments: AcmeContract.applicableClauses) func contract(_ clause: ContractClause) async { await AcmeContract.check(clause) }
    /// ```
    ///
    /// Left out are those that do not apply to the store and those that need a second process, which only the plugin's
    /// tests can start; ``skippedClauses`` has them.
    public static var applicableClauses: [ContractClause] {
        StoreContract.clauses.filter { ContractTesting.reasonToSkip($0, store, hasSecondProcess: false) == nil }
    }

    /// The clauses that ``applicableClauses`` leaves out, each with the reason, to be printed.
    public static var skippedClauses: [String] {
        StoreContract.clauses.compactMap { clause in
            ContractTesting.reasonToSkip(clause, store, hasSecondProcess: false).map { "\(clause.id): \($0)" }
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// Runs a test only where a clause applies to a store; otherwise it is skipped, and says why.
    public static func clause(_ id: String, of store: StoreUnderTest) -> Self {
        let reason = StoreContract.clause(id).flatMap {
            ContractTesting.reasonToSkip($0, store, hasSecondProcess: true)
        }
        return .enabled(if: reason == nil, reason.map { Comment(rawValue: $0) })
    }
}

extension ContractClause: CustomTestStringConvertible {
    /// The identifier and the sentence.
    public var testDescription: String { "\(id): \(text)" }
}
