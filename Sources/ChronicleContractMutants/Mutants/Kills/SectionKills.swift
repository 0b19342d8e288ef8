extension ContractMutantKill {
    /// What the clauses of SEC catch.
    static let sectionKills: [ContractMutantKill] = [
        .init("SEC-001", by: "M161", saying: "the titles, reverse"),
        .init("SEC-002", by: "M052", saying: "the titles"),
        .init("SEC-002", by: "M054", saying: "the titles"),
        .init("SEC-003", by: "M055", saying: "the titles of sections by"),
        .init("SEC-004", by: "M105", saying: "the rows of the section of one text"),
        .init("SEC-005", by: "M075", saying: "the titles of sections by a related text"),
        .init("SEC-006", by: "M077", saying: "by an enum under condition"),
        .init("SEC-007", by: "M166", saying: "the rows of the sections"),
        .init("SEC-007", by: "M172", saying: "the rows of the sections"),
        .init("SEC-008", by: "M054", saying: "the place of the section of nil"),
        .init("SEC-009", by: "M072", saying: "the titles once they were saved"),
        .init("SEC-010", by: "M116", saying: "the number of sections of no rows"),
        .init("SEC-011", by: "M192", saying: "the fetches for crops, farms and villages"),
    ]
}
