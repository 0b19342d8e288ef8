extension ContractChapter {
    /// Concurrency.
    static let concurrency = ContractChapter(
        "CON", "Concurrency", parallelSaveClauses + parallelReadClauses + closeWhileUsedClauses)
}
