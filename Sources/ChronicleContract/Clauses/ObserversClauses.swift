extension ContractChapter {
    /// Observers (reserved).
    static let observers = ContractChapter("OBS", "Observers (reserved)", [])
}
