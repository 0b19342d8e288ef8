extension ContractChapter {
    /// Predicates.
    static let predicates = ContractChapter(
        "QRY", "Predicates",
        PredicateClauses.numbers + PredicateClauses.values + PredicateClauses.absence + PredicateClauses.paths
            + PredicateClauses.arithmetic + PredicateClauses.texts + PredicateClauses.collections
            + PredicateClauses.shapes + PredicateClauses.indexes + PredicateClauses.related + PredicateClauses.searches
            + PredicateClauses.hostileSearches)
}

/// The clauses of the chapter on predicates, by topic.
enum PredicateClauses {}
