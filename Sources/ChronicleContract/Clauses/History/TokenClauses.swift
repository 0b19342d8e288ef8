import Foundation

extension HistoryClauses {
    /// Places in history.
    static let tokens: [ContractClause] = [
        ContractClause("HIS-029", "Tokens rise strictly from save to save.", requires: [.history], cases: ["H05"]) {
            probe in
            let context = try probe.context(Plot.self)
            for index in 0..<8 {
                context.now = { Date(timeIntervalSinceReferenceDate: Double(8 - index)) }
                try context.add(Plot("plot \(index)"))
            }
            let tokens = try context.history().map(\.token)
            probe.expectEqual(tokens.count, 8, "the transactions of eight saves")
            for (earlier, later) in zip(tokens, tokens.dropFirst()) {
                probe.expect(
                    earlier < later, "the token \(earlier.position) is not below the next one, \(later.position)")
            }
        },
        ContractClause(
            "HIS-030", "After a token come the transactions after it, and not its own.", requires: [.history]
        ) { probe in
            let context = try probe.context(Plot.self)
            let tokens = try context.addPlots("a", "b", "c")
            for (index, token) in tokens.enumerated() {
                probe.expectEqual(
                    try context.history(after: token).map(\.token), Array(tokens[(index + 1)...]),
                    "the tokens after that of save \(index + 1) of 3")
            }
        },
        ContractClause("HIS-031", "Without a token history begins with the first transaction.", requires: [.history]) {
            probe in
            let context = try probe.context(Plot.self)
            let tokens = try context.addPlots("a", "b", "c")
            probe.expectEqual(try context.history().map(\.token), tokens, "the tokens of all transactions")
            let position = HistoryPosition(
                storeIdentifier: tokens[0].storeIdentifier, lineage: tokens[0].position.lineage, sequence: 0)
            probe.expectEqual(
                try context.history(after: DefaultHistoryToken(position: position)).map(\.token), tokens,
                "the tokens after the position before the first save")
        },
        ContractClause(
            "HIS-032", "A token reads on where it was after it went through JSON.", requires: [.history], cases: ["H03"]
        ) { probe in
            let context = try probe.context(Plot.self)
            let tokens = try context.addPlots("a", "b", "c")
            let copy = try JSONDecoder().decode(DefaultHistoryToken.self, from: JSONEncoder().encode(tokens[1]))
            probe.expectEqual(copy, tokens[1], "a token decoded from its JSON")
            probe.expectEqual(try context.history(after: copy).map(\.token), [tokens[2]], "the tokens after it")
        },
        ContractClause(
            "HIS-033", "A token reads on where it was after the store was reopened.",
            requires: [.history, .persistence], cases: ["H03"]
        ) {
            probe in
            var container = try probe.open(Plot.self)
            let tokens = try ModelContext(container).addPlots("a", "b")
            try container.close()
            container = try probe.open(Plot.self)
            let context = ModelContext(container)
            probe.expectEqual(
                try context.history(after: tokens[0]).map(\.token), [tokens[1]], "the tokens after the first")
            let later = try context.addPlots("c")[0]
            probe.expect(
                tokens[1] < later, "the token after reopening, \(later.position), is not above \(tokens[1].position)")
            probe.expectEqual(
                try context.history(after: tokens[1]).map(\.token), [later], "the tokens after the second")
        },
        ContractClause("HIS-034", "The token of another store is refused with `foreignToken`.", requires: [.history]) {
            probe in
            let context = try probe.context(Plot.self)
            let other = try probe.context(Plot.self, at: probe.anotherPlace())
            _ = try context.addPlots("a", "b")
            let foreign = try other.addPlots("c")[0]
            probe.expectHistoryError(.foreignToken, from: "a fetch after the token of another store") {
                _ = try context.history(after: foreign)
            }
        },
        ContractClause(
            "HIS-035", "A position of another store or of another lineage is refused by the store with `foreignToken`.",
            requires: [.history]
        ) {
            probe in
            let entries = try EntryStore(probe)
            try entries.add([try entries.values()])
            let history = try entries.history()
            var foreign = try history.currentPosition()
            foreign.storeIdentifier += "x"
            probe.expectHistoryError(.foreignToken, from: "a fetch after a position of another store") {
                _ = try history.fetchHistory(HistoryRequest(after: foreign))
            }
            foreign = try history.currentPosition()
            foreign.lineage += "x"
            probe.expectHistoryError(.foreignToken, from: "a fetch after a position of another lineage") {
                _ = try history.fetchHistory(HistoryRequest(after: foreign))
            }
        },
        ContractClause("HIS-036", "A token ahead of the store is refused with `tokenAhead`.", requires: [.history]) {
            probe in
            let context = try probe.context(Plot.self)
            var position = try context.addPlots("a", "b")[1].position
            position.sequence += 1
            let ahead = DefaultHistoryToken(position: position)
            probe.expectHistoryError(.tokenAhead, from: "a fetch after a token that is one ahead of the store") {
                _ = try context.history(after: ahead)
            }
            try context.add(Plot("c"))
            probe.expectEqual(
                try context.history(after: ahead).count, 0, "the transactions after it once the store has come so far")
        },
        ContractClause(
            "HIS-037", "The current position is that of the newest record, and the oldest one that before the first.",
            requires: [.history]
        ) {
            probe in
            let entries = try EntryStore(probe)
            let history = try entries.history()
            let empty = try history.currentPosition()
            probe.expectEqual(try history.oldestPosition(), empty, "the oldest position of a history without records")
            probe.expectEqual(
                try history.fetchHistory(HistoryRequest(after: empty)), [], "the records after the current position")
            try entries.add([try entries.values()])
            try entries.add([try entries.values()])
            let sequences = try history.fetchHistory(HistoryRequest()).map(\.sequence)
            probe.expectEqual(sequences.count, 2, "the records of two saves")
            probe.expectEqual(
                try history.currentPosition().sequence, sequences.last, "the current sequence after two saves")
            probe.expectEqual(try history.oldestPosition(), empty, "the oldest position after two saves")
            probe.expectEqual(
                try history.fetchHistory(HistoryRequest(after: empty)).map(\.sequence), sequences,
                "the records after the position of the empty history")
        },
        ContractClause(
            "HIS-038", "The positions of a store carry its identifier, the same after it was reopened.",
            requires: [.history, .persistence]
        ) {
            probe in
            var entries = try EntryStore(probe)
            try entries.add([try entries.values()])
            let position = try entries.history().currentPosition()
            probe.expectEqual(position.storeIdentifier, entries.store.identifier, "the store of a position")
            try entries.store.close()
            entries = try EntryStore(probe)
            probe.expectEqual(try entries.history().currentPosition(), position, "the current position after reopening")
        },
    ]
}
