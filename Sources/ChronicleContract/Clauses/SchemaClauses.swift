extension ContractChapter {
    /// Schema.
    static let schema = ContractChapter("SCH", "Schema", [])
}
