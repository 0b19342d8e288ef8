import Foundation

extension ContractChapter {
    /// What a store does not declare it refuses, or plainly does not do.
    static let lackingClauses: [ContractClause] = [
        ContractClause(
            "CAP-007", "A context over a store without history refuses history requests with `unsupportedFeature`.",
            lacking: [.history]
        ) { probe in
            let context = try probe.context(Plot.self)
            try context.add(Plot("a"))
            probe.expectChronicleError(.unsupportedFeature, from: "fetching the history of a store without any") {
                _ = try context.history()
            }
            probe.expectChronicleError(.unsupportedFeature, from: "deleting the history of a store without any") {
                try context.purge()
            }
            probe.expectEqual(
                try context.currentHistoryTokens().count, 0, "the tokens of a container whose store has no history")
            probe.expectEqual(try context.all(Plot.self).count, 1, "the rows after the refusals")
        },
        ContractClause(
            "CAP-008",
            "A store that does not declare history provides none: it does not conform to HistoryProviding, or refuses "
                + "each request with `unsupportedFeature`.", lacking: [.history]
        ) { probe in
            let store = try probe.openStore(Leaf.self)
            let key = try store.allocateKeys(1).lowerBound
            var request = SaveRequest(author: "me", timestamp: Date())
            request.inserts = [try store.leafBatch([LeafRow("a")], keys: [key])]
            let result = try store.save(request)
            probe.expectEqual(result.sequence, nil, "the history's sequence of a save")
            probe.expectEqual(result.changes.count, 1, "the changes of a save")
            guard let history = store as? any HistoryProviding else { return }
            probe.expectHistoryError(.unsupportedFeature, from: "fetching history") {
                _ = try history.fetchHistory(HistoryRequest())
            }
            probe.expectHistoryError(.unsupportedFeature, from: "deleting history") {
                try history.deleteHistory(HistoryRequest())
            }
            probe.expectHistoryError(.unsupportedFeature, from: "the current position") {
                _ = try history.currentPosition()
            }
            probe.expectHistoryError(.unsupportedFeature, from: "the oldest position") {
                _ = try history.oldestPosition()
            }
        },
        ContractClause(
            "CAP-009",
            "A store that does not declare persistence is empty when it is opened again, with an identifier of its own.",
            lacking: [.persistence]
        ) { probe in
            let first = try probe.openStore(Leaf.self)
            let identifier = first.identifier
            try first.addLeaves(LeafRow("a"))
            try first.close()
            let second = try probe.openStore(Leaf.self)
            probe.expectEqual(try second.leaves(), [], "the rows of the store that was opened again")
            probe.expect(
                second.identifier != identifier,
                "the store is another and has the identifier \(identifier) again, so that old tokens would fit it")
            try second.addLeaves(LeafRow("a"))
            probe.expectEqual(try second.leaves().count, 1, "the rows after a save")
        },
        ContractClause(
            "CAP-010",
            "A store that does not declare several openings refuses a second one with `locked` or `unsupportedFeature`, and "
                + "the first goes on; one that is not persistent may give an independent store instead.",
            lacking: [.multipleOpenings]
        ) { probe in
            let first = try probe.openStore(Leaf.self)
            try first.addLeaves(LeafRow("a"))
            do {
                let second = try probe.openStore(Leaf.self)
                if first.capabilities.persistence {
                    probe.expect(
                        false, "a second opening went through, expected StoreError locked or unsupportedFeature")
                } else {
                    probe.expectEqual(try second.leaves(), [], "the rows of the second, independent store")
                    probe.expect(second.identifier != first.identifier, "two independent stores have one identifier")
                }
                try second.close()
            } catch let error as StoreError {
                probe.expect(
                    [.locked, .unsupportedFeature].contains(error.code),
                    "a second opening threw \(error), expected StoreError locked or unsupportedFeature")
            }
            try first.addLeaves(LeafRow("b"))
            probe.expectEqual(try first.leaves().map(\.name), ["a", "b"], "the rows of the first opening")
            try first.close()
            let third = try probe.openStore(Leaf.self)
            probe.expectEqual(
                try third.leaves().map(\.name), first.capabilities.persistence ? ["a", "b"] : [],
                "the rows of an opening after the first was closed")
        },
        ContractClause(
            "CAP-011",
            "A store that does not declare read-only opening refuses it with a `StoreError`, or opens for writing and says so.",
            lacking: [.readOnlyOpening]
        ) { probe in
            if try probe.capabilities().persistence {
                let store = try probe.openStore(Leaf.self)
                try store.addLeaves(LeafRow("a"))
                try store.close()
            }
            do {
                let store = try probe.openStore(Leaf.self, allowsSave: false)
                probe.expect(
                    !store.capabilities.isReadOnly, "the store says that it is read-only, which it does not declare")
                try store.addLeaves(LeafRow("b"))
                probe.expectEqual(try store.leaves().last?.name, "b", "the row that was saved")
            } catch let error as StoreError {
                probe.expect(
                    error.code == .unsupportedFeature || error.code == .invalidConfiguration,
                    "opening for reading only threw \(error), expected StoreError unsupportedFeature")
            }
        },
    ]
}
