extension ContractChapter {
    /// What two processes see of each other.
    static let secondProcess = ContractChapter(
        "MPR", "Second process",
        processRowClauses + processConflictClauses + processHistoryClauses + processOpeningClauses)
}
