extension ContractChapter {
    /// What is stored comes back as it was.
    static let values = ContractChapter(
        "VAL", "Values",
        numberClauses + textClauses + shapedValueClauses + absenceClauses + refusedValueClauses + valueQueryClauses)
}
