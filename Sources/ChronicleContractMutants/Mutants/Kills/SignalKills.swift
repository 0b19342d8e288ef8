extension ContractMutantKill {
    /// What the clauses of WAK catch.
    static let signalKills: [ContractMutantKill] = [
        .init("WAK-001", by: "M427", saying: "no call came within"),
        .init("WAK-001", by: "M432", saying: "no call came within"),
        .init("WAK-002", by: "M424", saying: "no call within"),
        .init("WAK-003", by: "M422", saying: "an observer was called after saves that change nothing"),
        .init("WAK-004", by: "M423", saying: "an observer was called after saves that fail"),
        .init("WAK-005", by: "M428", saying: "the calls of the observer that was released"),
        .init("WAK-006", by: "M429", saying: "was not called within"),
        .init("WAK-007", by: "M425", saying: "no call within"),
        .init("WAK-001", by: "M426", saying: "no call came within"),
        .init("WAK-008", by: "M433", saying: "the calls of one observer that ran at once"),
        .init("WAK-009", by: "M430", saying: "the process ended by signal"),
        .init("WAK-010", by: "M434", saying: "the calls of observers of the closed store"),
        .init("WAK-011", by: "M431", saying: "no call came within"),
        .init("WAK-012", by: "M455", saying: "an error came through: StoreError (closed"),
        .init("WAK-013", by: "M421", saying: "no call came within"),
        .init(
            "WAK-014", by: "M453",
            saying: "in the second process an error came through: StoreError (invalidValue: Key"),
        .init("WAK-015", by: "M441", saying: "no call within"),
    ]
}
