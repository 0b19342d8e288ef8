extension ContractChapter {
    /// Identity.
    static let identity = ContractChapter("IDN", "Identity", [])
}
