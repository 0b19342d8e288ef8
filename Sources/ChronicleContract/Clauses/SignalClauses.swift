extension ContractChapter {
    /// The remote-change signal.
    static let signal = ContractChapter(
        "WAK", "Remote-change signal", signalCallClauses + signalOrderClauses + signalReachClauses)
}
