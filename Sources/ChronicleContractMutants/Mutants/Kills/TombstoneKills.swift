extension ContractMutantKill {
    /// What the clauses of TMB catch.
    static let tombstoneKills: [ContractMutantKill] = [
        .init("TMB-001", by: "M338", saying: "the bytes of the preserved text"),
        .init("TMB-002", by: "M324", saying: "expected the deletion of one Relic in history"),
        .init("TMB-003", by: "M333", saying: "the columns kept beside the preserved one"),
        .init("TMB-004", by: "M339", saying: "a text that was nil reads as"),
        .init("TMB-005", by: "M337", saying: "the preserved text of"),
        .init("TMB-006", by: "M331", saying: "the names of the preserved values"),
        .init("TMB-007", by: "M332", saying: "the name as last saved"),
        .init("TMB-008", by: "M336", saying: "the preserved value"),
        .init("TMB-009", by: "M332", saying: "the names in the tombstones"),
        .init("TMB-009", by: "M217", saying: "the names in the tombstones"),
        .init("TMB-010", by: "M334", saying: "the labels in the tombstones"),
        .init("TMB-010", by: "M341", saying: "the labels in the tombstones"),
        .init("TMB-011", by: "M340", saying: "the preserved text"),
        .init("TMB-012", by: "M342", saying: "what the insert of a row keeps"),
        .init("TMB-013", by: "M325", saying: "expected the deletion of one Ash in history"),
        .init("TMB-014", by: "M242", saying: "the bytes of the preserved name"),
    ]
}
