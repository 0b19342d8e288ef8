extension ContractChapter {
    /// Drain (reserved).
    static let drain = ContractChapter("DRN", "Drain (reserved)", [])
}
