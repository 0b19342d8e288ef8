extension ContractChapter {
    /// Predicates.
    static let predicates = ContractChapter("QRY", "Predicates", [])
}
