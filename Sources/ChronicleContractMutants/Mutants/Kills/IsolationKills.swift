extension ContractMutantKill {
    /// What the clauses of ISO catch.
    static let isolationKills: [ContractMutantKill] = [
        .init("ISO-001", by: "M176", saying: "the plots that the other context sees"),
        .init("ISO-002", by: "M209", saying: "the plants with an unsaved one"),
        .init("ISO-003", by: "M206", saying: "an error came through: StoreError (inputOutput"),
        .init("ISO-004", by: "M253", saying: "an error came through: StoreError (invalidValue"),
        .init("ISO-005", by: "M442", saying: "the plots in the second opening"),
        .init("ISO-006", by: "M224", saying: "the held model's area after another context saved it"),
        .init("ISO-007", by: "M206", saying: "an error came through: StoreError (inputOutput"),
        .init("ISO-008", by: "M216", saying: "the areas after both saves"),
        .init("ISO-009", by: "M231", saying: "a save that must fail went through"),
        .init("ISO-010", by: "M446", saying: "which its save replaced by an even"),
        .init("ISO-011", by: "M176", saying: "what the first context reads"),
        .init("ISO-012", by: "M224", saying: "the area that both held models read"),
        .init("ISO-013", by: "M223", saying: "the second context's note"),
        .init("ISO-014", by: "M311", saying: "the attributes that history says were updated"),
        .init("ISO-015", by: "M476", saying: "the save of an edit of a deleted row threw StoreError (corrupt"),
        .init("ISO-016", by: "M216", saying: "what two fetches with a save between them"),
        .init("ISO-017", by: "M206", saying: "an error came through: StoreError (inputOutput"),
        .init("ISO-018", by: "M445", saying: "the areas that a fetch"),
        .init("ISO-019", by: "M445", saying: "the rows that a fetch"),
        .init("ISO-020", by: "M445", saying: "the areas that a fetch by keys"),
        .init("ISO-021", by: "M446", saying: "plants were seen with a plot of another save"),
    ]
}
