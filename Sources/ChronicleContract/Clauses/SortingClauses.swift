extension ContractChapter {
    /// Sorting, paging and counting.
    static let sorting = ContractChapter("SRT", "Sorting, paging and counting", [])
}
