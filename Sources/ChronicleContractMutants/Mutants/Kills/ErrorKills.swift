extension ContractMutantKill {
    /// What the clauses of ERR catch.
    static let errorKills: [ContractMutantKill] = [
        .init("ERR-001", by: "M410", saying: "the history's position after the refused save"),
        .init("ERR-002", by: "M484", saying: "a save with a collision threw StoreError (closed"),
        .init("ERR-003", by: "M201", saying: "the rows after reopening"),
        .init("ERR-004", by: "M490", saying: "a row that collides with two others went through"),
        .init("ERR-005", by: "M473", saying: "the message does not name the attribute:"),
        .init("ERR-006", by: "M477", saying: "deleting a gate with a walk threw StoreError (uniqueViolation"),
        .init("ERR-007", by: "M472", saying: "deleting all gates, one with a walk threw StoreError (inputOutput"),
        .init("ERR-008", by: "M471", saying: "changing a deleted row threw CocoaError (Error"),
        .init("ERR-009", by: "M129", saying: "a fetch of entity"),
        .init("ERR-009", by: "M493", saying: "a fetch of entity"),
        .init("ERR-010", by: "M128", saying: "a condition over a fourth column of three went through"),
        .init(
            "ERR-011", by: "M220",
            saying: "a save with a bulk deletion from an entity that there is not went through"),
        .init("ERR-011", by: "M494", saying: "the process ended by signal"),
        .init("ERR-012", by: "M382", saying: "deleting history after another store's position went through"),
        .init("ERR-013", by: "M486", saying: "a fetch went on though its body threw"),
        .init("ERR-014", by: "M488", saying: "an error came through: StoreError (inputOutput"),
        .init("ERR-014", by: "M489", saying: "it did not end within"),
        .init("ERR-015", by: "M206", saying: "an error came through: StoreError (inputOutput"),
    ]
}
