extension ContractChapter {
    /// Relationships and delete rules.
    static let relationships = ContractChapter(
        "REL", "Relationships and delete rules",
        relatedRowClauses + linkClauses + deleteRuleClauses + deleteReachClauses + relationshipHistoryClauses)
}
