extension ContractChapter {
    /// Sorting, paging and counting.
    static let sorting = ContractChapter(
        "SRT", "Sorting, paging and counting",
        SortingClauses.orders + SortingClauses.pages + SortingClauses.counts
            + SortingClauses.collations + SortingClauses.cursors)
}

/// The clauses of the chapter on sorting, by topic.
enum SortingClauses {}
