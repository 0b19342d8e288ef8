extension ContractMutantKill {
    /// What the clauses of SHP catch.
    static let shapingKills: [ContractMutantKill] = [
        .init("SHP-001", by: "M721", saying: "an error came through: ChronicleError (undecodableValue"),
        .init("SHP-001", by: "M723", saying: "texts that were left out"),
        .init("SHP-002", by: "M055", saying: "a double that was left out"),
        .init("SHP-003", by: "M223", saying: "row 3 after the save"),
        .init("SHP-004", by: "M722", saying: "the rows of condition"),
        .init("SHP-005", by: "M055", saying: "what the second fetch named as well"),
        .init("SHP-006", by: "M192", saying: "the fetches that bring related rows along"),
        .init("SHP-007", by: "M731", saying: "what was fetched along"),
        .init("SHP-008", by: "M731", saying: "what was fetched along"),
        .init("SHP-009", by: "M192", saying: "the fetches that bring related rows along"),
        .init("SHP-010", by: "M731", saying: "the related rows with unsaved changes"),
    ]
}
