extension ContractChapter {
    /// Purge and expiry.
    static let expiry = ContractChapter("EXP", "Purge and expiry", [])
}
