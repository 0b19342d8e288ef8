extension ContractChapter {
    /// What history tells of saves.
    static let history = ContractChapter(
        "HIS", "History",
        [
            ContractClause("HIS-001", "One save is one transaction, whatever it changes.", requires: [.history]) {
                probe in
                let context = try probe.context(Plot.self)
                context.insert(Plot("a"))
                context.insert(Tag("b"))
                context.insert(Plant("c"))
                try context.save()
                let history = try context.history()
                probe.expectEqual(history.count, 1, "the transactions of one save")
                probe.expectEqual(history.first?.changes.count, 3, "the changes of a save of three models")
            }
        ])
}
