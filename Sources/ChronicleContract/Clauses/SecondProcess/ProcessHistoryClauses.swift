import Foundation

extension ContractChapter {
    /// One history of two processes.
    static let processHistoryClauses: [ContractClause] = [
        ContractClause(
            "MPR-012",
            "The saves of two processes are in one history, in one order, each told with its author and process.",
            requires: [.persistence, .multipleProcesses, .history],
            peer: { probe, _ in try probe.saveTwelve(as: "theirs") },
            { probe in
                let context = try probe.context(Plot.self)
                async let peer: Void = probe.runPeer()
                try probe.saveTwelve(as: "mine")
                try await peer
                let history = try context.history()
                probe.expectEqual(history.count, 24, "the transactions of two processes")
                probe.expect(
                    zip(history, history.dropFirst()).allSatisfy { $0.token < $1.token },
                    "the tokens do not rise throughout")
                for author in ["mine", "theirs"] {
                    let own = history.filter { $0.author == author }
                    probe.expectEqual(own.count, 12, "the transactions of author \"\(author)\"")
                    probe.expectEqual(
                        Set(own.map(\.processIdentifier)).count, 1, "the process identifiers of author \"\(author)\"")
                }
                probe.expectEqual(
                    Set(history.map(\.processIdentifier)).count, 2, "the different process identifiers in the history")
            }),
        ContractClause(
            "MPR-013", "A history token of one process is good in another, which goes on where the first was.",
            requires: [.persistence, .multipleProcesses, .history],
            peer: { probe, argument in
                let token = try probe.value(DefaultHistoryToken.self, from: argument)
                let context = try probe.context(Plot.self)
                let history = try context.history(after: token)
                probe.expectEqual(history.count, 1, "the transactions after the token in the other process")
                probe.expectEqual(history.first?.author, "second", "the author of the transaction after the token")
                context.author = "third"
                try context.add(Plot("c"))
            },
            { probe in
                let context = try probe.context(Plot.self)
                context.author = "first"
                try context.add(Plot("a"))
                let token = try probe.require(try context.history().last?.token, "the first token")
                context.author = "second"
                try context.add(Plot("b"))
                try await probe.runPeer(try probe.argument(token))
                probe.expectEqual(
                    try context.history(after: token).map(\.author), ["second", "third"],
                    "the authors after the token here"
                )
            }),
        ContractClause(
            "MPR-014", "History that another process deletes expires tokens here, and is not skipped in silence.",
            requires: [.persistence, .multipleProcesses, .history], cases: ["H01", "H02"],
            peer: { probe, argument in
                try probe.context(Plot.self).purge(through: try probe.value(DefaultHistoryToken.self, from: argument))
            },
            { probe in
                let context = try probe.context(Plot.self)
                for number in 0..<6 { try context.add(Plot("\(number)")) }
                let tokens = try context.history().map(\.token)
                try await probe.runPeer(try probe.argument(tokens[3]))
                probe.expectHistoryError(.historyTokenExpired, from: "a fetch after a token into deleted history") {
                    _ = try context.history(after: tokens[1])
                }
                probe.expectEqual(
                    try context.history(after: tokens[3]).map(\.token), Array(tokens[4...]),
                    "the history after the deleted part")
                try context.add(Plot("more"))
                probe.expectEqual(try context.history(after: tokens[3]).count, 3, "the history after one more save")
            }),
    ]
}

extension ContractProbe {
    /// Twelve saves under an author's name.
    fileprivate func saveTwelve(as author: String) throws {
        let context = try context(Plot.self)
        context.author = author
        for number in 0..<12 { try context.add(Plot("\(author) \(number)")) }
    }
}
