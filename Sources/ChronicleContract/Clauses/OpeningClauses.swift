extension ContractChapter {
    /// Opening and closing.
    static let opening = ContractChapter("LIF", "Opening and closing", [])
}
