import Foundation

extension HistoryClauses {
    /// Who saved, when, and how much.
    static let facts: [ContractClause] = [
        ContractClause(
            "HIS-022",
            "A transaction has the author that its context had at that save, nil and the empty text told apart.",
            requires: [.history], cases: ["H31"]
        ) {
            probe in
            let context = try probe.context(Plot.self)
            let authors: [String?] = ["App", nil, "", "Zoë \u{1F331}", "App"]
            for (index, author) in authors.enumerated() {
                context.author = author
                try context.add(Plot("plot \(index)"))
            }
            probe.expectEqual(try context.history().map(\.author), authors, "the authors of the transactions")
        },
        ContractClause(
            "HIS-023", "A transaction has the time of the saving context's clock, to the last bit.",
            requires: [.history], cases: ["H17"]
        ) {
            probe in
            let context = try probe.context(Plot.self)
            let times = [0.1 + 0.2, -1e9, 700_000_000.123_456_7, 0].map { Date(timeIntervalSinceReferenceDate: $0) }
            for (index, time) in times.enumerated() {
                context.now = { time }
                try context.add(Plot("plot \(index)"))
            }
            probe.expectEqual(try context.history().map(\.timestamp), times, "the times of the transactions")
        },
        ContractClause(
            "HIS-024", "History is in the order of commits, whatever the clocks say.", requires: [.history],
            cases: ["H05"]
        ) {
            probe in
            let context = try probe.context(Plot.self)
            let times = [100.0, 100, 40, 101]
            for (index, time) in times.enumerated() {
                context.now = { Date(timeIntervalSinceReferenceDate: time) }
                try context.add(Plot("plot \(index)"))
            }
            var token = try probe.require(context.history().first?.token, "the first transaction")
            var seen: [Double] = []
            for _ in 0..<5 {
                let after = token
                var descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
                    predicate: #Predicate { $0.token > after })
                descriptor.fetchLimit = 1
                guard let next = try context.fetchHistory(descriptor).first else { break }
                seen.append(next.timestamp.timeIntervalSinceReferenceDate)
                token = next.token
            }
            probe.expectEqual(seen, [100, 40, 101], "the times of the transactions after the first, read one by one")
        },
        ContractClause(
            "HIS-025", "The saves of two contexts are in history in the order in which they were made.",
            requires: [.history]
        ) { probe in
            let container = try probe.open(Plot.self)
            let contexts = ["one", "two"].map { author in
                let context = ModelContext(container)
                context.author = author
                return context
            }
            for (index, which) in [0, 1, 1, 0, 1].enumerated() { try contexts[which].add(Plot("plot \(index)")) }
            probe.expectEqual(
                try contexts[0].history().map(\.author), ["one", "two", "two", "one", "two"],
                "the authors in the order of saves")
        },
        ContractClause("HIS-026", "A transaction names its process, its program and its store.", requires: [.history]) {
            probe in
            let context = try probe.context(Plot.self)
            try context.add(Plot("a"))
            let saved = try probe.transactions(1, in: context, "the history of one save")
            probe.expect(!saved[0].processIdentifier.isEmpty, "the process of a transaction is empty")
            probe.expect(!saved[0].bundleIdentifier.isEmpty, "the program of a transaction is empty")
            let store = context.container.storeIdentifier(
                forConfigurationNamed: context.container.configurations[0].name)
            probe.expectEqual(saved[0].storeIdentifier, store, "the store of a transaction")
            probe.expectEqual(saved[0].token.storeIdentifier, store, "the store of its token")
        },
        ContractClause(
            "HIS-027", "A save of 5,000 changes is one transaction with all of them.", requires: [.history],
            cases: ["H06"]
        ) { probe in
            let entries = try EntryStore(probe)
            let row = try entries.values(number: 1)
            let keys = try entries.add(Array(repeating: row, count: 5_000))
            let records = try entries.history().fetchHistory(HistoryRequest())
            probe.expectEqual(records.count, 1, "the records of one save")
            probe.expect(
                records.first?.changes.map(\.key) == keys,
                "a save of 5,000 rows is told as \(records.first?.changes.count ?? 0) changes")
            let limited = try entries.history().fetchHistory(HistoryRequest(limit: 1))
            probe.expectEqual(
                limited.first?.changes.count, 5_000, "the changes of the record when one record is asked for")
        },
        ContractClause(
            "HIS-028", "History is the same after the store was reopened.", requires: [.history, .persistence],
            cases: ["H06"]
        ) { probe in
            var container = try probe.open(Plot.self)
            var context = ModelContext(container)
            context.author = "App"
            let plot = Plot("a", area: 1)
            try context.add(plot)
            plot.area = 2
            plot.plants = [Plant("p")]
            try context.save()
            context.author = nil
            context.delete(plot)
            try context.save()
            let before = try context.history()
            try container.close()
            container = try probe.open(Plot.self)
            context = ModelContext(container)
            let after = try context.history()
            probe.expectEqual(after.map(\.told), before.map(\.told), "the changes after reopening")
            probe.expectEqual(after.map(\.author), before.map(\.author), "the authors after reopening")
            probe.expectEqual(after.map(\.timestamp), before.map(\.timestamp), "the times after reopening")
            probe.expectEqual(after.map(\.token), before.map(\.token), "the tokens after reopening")
        },
    ]
}
