extension ContractMutantKill {
    /// What the clauses of LIF catch.
    static let openingKills: [ContractMutantKill] = [
        .init("LIF-001", by: "M034", saying: "the rows of Plot in a new store"),
        .init("LIF-002", by: "M503", saying: "the plots after reopening"),
        .init("LIF-003", by: "M004", saying: "the identifier of the reopened store"),
        .init("LIF-004", by: "M005", saying: "two stores have the identifier plain"),
        .init("LIF-005", by: "M409", saying: "the current position after reopening"),
        .init("LIF-006", by: "M003", saying: "it did not end within"),
        .init("LIF-006", by: "M020", saying: "the rows at opening"),
        .init("LIF-007", by: "M035", saying: "the entities of the open store"),
        .init("LIF-008", by: "M002", saying: "an error came through: StoreError (closed"),
        .init("LIF-009", by: "M001", saying: "a fetch of a closed store went through"),
        .init("LIF-010", by: "M018", saying: "allocating a key of a closed store went through"),
        .init("LIF-011", by: "M017", saying: "fetching the history of a closed store threw StoreError (inputOutput"),
        .init("LIF-012", by: "M016", saying: "a save after the container was closed went through"),
        .init("LIF-013", by: "M036", saying: "the rows of a fetch during which the store was closed"),
        .init("LIF-014", by: "M505", saying: "the identifier of the second opening"),
        .init("LIF-015", by: "M454", saying: "the rows of a third opening"),
        .init("LIF-016", by: "M443", saying: "six threads"),
        .init("LIF-017", by: "M006", saying: "opening a store in a missing folder went through"),
        .init("LIF-017", by: "M479", saying: "opening a store in a missing folder threw StoreError (missingStore"),
        .init("LIF-018", by: "M010", saying: "of garbage went through"),
        .init("LIF-019", by: "M011", saying: "reading half of the data went through"),
        .init("LIF-019", by: "M013", saying: "reading half of the data went through"),
    ]
}
