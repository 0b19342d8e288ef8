extension ContractChapter {
    /// What is large, and what is too large.
    static let limits = ContractChapter("LIM", "Limits", longKeyClauses + declaredLimitClauses + volumeClauses)
}
