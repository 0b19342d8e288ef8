extension ContractChapter {
    /// Kills and damage.
    static let durability = ContractChapter("DUR", "Kills and damage", killClauses + killedSaveClauses + damageClauses)
}
