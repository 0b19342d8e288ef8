extension ContractChapter {
    /// Isolation.
    static let isolation = ContractChapter("ISO", "Isolation", [])
}
