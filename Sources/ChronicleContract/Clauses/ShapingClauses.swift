extension ContractChapter {
    /// Fetches of some properties, and of related rows along.
    static let shaping = ContractChapter(
        "SHP", "Shaped fetches", ShapingClauses.properties + ShapingClauses.prefetches)
}

/// The clauses of the chapter on shaped fetches, by topic.
enum ShapingClauses {}
