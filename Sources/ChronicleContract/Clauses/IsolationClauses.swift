extension ContractChapter {
    /// Isolation.
    static let isolation = ContractChapter(
        "ISO", "Isolation", visibilityClauses + anomalyClauses + snapshotClauses)
}
