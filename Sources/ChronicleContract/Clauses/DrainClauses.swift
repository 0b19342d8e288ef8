extension ContractChapter {
    /// Drain.
    static let drain = ContractChapter(
        "DRN", "Drain",
        DrainClauses.sources + DrainClauses.consumers + DrainClauses.coordinators + DrainClauses.replicas
            + DrainClauses.refusals)
}

/// The clauses of the chapter on drain, by topic.
enum DrainClauses {}
