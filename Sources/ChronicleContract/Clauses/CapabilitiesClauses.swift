extension ContractChapter {
    /// What a store says of itself, and that it is so.
    static let capabilities = ContractChapter(
        "CAP", "Capabilities", declarationClauses + lackingClauses + readOnlyClauses)
}
