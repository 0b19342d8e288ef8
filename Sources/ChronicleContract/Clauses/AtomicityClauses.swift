extension ContractChapter {
    /// Atomicity and rollback.
    static let atomicity = ContractChapter(
        "ATO", "Atomicity and rollback", wholeSaveClauses + failedSaveClauses + afterFailureClauses)
}
