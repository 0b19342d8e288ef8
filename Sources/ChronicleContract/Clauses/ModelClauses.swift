extension ContractChapter {
    /// Random work against a model.
    static let model = ContractChapter(
        "MOD", "Random work against a model",
        RandomWorkClauses.work + RandomWorkClauses.findings + RandomWorkClauses.requests + RandomWorkClauses.faults
            + RandomWorkClauses.faultyWork)
}

/// The clauses that put a store to random work, by topic.
enum RandomWorkClauses {}
