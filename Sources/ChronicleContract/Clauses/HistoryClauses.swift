extension ContractChapter {
    /// What history tells of saves.
    static let history = ContractChapter(
        "HIS", "History",
        HistoryClauses.transactions + HistoryClauses.rules + HistoryClauses.facts + HistoryClauses.tokens
            + HistoryClauses.filters + HistoryClauses.records)
}

/// The clauses of the chapter on history, by topic.
enum HistoryClauses {}
