extension ContractChapter {
    /// Purge and expiry.
    static let expiry = ContractChapter("EXP", "Purge and expiry", ExpiryClauses.purges + ExpiryClauses.expiries)
}

/// The clauses of the chapter on purge and expiry, by topic.
enum ExpiryClauses {}
