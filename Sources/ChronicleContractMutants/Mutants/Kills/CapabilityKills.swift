extension ContractMutantKill {
    /// What the clauses of CAP catch.
    static let capabilityKills: [ContractMutantKill] = [
        .init("CAP-001", by: "M509", saying: "the capabilities after a save"),
        .init("CAP-002", by: "M526", saying: "the capabilities of the first opening"),
        .init("CAP-003", by: "M501", saying: "an error came through: HistoryError (unsupportedFeature"),
        .init("CAP-004", by: "M523", saying: "the limit textBytes is"),
        .init("CAP-005", by: "M522", saying: "a store that was opened for writing says that it is read-only"),
        .init("CAP-006", by: "M508", saying: "the store declares several processes but not several openings in one"),
        .init("CAP-007", by: "M520", saying: "an error came through: StoreError (unsupportedFeature"),
        .init("CAP-008", by: "M502", saying: "the history's sequence of a save"),
        .init("CAP-008", by: "M510", saying: "fetching history went through"),
        .init("CAP-008", by: "M511", saying: "fetching history threw StoreError (inputOutput"),
        .init("CAP-009", by: "M504", saying: "the rows of the store that was opened again"),
        .init("CAP-010", by: "M506", saying: "a second opening went through"),
        .init("CAP-011", by: "M507", saying: "the store says that it is read-only, which it does not declare"),
        .init("CAP-012", by: "M009", saying: "the store does not say that it is read-only"),
        .init("CAP-013", by: "M495", saying: "allocating a key of a read-only store threw StoreError (closed"),
        .init("CAP-014", by: "M399", saying: "deleting the history of a read-only store went through"),
        .init("CAP-015", by: "M007", saying: "for reading only where no store is threw StoreError (schemaMismatch"),
        .init("CAP-015", by: "M480", saying: "for reading only where no store is threw StoreError (missingFolder"),
        .init("CAP-016", by: "M524", saying: "the rows of the reader after another save"),
        .init("CAP-017", by: "M478", saying: "saving a change to a read-only store threw StoreError (noPermission"),
        .init("CAP-017", by: "M492", saying: "saving a change to a read-only store went through"),
        .init(
            "CAP-018", by: "M019",
            saying: "opening for reading only with a new attribute threw StoreError (unsupportedFeature"),
        .init("CAP-018", by: "M525", saying: "opening for reading only with a new attribute went through"),
    ]
}
