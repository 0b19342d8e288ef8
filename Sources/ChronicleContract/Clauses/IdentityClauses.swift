extension ContractChapter {
    /// What names a row for its life.
    static let identity = ContractChapter("IDN", "Identity", identifierClauses + keyClauses)
}
