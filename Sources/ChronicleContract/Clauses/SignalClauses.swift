extension ContractChapter {
    /// Remote-change signal.
    static let signal = ContractChapter("WAK", "Remote-change signal", [])
}
