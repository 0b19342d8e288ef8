extension ContractChapter {
    /// Tombstones.
    static let tombstones = ContractChapter("TMB", "Tombstones", [])
}
