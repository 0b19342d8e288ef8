extension ContractChapter {
    /// Insert, update, delete.
    static let editing = ContractChapter("EDT", "Insert, update, delete", [])
}
