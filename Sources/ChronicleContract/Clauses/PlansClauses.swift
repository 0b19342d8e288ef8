extension ContractChapter {
    /// How many rows a fetch looks at.
    static let plans = ContractChapter(
        "PLN", "Plans and rows read", PlanClauses.conditions + PlanClauses.orders + PlanClauses.explanations)
}

/// The clauses of the chapter on plans, by topic.
enum PlanClauses {}
