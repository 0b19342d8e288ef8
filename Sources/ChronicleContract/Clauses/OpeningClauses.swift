extension ContractChapter {
    /// What a store is when it is opened, and what becomes of it when it is closed.
    static let opening = ContractChapter(
        "LIF", "Opening and closing", reopeningClauses + closedStoreClauses + placeClauses)
}
