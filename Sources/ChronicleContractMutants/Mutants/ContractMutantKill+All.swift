extension ContractMutantKill {
    /// The clauses and the mutants that they must catch.
    static let all: [ContractMutantKill] = []
}
