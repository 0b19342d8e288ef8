extension ContractChapter {
    /// Random work against a model.
    static let model = ContractChapter("MOD", "Random work against a model", [])
}
