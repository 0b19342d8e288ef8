extension ContractChapter {
    /// What becomes of rows when they are saved, changed and deleted.
    static let editing = ContractChapter(
        "EDT", "Insert, update, delete", changeClauses + deletionClauses + resultClauses)
}
