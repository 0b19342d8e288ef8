import Foundation
import Synchronization

extension ExpiryClauses {
    /// What becomes of tokens.
    static let expiries: [ContractClause] = [
        ContractClause(
            "EXP-012", "A token before the last deleted transaction is refused with `historyTokenExpired`.",
            requires: [.history], cases: ["H01", "H02"]
        ) {
            probe in
            let context = try probe.context(Plot.self)
            let tokens = try context.addPlots("a", "b", "c", "d", "e")
            try context.purge(through: tokens[2])
            for index in [0, 1] {
                probe.expectHistoryError(
                    .historyTokenExpired, from: "a fetch after the token of save \(index + 1), of which 3 are gone"
                ) {
                    _ = try context.history(after: tokens[index])
                }
            }
        },
        ContractClause(
            "EXP-013", "The token of the last deleted transaction is good: nothing after it is missing.",
            requires: [.history], cases: ["H01"]
        ) {
            probe in
            let context = try probe.context(Plot.self)
            let tokens = try context.addPlots("a", "b", "c", "d")
            try context.purge(through: tokens[1])
            probe.expectEqual(
                try context.history(after: tokens[1]).map(\.token), Array(tokens[2...]),
                "the tokens after that of the last deleted")
            probe.expectEqual(try context.history(after: tokens[3]).map(\.token), [], "the tokens after the newest")
            try context.purge()
            probe.expectEqual(
                try context.history(after: tokens[3]).map(\.token), [],
                "the tokens after the newest when all are deleted")
        },
        ContractClause(
            "EXP-014",
            "An expired token is refused whatever else is asked for: no filter and no limit makes a shorter answer of it.",
            requires: [.history], cases: ["H01", "H02"]
        ) {
            probe in
            let context = try probe.context(Plot.self)
            context.author = "App"
            let tokens = try context.addPlots("a", "b", "c")
            try context.purge(through: tokens[1])
            let (expired, nobody): (DefaultHistoryToken, String?) = (tokens[0], "Nobody")
            probe.expectHistoryError(
                .historyTokenExpired, from: "a fetch after an expired token by an author who saved nothing"
            ) {
                _ = try context.fetchHistory(
                    HistoryDescriptor<DefaultHistoryTransaction>(
                        predicate: #Predicate { $0.token > expired && $0.author == nobody }))
            }
            var descriptor = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > expired })
            descriptor.fetchLimit = 1
            probe.expectHistoryError(.historyTokenExpired, from: "a fetch of one after an expired token") {
                _ = try context.fetchHistory(descriptor)
            }
            descriptor.predicate = #Predicate { $0.token > expired && $0.token <= expired }
            probe.expectHistoryError(.historyTokenExpired, from: "a fetch of nothing after an expired token") {
                _ = try context.fetchHistory(descriptor)
            }
        },
        ContractClause(
            "EXP-015",
            "Without a token history begins with what is left, and the place before the first save is expired.",
            requires: [.history], cases: ["H01"]
        ) {
            probe in
            let context = try probe.context(Plot.self)
            let tokens = try context.addPlots("a", "b", "c")
            try context.purge(through: tokens[0])
            probe.expectEqual(
                try context.history().map(\.token), Array(tokens[1...]), "the tokens of a fetch without one")
            var position = tokens[0].position
            position.sequence = 0
            let start = DefaultHistoryToken(position: position)
            probe.expectHistoryError(.historyTokenExpired, from: "a fetch after the place before the first save") {
                _ = try context.history(after: start)
            }
        },
        ContractClause(
            "EXP-016", "After a purge of everything the next save goes on with a higher token.", requires: [.history],
            cases: ["H01"]
        ) {
            probe in
            let context = try probe.context(Plot.self)
            let tokens = try context.addPlots("a", "b", "c")
            try context.purge()
            probe.expectEqual(try context.history().map(\.token), [], "the tokens after a purge of all")
            let next = try context.addPlots("d")[0]
            probe.expect(
                tokens[2] < next, "the token after a purge of all, \(next.position), is not above \(tokens[2].position)"
            )
            probe.expectEqual(
                try context.history(after: tokens[2]).map(\.token), [next], "the tokens after the last deleted one")
            probe.expectHistoryError(.historyTokenExpired, from: "a fetch after the last but one that was deleted") {
                _ = try context.history(after: tokens[1])
            }
        },
        ContractClause(
            "EXP-017", "A purge of everything and a reopening never make the sequence begin anew.",
            requires: [.history, .persistence], cases: ["H01"]
        ) {
            probe in
            var container = try probe.open(Plot.self)
            var context = ModelContext(container)
            let tokens = try context.addPlots("a", "b", "c", "d")
            try context.purge()
            try container.close()
            container = try probe.open(Plot.self)
            context = ModelContext(container)
            let next = try context.addPlots("after")[0]
            probe.expect(
                tokens[3] < next, "the token after reopening, \(next.position), is not above \(tokens[3].position)")
            probe.expectEqual(
                try context.history(after: tokens[3]).map(\.token), [next], "the tokens after the last deleted one")
            probe.expectHistoryError(.historyTokenExpired, from: "a fetch after the last but one that was deleted") {
                _ = try context.history(after: tokens[2])
            }
        },
        ContractClause(
            "EXP-018", "What was deleted stays deleted, and expired, after the store was reopened.",
            requires: [.history, .persistence], cases: ["H01"]
        ) {
            probe in
            let container = try probe.open(Plot.self)
            let writer = ModelContext(container)
            let tokens = try writer.addPlots("a", "b", "c", "d")
            try writer.purge(through: tokens[1])
            try container.close()
            let context = try probe.context(Plot.self)
            probe.expectEqual(try context.history().map(\.token), Array(tokens[2...]), "the tokens after reopening")
            probe.expectEqual(
                try context.history(after: tokens[1]).map(\.token), Array(tokens[2...]),
                "the tokens after the last deleted one")
            probe.expectHistoryError(.historyTokenExpired, from: "a fetch after a deleted transaction's token") {
                _ = try context.history(after: tokens[0])
            }
        },
        ContractClause("EXP-019", "A purge of a history without records changes nothing.", requires: [.history]) {
            probe in
            let entries = try EntryStore(probe)
            let history = try entries.history()
            let position = try history.currentPosition()
            probe.expectEqual(try history.deleteHistory(HistoryRequest()), 0, "the records deleted of an empty history")
            probe.expectEqual(try history.currentPosition(), position, "the current position after it")
            try entries.add([try entries.values()])
            probe.expectEqual(
                try history.fetchHistory(HistoryRequest(after: position)).count, 1,
                "the records of the first save after it")
        },
        ContractClause(
            "EXP-020",
            "A reader that goes on from token to token during purges gets each transaction or an expiry, and never crosses a hole.",
            requires: [.history], cases: ["H01", "H02", "H05"]
        ) {
            probe in
            let entries = try EntryStore(probe)
            let history = try entries.history()
            let row = try entries.values()
            // In turns first, so that the reader is left behind for certain.
            var generator = SeededGenerator(seed: probe.seed)
            var (saved, place, seen): (Int, HistoryPosition, Int?) = (0, try history.oldestPosition(), nil)
            for _ in 0..<120 {
                switch generator.number(below: 4) {
                case 0, 1:
                    try entries.add([row], author: "\(saved)")
                    saved += 1
                case 2:
                    let kept = generator.number(below: 4)
                    if let last = try history.fetchHistory(HistoryRequest()).dropLast(kept).last {
                        try history.deleteHistory(HistoryRequest(through: last.sequence))
                    }
                default:
                    do {
                        for record in try history.fetchHistory(HistoryRequest(after: place, limit: 2)) {
                            let number = record.author.flatMap { Int($0) } ?? -1
                            if let seen {
                                probe.expectEqual(number, seen + 1, "the save that follows save \(seen) between purges")
                            }
                            (seen, place.sequence) = (number, record.sequence)
                        }
                    } catch let error as HistoryError where error.code == .historyTokenExpired {
                        (seen, place) = (nil, try history.oldestPosition())
                    }
                }
            }
            try history.deleteHistory(HistoryRequest())
            let goesOn = Mutex(true)
            // Saves, numbered by their authors, and purges go on beside the reader until it has seen enough.
            async let writing: Void = {
                let history = try entries.history()
                for number in 0..<150 where goesOn.withLock({ $0 }) {
                    try entries.add([row], author: "\(number)")
                    if number % 7 == 6, let oldest = try history.fetchHistory(HistoryRequest()).dropLast(3).last {
                        try history.deleteHistory(HistoryRequest(through: oldest.sequence))
                    }
                }
            }()
            var position = try history.oldestPosition()
            var read = 0
            var last: Int?
            for _ in 0..<400 where read < 100 {
                do {
                    for record in try history.fetchHistory(HistoryRequest(after: position, limit: 4)) {
                        let number = record.author.flatMap { Int($0) } ?? -1
                        if let last { probe.expectEqual(number, last + 1, "the save that follows save \(last)") }
                        last = number
                        position.sequence = record.sequence
                        read += 1
                    }
                } catch let error as HistoryError where error.code == .historyTokenExpired {
                    last = nil
                    position = try history.oldestPosition()
                }
            }
            goesOn.withLock { $0 = false }
            try await writing
        },
    ]
}
