extension ContractMutantKill {
    /// What the clauses of IDN catch.
    static let identityKills: [ContractMutantKill] = [
        .init("IDN-001", by: "M258", saying: "the identifier after the save"),
        .init("IDN-002", by: "M259", saying: "the identifier in the second context"),
        .init("IDN-003", by: "M004", saying: "the models by their identifiers after reopening"),
        .init("IDN-004", by: "M206", saying: "an error came through: StoreError (inputOutput"),
        .init("IDN-005", by: "M214", saying: "the identifier of a deleted row gave a model"),
        .init("IDN-006", by: "M520", saying: "an error came through: StoreError (unsupportedFeature"),
        .init("IDN-007", by: "M211", saying: "saving a change of the deleted row went through"),
        .init("IDN-008", by: "M251", saying: "was given again in round"),
        .init("IDN-009", by: "M254", saying: "the number of keys of a block of"),
        .init("IDN-009", by: "M257", saying: "an error came through: StoreError (invalidValue"),
        .init("IDN-010", by: "M256", saying: "the blocks 1..<2 and 1..<2 overlap"),
        .init("IDN-011", by: "M252", saying: "opening 2 gave 1"),
        .init("IDN-012", by: "M253", saying: "the different keys of"),
        .init("IDN-013", by: "M178", saying: "the rows with the keys"),
        .init("IDN-014", by: "M176", saying: "the keys in order"),
        .init("IDN-015", by: "M176", saying: "the models in the order of insertion"),
    ]
}
