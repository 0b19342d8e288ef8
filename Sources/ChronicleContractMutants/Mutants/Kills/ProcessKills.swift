extension ContractMutantKill {
    /// What the clauses of MPR catch.
    static let processKills: [ContractMutantKill] = [
        .init("MPR-001", by: "M508", saying: "the names in the store"),
        .init("MPR-002", by: "M015", saying: "the names that the other process sees"),
        .init(
            "MPR-003", by: "M251",
            saying: "in the second process an error came through: StoreError (invalidValue: Key"),
        .init("MPR-004", by: "M015", saying: "the plot that the identifier leads to in the other process"),
        .init("MPR-005", by: "M015", saying: "the second process () ended with status"),
        .init("MPR-006", by: "M457", saying: "a fetch saw areas ["),
        .init("MPR-007", by: "M015", saying: "the other process's save of a doubly colliding badge went through"),
        .init("MPR-008", by: "M015", saying: "the plot is missing"),
        .init("MPR-009", by: "M015", saying: "the save of an edit of a deleted row went through"),
        .init(
            "MPR-010", by: "M260",
            saying: "StoreError (locked"),
        .init("MPR-011", by: "M015", saying: "the second process () ended with status"),
        .init("MPR-012", by: "M451", saying: "the transactions of two processes"),
        .init(
            "MPR-013", by: "M451",
            saying: "in the second process an error came through: HistoryError (tokenAhead: The history token i"),
        .init(
            "MPR-014", by: "M004",
            saying: "in the second process an error came through: HistoryError (foreignToken: The token is of t"),
        .init("MPR-015", by: "M015", saying: "the plots in the second opening"),
        .init("MPR-016", by: "M008", saying: "a save of the reader went through"),
        .init("MPR-017", by: "M015", saying: "the new attribute of the old process's row"),
    ]
}
