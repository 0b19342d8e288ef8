extension ContractMutantKill {
    /// What the clauses of PLN catch.
    static let planKills: [ContractMutantKill] = [
        .init("PLN-001", by: "M671", saying: "by one value: 2000 of 2000 rows were looked at, expected at most"),
        .init(
            "PLN-002", by: "M672", saying: "by a range below zero: 2000 of 2000 rows were looked at, expected at most"),
        .init(
            "PLN-003", by: "M673",
            saying: "by the beginning of a text: 2000 of 2000 rows were looked at, expected at most"),
        .init("PLN-004", by: "M674", saying: "by a unique value: 2000 of 2000 rows were looked at, expected at most"),
        .init(
            "PLN-005", by: "M675",
            saying: "by one of three values of two attributes: 2000 of 2000 rows were looked at, expected at most"),
        .init("PLN-006", by: "M676", saying: "ten identifiers: 2000 of 2000 rows were looked at, expected at most"),
        .init("PLN-007", by: "M677", saying: "over a relationship: 2000 of 2000 rows were looked at, expected at most"),
        .init(
            "PLN-008", by: "M678",
            saying: "the rows that refer to one: 2000 of 2000 rows were looked at, expected at most"),
        .init(
            "PLN-009", by: "M679",
            saying: "the first ten by a number: 2000 of 2000 rows were looked at, expected at most"),
        .init(
            "PLN-009", by: "M682",
            saying: "the first ten by a number: 2000 of 2000 rows were looked at, expected at most"),
        .init(
            "PLN-010", by: "M680",
            saying: "the last ten by a number: 2000 of 2000 rows were looked at, expected at most"),
        .init(
            "PLN-011", by: "M681",
            saying: "five of a kind by number, forward: 50 of 2000 rows were looked at, expected at most"),
        .init(
            "PLN-012", by: "M683", saying: "ten from the middle on: 2000 of 2000 rows were looked at, expected at most"),
        .init("PLN-013", by: "M175", saying: "the count of an indexed value"),
        .init("PLN-014", by: "M684", saying: "tells of 0 rows read for"),
        .init("PLN-014", by: "M685", saying: "the rows returned that explanation"),
        .init("PLN-014", by: "M687", saying: "the figures of a measured explanation is missing"),
        .init("PLN-015", by: "M686", saying: "an explanation that is not to be measured has the figures"),
        .init("PLN-016", by: "M129", saying: "threw StoreError (corrupt"),
    ]
}
