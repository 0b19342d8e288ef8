extension ContractChapter {
    /// Which models a store keeps, and what it does when they have changed.
    static let schema = ContractChapter(
        "SCH", "Schema", shapeClauses + growthClauses + refusedGrowthClauses + defaultClauses)
}
