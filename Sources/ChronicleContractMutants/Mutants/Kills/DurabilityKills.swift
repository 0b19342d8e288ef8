extension ContractMutantKill {
    /// What the clauses of DUR catch.
    static let durabilityKills: [ContractMutantKill] = [
        .init("DUR-001", by: "M015", saying: "the plots after the kill"),
        .init("DUR-002", by: "M015", saying: "the plots after the kill"),
        .init("DUR-003", by: "M015", saying: "the plots after two kills"),
        .init("DUR-004", by: "M231", saying: "the areas after an insert and an upsert"),
        .init("DUR-005", by: "M209", saying: "the tags of the saves that are there"),
        .init("DUR-006", by: "M015", saying: "saves that had returned before kill"),
        .init("DUR-007", by: "M301", saying: "the transactions, of which each save has one"),
        .init("DUR-007", by: "M322", saying: "the inserts that history tells of after kill"),
        .init("DUR-008", by: "M231", saying: "the plots after an upsert of the last one that the killed process saved"),
        .init("DUR-009", by: "M251", saying: "an error came through: StoreError (invalidValue"),
        .init("DUR-010", by: "M015", saying: "an error came through: HistoryError (tokenAhead"),
        .init("DUR-011", by: "M014", saying: "the second process (\"file:\\/\\/\\/tmp\\/chronicle-contract-"),
        .init("DUR-012", by: "M010", saying: "random bytes was opened as a store of"),
        .init("DUR-013", by: "M010", saying: "a text was opened as a store of"),
        .init("DUR-014", by: "M004", saying: "the identifier of the copy"),
        .init("DUR-015", by: "M004", saying: "an error came through: HistoryError (foreignToken"),
    ]
}
