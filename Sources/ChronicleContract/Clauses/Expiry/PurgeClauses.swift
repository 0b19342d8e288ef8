import Foundation

extension ExpiryClauses {
    /// What a purge deletes.
    static let purges: [ContractClause] = [
        ContractClause(
            "EXP-001", "A purge through a token deletes that transaction and all before it, and no other.",
            requires: [.history], cases: ["H01"]
        ) {
            probe in
            let context = try probe.context(Plot.self)
            let tokens = try context.addPlots("a", "b", "c", "d")
            try context.purge(through: tokens[1])
            probe.expectEqual(try context.history().map(\.token), Array(tokens[2...]), "the tokens left")
        },
        ContractClause("EXP-002", "A purge before a token leaves that transaction.", requires: [.history]) { probe in
            let context = try probe.context(Plot.self)
            let tokens = try context.addPlots("a", "b", "c")
            let third = tokens[2]
            try context.deleteHistory(
                HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token < third }))
            probe.expectEqual(try context.history().map(\.token), [third], "the tokens left")
        },
        ContractClause(
            "EXP-003", "A purge by time ends at the first transaction that is not old enough, whatever comes after.",
            requires: [.history], cases: ["H05"]
        ) {
            probe in
            let context = try probe.context(Plot.self)
            for (index, time) in [10.0, 20, 100, 40, 101].enumerated() {
                context.now = { Date(timeIntervalSinceReferenceDate: time) }
                try context.add(Plot("plot \(index)"))
            }
            let tokens = try context.history().map(\.token)
            let middle = Date(timeIntervalSinceReferenceDate: 50)
            try context.deleteHistory(
                HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.timestamp < middle }))
            probe.expectEqual(
                try context.history().map(\.token), Array(tokens[2...]),
                "the tokens left, that of the set-back clock among them")
            try context.deleteHistory(
                HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.timestamp < middle }))
            probe.expectEqual(
                try context.history().map(\.token), Array(tokens[2...]), "the tokens left after the same purge again")
        },
        ContractClause("EXP-004", "A purge by author ends at the first transaction of another.", requires: [.history]) {
            probe in
            let context = try probe.context(Plot.self)
            for (index, author) in (["App", "App", nil, "App"] as [String?]).enumerated() {
                context.author = author
                try context.add(Plot("plot \(index)"))
            }
            let app: String? = "App"
            try context.deleteHistory(
                HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == app }))
            probe.expectEqual(
                try context.history().map(\.author), [nil, "App"], "the authors of the transactions left")
            try context.deleteHistory(
                HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == nil }))
            probe.expectEqual(
                try context.history().map(\.author), ["App"], "the authors left after a purge of those without author")
        },
        ContractClause(
            "EXP-005", "A purge that would leave a hole deletes nothing.", requires: [.history], cases: ["H05"]
        ) { probe in
            let context = try probe.context(Plot.self)
            let tokens = try context.addPlots("a", "b", "c")
            let first = tokens[0]
            try context.deleteHistory(
                HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > first }))
            probe.expectEqual(
                try context.history().map(\.token), tokens, "the tokens after a purge of all but the first")
        },
        ContractClause(
            "EXP-006", "A purge with a limit deletes so many transactions, the oldest.", requires: [.history]
        ) { probe in
            let context = try probe.context(Plot.self)
            let tokens = try context.addPlots("a", "b", "c", "d")
            var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
            descriptor.fetchLimit = 1
            try context.deleteHistory(descriptor)
            probe.expectEqual(
                try context.history().map(\.token), Array(tokens[1...]), "the tokens after a purge of one")
            let third = tokens[2]
            descriptor = HistoryDescriptor(predicate: #Predicate { $0.token <= third })
            descriptor.fetchLimit = 5
            try context.deleteHistory(descriptor)
            probe.expectEqual(
                try context.history().map(\.token), [tokens[3]], "the tokens after a purge of five up to the third")
        },
        ContractClause(
            "EXP-007", "A purge says how many records went, and repeated deletes none.", requires: [.history]
        ) { probe in
            let entries = try EntryStore(probe)
            for _ in 0..<5 { try entries.add([try entries.values()]) }
            let history = try entries.history()
            let sequences = try history.fetchHistory(HistoryRequest()).map(\.sequence)
            let request = HistoryRequest(through: sequences[2])
            probe.expectEqual(try history.deleteHistory(request), 3, "the records deleted")
            probe.expectEqual(try history.deleteHistory(request), 0, "the records deleted by the same request again")
            probe.expectEqual(
                try history.fetchHistory(HistoryRequest()).map(\.sequence), Array(sequences[3...]), "the records left")
            probe.expectEqual(
                try history.deleteHistory(HistoryRequest()), 2, "the records deleted by a request for all")
            probe.expectEqual(
                try history.deleteHistory(HistoryRequest()), 0, "the records deleted where there are none")
        },
        ContractClause(
            "EXP-008",
            "After a purge the oldest position is that of the last deleted record, and the current one stays.",
            requires: [.history], cases: ["H01"]
        ) {
            probe in
            let entries = try EntryStore(probe)
            for _ in 0..<4 { try entries.add([try entries.values()]) }
            let history = try entries.history()
            let sequences = try history.fetchHistory(HistoryRequest()).map(\.sequence)
            let current = try history.currentPosition()
            try history.deleteHistory(HistoryRequest(through: sequences[1]))
            probe.expectEqual(try history.oldestPosition().sequence, sequences[1], "the oldest sequence after a purge")
            probe.expectEqual(try history.currentPosition(), current, "the current position after a purge")
            try history.deleteHistory(HistoryRequest())
            probe.expectEqual(try history.oldestPosition(), current, "the oldest position after a purge of all")
            probe.expectEqual(try history.currentPosition(), current, "the current position after a purge of all")
        },
        ContractClause(
            "EXP-009", "A purge leaves the rows as they are, and the transactions that stay too.", requires: [.history]
        ) { probe in
            let context = try probe.context(Plot.self)
            let plots = ["a", "b"].map { Plot($0, area: 1) }
            for plot in plots { try context.add(plot) }
            context.delete(plots[0])
            plots[1].area = 2
            try context.save()
            let before = try context.history()
            try context.purge(through: before[1].token)
            let reader = ModelContext(context.container)
            probe.expectEqual(
                try reader.all(Plot.self).map { "\($0.name) \($0.area)" }, ["b 2"], "the rows after a purge")
            probe.expectEqual(try reader.history().map(\.told), [before[2].told], "the changes left after a purge")
            probe.expectEqual(
                try TombstoneClauses.tombstone(of: Plot.self, in: reader, probe)[\.name] as? String, "a",
                "a tombstone after a purge")
        },
        ContractClause(
            "EXP-010",
            "A purge by what cannot be judged record by record is refused with `unsupportedRequest`, and deletes nothing.",
            requires: [.history]
        ) {
            probe in
            let context = try probe.context(Plot.self)
            let tokens = try context.addPlots("a", "b")
            let process = "no such process"
            probe.expectHistoryError(.unsupportedRequest, from: "a purge by process") {
                try context.deleteHistory(
                    HistoryDescriptor<DefaultHistoryTransaction>(
                        predicate: #Predicate { $0.processIdentifier != process }))
            }
            probe.expectEqual(try context.history().map(\.token), tokens, "the tokens after the refused purge")
        },
        ContractClause(
            "EXP-011",
            "A purge with the token or position of another store is refused with `foreignToken`, and deletes nothing.",
            requires: [.history]
        ) {
            probe in
            let context = try probe.context(Plot.self)
            let tokens = try context.addPlots("a", "b")
            let other = try probe.context(Plot.self, at: probe.anotherPlace())
            let foreign = try other.addPlots("c")[0]
            probe.expectHistoryError(.foreignToken, from: "a purge through the token of another store") {
                try context.purge(through: foreign)
            }
            probe.expectEqual(try context.history().map(\.token), tokens, "the tokens after the refused purge")
            let entries = try EntryStore(probe, at: probe.anotherPlace())
            try entries.add([try entries.values()])
            let history = try entries.history()
            probe.expectHistoryError(.foreignToken, from: "a store's purge after a position of another store") {
                try history.deleteHistory(HistoryRequest(after: foreign.position))
            }
            var ahead = try history.currentPosition()
            ahead.sequence += 1
            probe.expectHistoryError(.tokenAhead, from: "a store's purge after a position ahead of it") {
                try history.deleteHistory(HistoryRequest(after: ahead))
            }
            probe.expectEqual(
                try history.fetchHistory(HistoryRequest()).count, 1, "the records after the refused purges")
        },
    ]
}
