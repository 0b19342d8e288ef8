import Foundation

extension ContractChapter {
    /// What a store is when it is opened, for the first time and again.
    static let reopeningClauses: [ContractClause] = [
        ContractClause("LIF-001", "A store at a new place is empty.") { probe in
            let store = try probe.openStore(Plot.self)
            for entity in store.schema.entities {
                probe.expectEqual(
                    try store.count(FetchRequest(entity: entity.index)), 0, "the rows of \(entity.name) in a new store")
            }
            if let history = store as? any HistoryProviding, store.capabilities.history {
                probe.expectEqual(try history.fetchHistory(HistoryRequest()).count, 0, "the history of a new store")
            }
        },
        ContractClause(
            "LIF-002", "A store that is opened again has the rows that were saved, with their relationships.",
            requires: [.persistence]
        ) { probe in
            let container = try probe.open(Plot.self)
            let plot = Plot("north", area: 7, note: "dry", stage: .grown)
            plot.tags = [Tag("herb"), Tag("old")]
            try ModelContext(container).add(plot, Plant("fennel", plot: plot), Plant("sage", plot: plot))
            try container.close()

            let context = try probe.context(Plot.self)
            let found = try context.all(Plot.self)
            probe.expectEqual(found.map(\.name), ["north"], "the plots after reopening")
            guard let found = found.first else { return }
            probe.expectEqual(found.area, 7, "the area after reopening")
            probe.expectEqual(found.note, "dry", "the note after reopening")
            probe.expectEqual(found.stage, .grown, "the stage after reopening")
            probe.expectEqual(found.plants.map(\.label), ["fennel", "sage"], "the plot's plants after reopening")
            probe.expectEqual(found.tags.map(\.word), ["herb", "old"], "the plot's tags after reopening")
        },
        ContractClause(
            "LIF-003", "A store keeps its identifier for its life: it has the same when it is opened again.",
            requires: [.persistence]
        ) { probe in
            let first = try probe.openStore(Leaf.self)
            let identifier = first.identifier
            try first.addLeaves(LeafRow("a"))
            try first.close()
            let second = try probe.openStore(Leaf.self)
            probe.expectEqual(second.identifier, identifier, "the identifier of the reopened store")
            try second.close()
            probe.expectEqual(
                try probe.openStore(Leaf.self).identifier, identifier, "the identifier of the store reopened twice")
        },
        ContractClause("LIF-004", "Stores at two places have two identifiers and share no rows.") { probe in
            let first = try probe.openStore(Leaf.self, at: try probe.anotherPlace())
            let second = try probe.openStore(Leaf.self, at: try probe.anotherPlace())
            probe.expect(
                first.identifier != second.identifier,
                "two stores have the identifier \(first.identifier), expected one each")
            probe.expect(!first.identifier.isEmpty, "the store's identifier is empty")
            try first.addLeaves(LeafRow("a"))
            probe.expectEqual(try second.leaves(), [], "the rows of the store at the other place")
            probe.expectEqual(try first.leaves(), [LeafRow("a")], "the rows of the store that was saved to")
        },
        ContractClause(
            "LIF-005", "A store that is opened again has the same lineage and history positions as when it was closed.",
            requires: [.persistence, .history]
        ) { probe in
            let first = try probe.openStore(Leaf.self)
            for number in 0..<3 { try first.addLeaves(LeafRow("\(number)")) }
            var history = try probe.require(
                first as? any HistoryProviding, "the store's conformance to HistoryProviding")
            let (current, oldest) = (try history.currentPosition(), try history.oldestPosition())
            try first.close()
            let second = try probe.openStore(Leaf.self)
            history = try probe.require(second as? any HistoryProviding, "the store's conformance to HistoryProviding")
            probe.expectEqual(try history.currentPosition(), current, "the current position after reopening")
            probe.expectEqual(try history.oldestPosition(), oldest, "the oldest position after reopening")
        },
        ContractClause(
            "LIF-006", "Opening and closing a store changes nothing in it.", requires: [.persistence]
        ) { probe in
            let rows = (0..<5).map { LeafRow("\($0)", count: $0, note: $0 == 2 ? nil : "n") }
            let first = try probe.openStore(Leaf.self)
            try first.addLeaves(rows)
            let (identifier, sequence) = (first.identifier, try first.historySequence())
            try first.close()
            for round in 1...4 {
                let store = try probe.openStore(Leaf.self)
                probe.expectEqual(try store.leaves(), rows, "the rows at opening \(round)")
                probe.expectEqual(store.identifier, identifier, "the identifier at opening \(round)")
                probe.expectEqual(try store.historySequence(), sequence, "the history's position at opening \(round)")
                try store.close()
            }
        },
        ContractClause("LIF-007", "An open store has the schema that it was opened for.") { probe in
            let schema = try Schema(Plot.self, Leaf.self)
            let store = try probe.openStore(Plot.self, Leaf.self)
            probe.expectEqual(
                store.schema.entities.map(\.name), schema.entities.map(\.name), "the entities of the open store")
            probe.expectEqual(
                store.schema.entities.map { $0.columns.map(\.name) }, schema.entities.map { $0.columns.map(\.name) },
                "the columns of the open store")
        },
    ]
}
