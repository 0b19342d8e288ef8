extension ContractChapter {
    /// What two processes see of each other.
    static let secondProcess = ContractChapter(
        "MPR", "Second process",
        [
            ContractClause(
                "MPR-001", "A fetch sees what another process has saved before it began.",
                requires: [.persistence, .multipleProcesses],
                peer: { probe, name in try probe.context(Plot.self).add(Plot(name)) },
                { probe in
                    let context = try probe.context(Plot.self)
                    try await probe.runPeer("from outside")
                    probe.expectEqual(
                        try context.all(Plot.self).map(\.name), ["from outside"], "the names in the store")
                })
        ])
}
