extension ContractChapter {
    /// Limits.
    static let limits = ContractChapter("LIM", "Limits", [])
}
