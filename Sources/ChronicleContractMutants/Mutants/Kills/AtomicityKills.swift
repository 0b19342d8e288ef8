extension ContractMutantKill {
    /// What the clauses of ATO catch.
    static let atomicityKills: [ContractMutantKill] = [
        .init("ATO-001", by: "M209", saying: "their plants"),
        .init("ATO-002", by: "M457", saying: "a fetch beside saves that keep the sum at"),
        .init("ATO-003", by: "M222", saying: "the plants seen after the save"),
        .init("ATO-004", by: "M203", saying: "Badge has the new row"),
        .init("ATO-005", by: "M232", saying: "the save of a badge with a taken code went through"),
        .init("ATO-006", by: "M204", saying: "of Plot has changed after the save of a denied deletion"),
        .init("ATO-007", by: "M476", saying: "the save of an edit of a deleted plot threw StoreError (corrupt"),
        .init("ATO-008", by: "M071", saying: "the save of a NaN went through"),
        .init("ATO-008", by: "M483", saying: "the save of a NaN threw StoreError (limitExceeded"),
        .init("ATO-009", by: "M208", saying: "of House is gone after the save of a bulk delete that fails"),
        .init("ATO-010", by: "M202", saying: "the history has"),
        .init("ATO-011", by: "M410", saying: "the current position after the failed save"),
        .init("ATO-012", by: "M201", saying: "Badge has the new row"),
        .init("ATO-013", by: "M203", saying: "the plots of the area of the new plot"),
        .init("ATO-014", by: "M201", saying: "an error came through: StoreError (invalidValue"),
        .init("ATO-015", by: "M475", saying: "the save of a doubly colliding badge threw StoreError (invalidValue"),
        .init("ATO-015", by: "M485", saying: "it did not end within"),
        .init("ATO-016", by: "M477", saying: "threw StoreError (uniqueViolation"),
        .init("ATO-017", by: "M209", saying: "the plants whose removal was rolled back"),
    ]
}
