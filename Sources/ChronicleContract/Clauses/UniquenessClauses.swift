extension ContractChapter {
    /// Uniqueness and upsert.
    static let uniqueness = ContractChapter(
        "UNQ", "Uniqueness and upsert", upsertClauses + collisionClauses + uniqueValueClauses + uniqueOverTimeClauses)
}
