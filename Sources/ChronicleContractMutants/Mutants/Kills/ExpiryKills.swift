extension ContractMutantKill {
    /// What the clauses of EXP catch.
    static let expiryKills: [ContractMutantKill] = [
        .init("EXP-001", by: "M390", saying: "the tokens left"),
        .init("EXP-002", by: "M389", saying: "the tokens left"),
        .init("EXP-002", by: "M391", saying: "the tokens left"),
        .init("EXP-003", by: "M408", saying: "the tokens left, that of the set-back clock among them"),
        .init("EXP-004", by: "M393", saying: "the authors of the transactions left"),
        .init("EXP-005", by: "M394", saying: "the tokens after a purge of all but the first"),
        .init("EXP-006", by: "M406", saying: "the tokens after a purge of one"),
        .init("EXP-007", by: "M392", saying: "the records deleted"),
        .init("EXP-007", by: "M395", saying: "the records deleted"),
        .init("EXP-008", by: "M396", saying: "the oldest sequence after a purge"),
        .init("EXP-008", by: "M397", saying: "the current position after a purge of all"),
        .init("EXP-009", by: "M400", saying: "the changes left after a purge"),
        .init("EXP-010", by: "M364", saying: "the tokens after the refused purge"),
        .init("EXP-011", by: "M405", saying: "a store's purge after a position of another store went through"),
        .init("EXP-012", by: "M401", saying: "a fetch after the token of save"),
        .init("EXP-013", by: "M384", saying: "an error came through: HistoryError (historyTokenExpired"),
        .init("EXP-013", by: "M386", saying: "an error came through: HistoryError (historyTokenExpired"),
        .init(
            "EXP-014", by: "M381",
            saying: "a fetch after an expired token by an author who saved nothing went through"),
        .init("EXP-015", by: "M381", saying: "a fetch after the place before the first save went through"),
        .init("EXP-016", by: "M388", saying: "the token after a purge of all, HistoryPosition(storeIdentifier:"),
        .init("EXP-017", by: "M387", saying: "the token after reopening, HistoryPosition(storeIdentifier:"),
        .init("EXP-018", by: "M398", saying: "the tokens after reopening"),
        .init("EXP-018", by: "M462", saying: "the tokens after reopening"),
        .init("EXP-019", by: "M351", saying: "an error came through: HistoryError (historyTokenExpired"),
        .init("EXP-020", by: "M501", saying: "an error came through: HistoryError (unsupportedFeature"),
        .init("EXP-020", by: "M381", saying: "between purges"),
    ]
}
