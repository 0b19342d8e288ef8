extension ContractMutantKill {
    /// What the clauses of CON catch.
    static let concurrencyKills: [ContractMutantKill] = [
        .init("CON-001", by: "M444", saying: "got StoreError ("),
        .init("CON-002", by: "M456", saying: "the tokens do not rise throughout"),
        .init("CON-003", by: "M367", saying: "the transactions that the reader got, against those that history holds"),
        .init("CON-004", by: "M453", saying: "overlap"),
        .init("CON-005", by: "M231", saying: "the plots of eight names"),
        .init("CON-006", by: "M444", saying: "got StoreError ("),
        .init("CON-007", by: "M253", saying: "got StoreError (invalidValue"),
        .init("CON-008", by: "M207", saying: "the plants' count"),
        .init("CON-009", by: "M446", saying: "a reader beside saves of"),
        .init("CON-010", by: "M182", saying: "keys beside deletions of"),
        .init("CON-011", by: "M404", saying: "history after"),
        .init("CON-012", by: "M487", saying: "the rows that were delivered"),
        .init("CON-013", by: "M036", saying: "the plots that a thread got while the store was closed"),
        .init("CON-014", by: "M016", saying: "the plots after opening again"),
        .init("CON-015", by: "M002", saying: "got StoreError (closed"),
        .init("CON-016", by: "M452", saying: "StoreError (locked"),
        .init("CON-017", by: "M452", saying: "got StoreError (locked"),
    ]
}
