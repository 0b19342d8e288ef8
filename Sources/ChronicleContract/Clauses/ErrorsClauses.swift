extension ContractChapter {
    /// Errors and the state after a throw.
    static let errors = ContractChapter("ERR", "Errors and the state after a throw", [])
}
