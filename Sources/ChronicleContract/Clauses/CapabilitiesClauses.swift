extension ContractChapter {
    /// Capabilities.
    static let capabilities = ContractChapter("CAP", "Capabilities", [])
}
