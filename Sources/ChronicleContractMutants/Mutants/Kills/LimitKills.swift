extension ContractMutantKill {
    /// What the clauses of LIM catch.
    static let limitKills: [ContractMutantKill] = [
        .init("LIM-001", by: "M147", saying: "the rows by a unique text of"),
        .init("LIM-001", by: "M248", saying: "an error came through: StoreError (limitExceeded"),
        .init("LIM-002", by: "M247", saying: "the ends of the long texts"),
        .init("LIM-003", by: "M193", saying: "the texts in order"),
        .init("LIM-004", by: "M139", saying: "the rows by the old unique text"),
        .init("LIM-005", by: "M512", saying: "bytes went through"),
        .init("LIM-005", by: "M519", saying: "text of"),
        .init("LIM-005", by: "M521", saying: "the longest text as it was saved"),
        .init("LIM-006", by: "M513", saying: "bytes went through"),
        .init("LIM-006", by: "M517", saying: "bytes threw StoreError (invalidValue"),
        .init("LIM-006", by: "M518", saying: "bytes went through"),
        .init("LIM-006", by: "M521", saying: "the longest data as it was saved"),
        .init("LIM-007", by: "M514", saying: "indexed text of"),
        .init("LIM-007", by: "M515", saying: "an error came through: StoreError (limitExceeded"),
        .init("LIM-007", by: "M516", saying: "indexed text of"),
        .init("LIM-007", by: "M519", saying: "indexed text of"),
        .init("LIM-007", by: "M521", saying: "the longest indexed text as it was saved"),
        .init("LIM-008", by: "M207", saying: "the count of the rows"),
        .init("LIM-009", by: "M061", saying: "the rows whose bytes are not what was saved"),
        .init("LIM-010", by: "M216", saying: "the notes after the save"),
        .init("LIM-011", by: "M253", saying: "the problems of"),
        .init("LIM-012", by: "M020", saying: "the rows after"),
        .init("LIM-013", by: "M034", saying: "the rows of store"),
        .init("LIM-013", by: "M461", saying: "an error came through: StoreError (limitExceeded"),
    ]
}
