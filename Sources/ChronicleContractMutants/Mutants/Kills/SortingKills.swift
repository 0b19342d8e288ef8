extension ContractMutantKill {
    /// What the clauses of SRT catch.
    static let sortingKills: [ContractMutantKill] = [
        .init("SRT-001", by: "M159", saying: ": other rows or another order than sorted(using:) over the same models"),
        .init(
            "SRT-001", by: "M185",
            saying: "by a Decimal: other rows or another order than sorted(using:) over the same models"),
        .init(
            "SRT-002", by: "M046",
            saying: "by a Double: other rows or another order than sorted(using:) over the same models"),
        .init(
            "SRT-002", by: "M187",
            saying: "by a Double: other rows or another order than sorted(using:) over the same models"),
        .init(
            "SRT-002", by: "M188",
            saying: "by a Double: other rows or another order than sorted(using:) over the same models"),
        .init(
            "SRT-003", by: "M184",
            saying: "by a Date: other rows or another order than sorted(using:) over the same models"),
        .init("SRT-004", by: "M155", saying: "the names in order"),
        .init("SRT-004", by: "M190", saying: "the names in order"),
        .init("SRT-004", by: "M156", saying: "the names in order"),
        .init("SRT-004", by: "M196", saying: "the names in order"),
        .init("SRT-004", by: "M197", saying: "the names in order"),
        .init("SRT-005", by: "M153", saying: "the rows of one text in two spellings, in reverse"),
        .init("SRT-005", by: "M156", saying: "the rows of one text in two spellings, by a second key"),
        .init(
            "SRT-006", by: "M152",
            saying: "by an optional integer in reverse: other rows or another order than sorted(using:) over th"),
        .init(
            "SRT-006", by: "M161",
            saying: "by an optional integer in reverse: other rows or another order than sorted(using:) over th"),
        .init(
            "SRT-007", by: "M154",
            saying: "by it in reverse: other rows or another order than sorted(using:) over the same models"),
        .init(
            "SRT-007", by: "M194",
            saying: "by it in reverse: other rows or another order than sorted(using:) over the same models"),
        .init(
            "SRT-008", by: "M160",
            saying: "by two keys, the second in reverse: other rows or another order than sorted(using:) over t"),
        .init(
            "SRT-008", by: "M162",
            saying: "by two keys, the second in reverse: other rows or another order than sorted(using:) over t"),
        .init(
            "SRT-008", by: "M163",
            saying: "by two keys, the second in reverse: other rows or another order than sorted(using:) over t"),
        .init(
            "SRT-009", by: "M164",
            saying: "by a related row's number: other rows or another order than sorted(using:) over the same m"),
        .init(
            "SRT-010", by: "M151",
            saying: "by an optional field: other rows or another order than sorted(using:) over the same models"),
        .init("SRT-011", by: "M176", saying: "the rows in no order"),
        .init("SRT-011", by: "M195", saying: "the rows in no order"),
        .init(
            "SRT-012", by: "M158",
            saying: "by an updated integer: other rows or another order than sorted(using:) over the same model"),
        .init("SRT-013", by: "M169", saying: "the rows from the"),
        .init(
            "SRT-014", by: "M166",
            saying: "a limit of zero: other rows or another order than sorted(using:) over the same models: too"),
        .init(
            "SRT-014", by: "M167",
            saying: "a limit of zero: other rows or another order than sorted(using:) over the same models: too"),
        .init(
            "SRT-014", by: "M168",
            saying: "a limit of zero: other rows or another order than sorted(using:) over the same models: too"),
        .init(
            "SRT-015", by: "M189",
            saying: "an offset of the number of rows: other rows or another order than sorted(using:) over the"),
        .init(
            "SRT-016", by: "M170",
            saying: "the three greatest of a condition: other rows or another order than sorted(using:) over th"),
        .init(
            "SRT-016", by: "M171",
            saying: "the three greatest of a condition: other rows or another order than sorted(using:) over th"),
        .init("SRT-017", by: "M165", saying: "the pages by one date, forward"),
        .init("SRT-017", by: "M172", saying: "the pages by one date, forward"),
        .init("SRT-018", by: "M020", saying: "the pages of three openings"),
        .init("SRT-019", by: "M174", saying: "the count with offset"),
        .init("SRT-020", by: "M191", saying: "the identifiers of a fetch with"),
        .init("SRT-021", by: "M173", saying: "the count of"),
        .init("SRT-022", by: "M177", saying: "a fetch with a limit of"),
        .init("SRT-023", by: "M179", saying: "the keys of the rows delivered"),
        .init("SRT-024", by: "M222", saying: "the count of a condition with unsaved changes"),
        .init("SRT-025", by: "M175", saying: "the stored rows of a condition"),
        .init("SRT-026", by: "M192", saying: "the rows of an enumeration in batches of"),
        .init("SRT-027", by: "M724", saying: "the names in the standard order, forward"),
        .init("SRT-027", by: "M725", saying: "the names in the standard order, forward"),
        .init("SRT-028", by: "M724", saying: "the rows by a text, localizedStandard, forward"),
        .init("SRT-028", by: "M152", saying: "the rows by an optional text, localizedStandard, reverse"),
        .init("SRT-029", by: "M153", saying: "the rows of eight pages, localizedStandard, forward"),
        .init("SRT-030", by: "M730", saying: "the pages by one date, forward"),
        .init("SRT-030", by: "M121", saying: "the pages by one date, forward"),
        .init("SRT-031", by: "M151", saying: "the pages of 1 by an optional integer, forward"),
        .init("SRT-031", by: "M122", saying: "the pages of 1 by an optional integer, reverse"),
        .init("SRT-032", by: "M730", saying: "the pages in order 0"),
        .init("SRT-033", by: "M656", saying: "the pages in the standard order, forward"),
        .init("SRT-033", by: "M727", saying: "the pages in the standard order, forward"),
        .init("SRT-034", by: "M730", saying: "the rows that stayed where they were"),
        .init("SRT-035", by: "M730", saying: "the pages of three openings"),
    ]
}
