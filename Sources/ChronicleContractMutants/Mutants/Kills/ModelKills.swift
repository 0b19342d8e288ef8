extension ContractMutantKill {
    /// What the clauses of MOD catch.
    static let modelKills: [ContractMutantKill] = [
        .init("MOD-001", by: "M229", saying: "after these"),
        .init("MOD-002", by: "M260", saying: "comes out otherwise in the second run"),
        .init("MOD-003", by: "M034", saying: "comes out otherwise in M"),
        .init("MOD-004", by: "M215", saying: "the composites in the store"),
        .init("MOD-005", by: "M222", saying: "the plants that are left before the save"),
        .init("MOD-006", by: "M110", saying: "the request"),
        .init("MOD-007", by: "M486", saying: "a fetch whose row"),
        .init("MOD-008", by: "M206", saying: "an error came through: StoreError (inputOutput"),
        .init("MOD-009", by: "M255", saying: "the plots in the store"),
        .init("MOD-010", by: "M206", saying: "an error came through: StoreError (inputOutput"),
        .init("MOD-011", by: "M238", saying: "after these"),
    ]
}
