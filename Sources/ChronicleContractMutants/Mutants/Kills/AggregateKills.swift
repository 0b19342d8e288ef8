extension ContractMutantKill {
    /// What the clauses of AGG catch.
    static let aggregateKills: [ContractMutantKill] = [
        .init("AGG-001", by: "M700", saying: "the greatest integer"),
        .init("AGG-001", by: "M710", saying: "the sum of a composite's field"),
        .init("AGG-002", by: "M691", saying: "the sum of decimals"),
        .init("AGG-003", by: "M699", saying: "the sum of doubles, reverse"),
        .init("AGG-004", by: "M701", saying: "the only date, between two seconds"),
        .init("AGG-005", by: "M702", saying: "the first of two texts, a and A"),
        .init("AGG-006", by: "M692", saying: "the mean of optional integers"),
        .init("AGG-006", by: "M693", saying: "the number of rows with an integer"),
        .init("AGG-007", by: "M694", saying: "the mean over an empty store"),
        .init("AGG-008", by: "M695", saying: "a sum of UInt64 above its range went through"),
        .init("AGG-008", by: "M696", saying: "a sum of UInt64 above its range threw StoreError (invalidValue"),
        .init("AGG-009", by: "M697", saying: "the count of condition"),
        .init("AGG-010", by: "M698", saying: "the count of a page, forward"),
        .init("AGG-011", by: "M709", saying: "the sum of related numbers"),
        .init("AGG-012", by: "M216", saying: "the count once they were saved"),
        .init("AGG-013", by: "M704", saying: "the keys of groups by a number"),
        .init("AGG-014", by: "M707", saying: "the count of the group nil"),
        .init("AGG-015", by: "M703", saying: "the counts by an optional double"),
        .init("AGG-016", by: "M705", saying: "the texts of the groups"),
        .init("AGG-017", by: "M706", saying: "the groups of a condition that no row satisfies"),
        .init("AGG-018", by: "M708", saying: "a sum of texts over an empty store went through"),
    ]
}
