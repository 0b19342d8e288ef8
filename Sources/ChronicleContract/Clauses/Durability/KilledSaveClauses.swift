import Foundation

extension ContractChapter {
    /// Processes that are killed at random moments while they save.
    static let killedSaveClauses: [ContractClause] = [
        ContractClause(
            "DUR-005", "A kill leaves whole saves only.", level: .stochastic, requires: [.persistence],
            peer: { probe, argument in try probe.saveUntilKilled(argument) },
            { probe in
                try await probe.afterKills { container, round, _ in
                    let context = ModelContext(container)
                    let plots = try context.all(Plot.self)
                    let saves = Dictionary(grouping: plots) {
                        $0.name.split(separator: ".").prefix(2).joined(separator: ".")
                    }
                    for (save, plots) in saves where plots.count != 5 {
                        probe.expect(false, "save \(save) left \(plots.count) of its 5 rows after kill \(round)")
                    }
                    let tags = try context.all(Tag.self)
                    probe.expectEqual(
                        tags.map(\.word).sorted(), saves.keys.sorted(), "the tags of the saves that are there")
                    probe.expect(
                        tags.allSatisfy { $0.plots.map(\.name) == ["\($0.word).0"] },
                        "a tag is not linked to its save's plot")
                }
            }),
        ContractClause(
            "DUR-006", "No save that returned is lost by a kill; of those that did not at most the last is there.",
            level: .stochastic, requires: [.persistence],
            peer: { probe, argument in try probe.saveUntilKilled(argument) },
            { probe in
                try await probe.afterKills { container, round, log in
                    let prefix = "\(round)."
                    let words = try ModelContext(container).all(Tag.self).map(\.word).filter { $0.hasPrefix(prefix) }
                    let found = words.compactMap { Int($0.dropFirst(prefix.count)) }.sorted()
                    let returned = log.acknowledged.count
                    probe.expect(
                        found == Array(0..<returned) || found == Array(0...returned),
                        "of \(returned) saves that had returned before kill \(round), and one under way, are there: \(found)"
                    )
                }
            }),
        ContractClause(
            "DUR-007", "After a kill the history tells of just the rows that are there.", level: .stochastic,
            requires: [.persistence, .history],
            peer: { probe, argument in try probe.saveUntilKilled(argument) },
            { probe in
                try await probe.afterKills { container, round, _ in
                    let context = ModelContext(container)
                    let plots = try context.all(Plot.self).map(\.persistentModelID)
                    let tags = try context.all(Tag.self).map(\.persistentModelID)
                    let history = try context.history()
                    let told = history.flatMap(\.changes).compactMap { change -> PersistentIdentifier? in
                        if case .insert(let insert) = change { insert.changedPersistentIdentifier } else { nil }
                    }
                    probe.expectEqual(
                        told.sorted(), (plots + tags).sorted(), "the inserts that history tells of after kill \(round)")
                    probe.expectEqual(history.count, tags.count, "the transactions, of which each save has one")
                    probe.expect(
                        zip(history, history.dropFirst()).allSatisfy { $0.token < $1.token },
                        "the tokens do not rise throughout after kill \(round)")
                }
            }),
        ContractClause(
            "DUR-008", "After a kill every index and every unique value fits the rows.", level: .stochastic,
            requires: [.persistence],
            peer: { probe, argument in try probe.saveUntilKilled(argument) },
            { probe in
                try await probe.afterKills { container, round, _ in
                    try probe.expectIndexesFit(try container.store(probe), "after kill \(round)", limit: 60)
                    let context = ModelContext(container)
                    let before = try context.fetchCount(FetchDescriptor<Plot>())
                    guard let last = try context.all(Plot.self).last else { return }
                    try ModelContext(container).add(Plot(last.name, area: -1))
                    probe.expectEqual(
                        try context.fetchCount(FetchDescriptor<Plot>()), before,
                        "the plots after an upsert of the last one that the killed process saved")
                }
            }),
        ContractClause(
            "DUR-009", "After a kill the store goes on: new keys, and tokens after all that were seen.",
            level: .stochastic,
            requires: [.persistence], cases: ["H01", "H21"],
            peer: { probe, argument in try probe.saveUntilKilled(argument) },
            { probe in
                let hasHistory = try probe.capabilities().history
                var seen: [String: DefaultHistoryToken] = [:]
                var given: Set<Int64> = []
                try await probe.afterKills { container, round, log in
                    given.formUnion(log.keys)
                    let context = ModelContext(container)
                    if hasHistory {
                        for (store, token) in try context.currentHistoryTokens() {
                            if let old = seen[store] {
                                probe.expect(token >= old, "the current position went back after kill \(round)")
                            }
                            seen[store] = token
                        }
                    }
                    let new = (0..<20).map { Plot("after \(round) \($0)") }
                    for plot in new { context.insert(plot) }
                    try context.save()
                    let keys = Set(new.map(\.persistentModelID.primaryKey))
                    probe.expectEqual(
                        keys.intersection(given).sorted(), [], "the keys that were given again after kill \(round)")
                    given.formUnion(keys)
                    if hasHistory {
                        for (store, token) in try context.currentHistoryTokens() {
                            if let old = seen[store] {
                                probe.expect(token > old, "the save after kill \(round) has no later token")
                            }
                            seen[store] = token
                        }
                    }
                }
            }),
        ContractClause(
            "DUR-010", "A kill among saves and deletions of history leaves a history without a hole.",
            level: .stochastic,
            requires: [.persistence, .history], cases: ["H01"],
            peer: { probe, argument in
                let task: ContractProbe.KillTask = try probe.value(from: argument)
                let saved = probe.armKill(task)
                let context = try probe.context(Plot.self)
                for number in 0... {
                    try context.add(Plot("\(task.round).\(number)"))
                    saved()
                    let history = try context.history()
                    if history.count > 4 { try context.purge(through: history[1].token) }
                }
            },
            { probe in
                try await probe.afterKills { container, round, _ in
                    let store = try container.store(probe)
                    let history = try probe.require(
                        store as? any DataStore & HistoryProviding, "the history of the store")
                    let records = try history.fetchHistory(HistoryRequest())
                    let oldest = try history.oldestPosition()
                    let current = try history.currentPosition()
                    probe.expectEqual(
                        try history.fetchHistory(HistoryRequest(after: oldest)), records,
                        "the history after the oldest position, against all of it")
                    probe.expectEqual(
                        records.last?.sequence ?? current.sequence, current.sequence, "the last record's sequence")
                    // Each save has one row, in order: the newest rows are those that the kept records tell of.
                    let rows = try ModelContext(container).all(Plot.self).map(\.persistentModelID.primaryKey)
                    probe.expectEqual(
                        records.flatMap(\.changes).map(\.key), Array(rows.suffix(records.count)),
                        "the rows that the kept history tells of after kill \(round)")
                    if oldest.sequence > 0 {
                        var expired = oldest
                        expired.sequence -= 1
                        probe.expectHistoryError(.historyTokenExpired, from: "a fetch after a deleted record") {
                            _ = try history.fetchHistory(HistoryRequest(after: expired))
                        }
                    }
                }
            }),
    ]
}
