extension ContractMutantKill {
    /// What the clauses of EDT catch.
    static let editingKills: [ContractMutantKill] = [
        .init("EDT-001", by: "M210", saying: "another context's rows after the save"),
        .init("EDT-002", by: "M077", saying: "the row after two contexts changed two attributes"),
        .init("EDT-002", by: "M229", saying: "the row after two contexts changed two attributes"),
        .init("EDT-003", by: "M230", saying: "the value"),
        .init("EDT-004", by: "M223", saying: "the rows after an update of one column each"),
        .init("EDT-005", by: "M139", saying: "the rows by the old value of an indexed column"),
        .init("EDT-006", by: "M310", saying: "the changes of one row that was inserted and changed"),
        .init("EDT-007", by: "M205", saying: "the rows after the refused save"),
        .init("EDT-008", by: "M212", saying: "of a change of a deleted row went through"),
        .init("EDT-009", by: "M217", saying: "all rows after the deletion"),
        .init("EDT-010", by: "M213", saying: "an error came through: StoreError (deletedElsewhere"),
        .init("EDT-011", by: "M214", saying: "the rows afterwards"),
        .init("EDT-012", by: "M322", saying: "the changes of each transaction"),
        .init("EDT-013", by: "M224", saying: "what the save tells of the row"),
        .init("EDT-014", by: "M218", saying: "the rows that are left"),
        .init("EDT-015", by: "M224", saying: "another context's models that say so"),
        .init("EDT-016", by: "M228", saying: "the values of the columns that changed"),
        .init("EDT-017", by: "M302", saying: "the history's position after an empty save"),
        .init("EDT-018", by: "M227", saying: "the sequence of a save is missing"),
        .init("EDT-019", by: "M216", saying: "the changed hedge"),
    ]
}
