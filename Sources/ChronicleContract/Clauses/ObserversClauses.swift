extension ContractChapter {
    /// Observers of results and of history.
    static let observers = ContractChapter(
        "OBS", "Observers",
        ownContextClauses + otherContextClauses + shapeOfResultsClauses + refreshClauses + doorbellClauses
            + elsewhereClauses)
}
