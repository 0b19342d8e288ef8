extension ContractChapter {
    /// Values.
    static let values = ContractChapter("VAL", "Values", [])
}
