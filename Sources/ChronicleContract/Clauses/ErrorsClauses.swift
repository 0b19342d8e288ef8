extension ContractChapter {
    /// What is refused, how, and what is left of it.
    static let errors = ContractChapter(
        "ERR", "Errors and the state after a throw", refusedSaveClauses + refusedRequestClauses + brokenFetchClauses)
}
