import Foundation

extension HistoryClauses {
    /// Asking for a part of history.
    static let filters: [ContractClause] = [
        ContractClause(
            "HIS-039", "A limit gives the oldest transactions that match, each of them whole.", requires: [.history]
        ) { probe in
            let context = try probe.context(Plot.self)
            for index in 0..<4 {
                context.insert(Plot("a\(index)"))
                context.insert(Plot("b\(index)"))
                try context.save()
            }
            let all = try context.history()
            for limit in 1...5 {
                var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
                descriptor.fetchLimit = UInt64(limit)
                let seen = try context.fetchHistory(descriptor)
                probe.expectEqual(
                    seen.map(\.token), Array(all.prefix(limit).map(\.token)), "the transactions at a limit of \(limit)")
                probe.expectEqual(
                    seen.map(\.changes.count), Array(repeating: 2, count: min(4, limit)), "their numbers of changes")
            }
        },
        ContractClause(
            "HIS-040", "A filter by author gives that author's transactions and no others.", requires: [.history],
            cases: ["H31"]
        ) {
            probe in
            let context = try probe.context(Plot.self)
            try fill(context, ["App", "Server", nil, "App", "app"])
            let (app, nobody): (String?, String?) = ("App", "Nobody")
            try expect(probe, context, #Predicate { $0.author == app }, [0, 3], "the transactions of App")
            try expect(
                probe, context, #Predicate { $0.author == nobody }, [],
                "the transactions of an author who saved nothing")
            try expect(probe, context, #Predicate { $0.author != app }, [1, 2, 4], "the transactions not of App")
        },
        ContractClause(
            "HIS-041", "No author is an author of its own: asked for it is found, and it is not found otherwise.",
            requires: [.history], cases: ["H04"]
        ) {
            probe in
            let context = try probe.context(Plot.self)
            try fill(context, ["App", nil, "", nil])
            let (list, listWithNil, empty): ([String?], [String?], String?) = (["App", ""], ["App", nil], "")
            try expect(probe, context, #Predicate { $0.author == nil }, [1, 3], "the transactions without an author")
            try expect(probe, context, #Predicate { $0.author == empty }, [2], "the transactions of the empty author")
            try expect(
                probe, context, #Predicate { list.contains($0.author) }, [0, 2], "the transactions of two authors")
            try expect(
                probe, context, #Predicate { listWithNil.contains($0.author) }, [0, 1, 3],
                "the transactions of App or nobody")
        },
        ContractClause(
            "HIS-042", "A filter by time takes its lower end in and leaves its upper end out.", requires: [.history],
            cases: ["H05", "H17"]
        ) {
            probe in
            let context = try probe.context(Plot.self)
            try fill(context, [nil, nil, nil, nil], at: [100, 50, 0.1 + 0.2, 100])
            let low = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
            let middle = Date(timeIntervalSinceReferenceDate: 50)
            let high = Date(timeIntervalSinceReferenceDate: 100)
            try expect(probe, context, #Predicate { $0.timestamp >= middle }, [0, 1, 3], "the transactions from 50 on")
            try expect(probe, context, #Predicate { $0.timestamp < high }, [1, 2], "the transactions before 100")
            try expect(
                probe, context, #Predicate { $0.timestamp >= low && $0.timestamp < middle }, [2],
                "the transactions of a time")
        },
        ContractClause(
            "HIS-043", "History up to a token includes its transaction, history before it does not.",
            requires: [.history]
        ) { probe in
            let context = try probe.context(Plot.self)
            let tokens = try context.addPlots("a", "b", "c", "d")
            let (first, third) = (tokens[0], tokens[2])
            try expect(probe, context, #Predicate { $0.token <= third }, [0, 1, 2], "the transactions up to the third")
            try expect(probe, context, #Predicate { $0.token < third }, [0, 1], "the transactions before the third")
            try expect(
                probe, context, #Predicate { $0.token > first && $0.token <= third }, [1, 2],
                "the transactions between two tokens")
        },
        ContractClause(
            "HIS-044", "Filters hold together, and a limit counts what they let through.", requires: [.history],
            cases: ["H04"]
        ) { probe in
            let context = try probe.context(Plot.self)
            try fill(context, ["App", "Server", "App", "Server", "App", "App"])
            let token = try probe.require(context.history().first?.token, "the first transaction")
            let app: String? = "App"
            try expect(
                probe, context, #Predicate { $0.token > token && $0.author == app }, limit: 2, [2, 4],
                "the first two transactions of App after the first")
            let early = Date(timeIntervalSinceReferenceDate: 1)
            try expect(
                probe, context, #Predicate { $0.token > token && $0.author == app && $0.timestamp < early }, [2, 4, 5],
                "the transactions of App after the first before a time")
        },
        ContractClause(
            "HIS-045", "A store's record request selects by all that it names, limit last.", requires: [.history],
            cases: ["H04"]
        ) {
            probe in
            let entries = try EntryStore(probe)
            for author in ["a", nil, "b", "a", "a"] as [String?] {
                try entries.add([try entries.values()], author: author)
            }
            let history = try entries.history()
            let all = try history.fetchHistory(HistoryRequest())
            probe.expectEqual(all.count, 5, "the records of five saves")
            let requests = [
                HistoryRequest(authors: ["a"]), HistoryRequest(authors: [nil]), HistoryRequest(authors: []),
                HistoryRequest(authors: ["a", nil], limit: 2), HistoryRequest(through: all[2].sequence),
                HistoryRequest(through: all[3].sequence, authors: ["a"], limit: 5), HistoryRequest(through: 0),
                HistoryRequest(from: Date(timeIntervalSinceReferenceDate: 1)),
                HistoryRequest(until: Date(timeIntervalSinceReferenceDate: 0)),
            ]
            for request in requests {
                var right = all.filter { request.selects($0) }
                if request.limit > 0 { right = Array(right.prefix(request.limit)) }
                probe.expectEqual(
                    try history.fetchHistory(request).map(\.sequence), right.map(\.sequence),
                    "the records of \(request)")
            }
        },
    ]

    /// One save an author, at the given times.
    private static func fill(_ context: ModelContext, _ authors: [String?], at times: [Double] = []) throws {
        for (index, author) in authors.enumerated() {
            let time = Date(timeIntervalSinceReferenceDate: times.isEmpty ? 0 : times[index])
            context.now = { time }
            context.author = author
            try context.add(Plot("plot \(index)"))
        }
    }

    private static func expect(
        _ probe: ContractProbe, _ context: ModelContext, _ predicate: Predicate<DefaultHistoryTransaction>,
        limit: UInt64 = 0, _ right: [Int], _ what: String, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws {
        let all = try context.history().map(\.token)
        var descriptor = HistoryDescriptor(predicate: predicate)
        descriptor.fetchLimit = limit
        let seen = try context.fetchHistory(descriptor).map { all.firstIndex(of: $0.token) ?? -1 }
        probe.expectEqual(
            seen, right, "\(what), by their places in the whole history", fileID: fileID, filePath: filePath,
            line: line,
            column: column)
    }
}
