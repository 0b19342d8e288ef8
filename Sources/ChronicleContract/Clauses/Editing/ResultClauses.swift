import Foundation

extension ContractChapter {
    /// What a save says that it did.
    static let resultClauses: [ContractClause] = [
        ContractClause(
            "EDT-016", "The result of a save tells each row that it changed, with the columns and values of an update."
        ) { probe in
            let store = try probe.openStore(Leaf.self)
            let keys = try store.addLeaves(LeafRow("a", count: 1), LeafRow("b", count: 2), LeafRow("c"))
            let new = try store.allocateKeys(1).lowerBound
            var request = SaveRequest(timestamp: Date())
            request.inserts = [try store.leafBatch([LeafRow("d")], keys: [new])]
            request.updates = [
                // The first of the columns has that value already.
                RowUpdate(
                    row: try store.leafReference(keys[1]), values: [(0, .text("b")), (1, .integer(5)), (2, .text("n"))])
            ]
            request.deletes = [try store.leafReference(keys[2])]
            let changes = try store.save(request).changes
            probe.expectEqual(changes.count, 3, "the number of changed rows")
            func change(_ key: Int64) -> RowChange? { changes.first { $0.row.key == key } }
            probe.expectEqual(change(new)?.operation, .insert, "what became of the new row")
            probe.expectEqual(change(keys[2])?.operation, .delete, "what became of the deleted row")
            let update = try probe.require(change(keys[1]), "the change of the updated row")
            probe.expectEqual(update.operation, .update, "what became of the updated row")
            probe.expectEqual(Array(update.columns), [1, 2], "the columns that changed")
            if !update.values.isEmpty {
                probe.expectEqual(update.values, [.integer(5), .text("n")], "the values of the columns that changed")
            }
        },
        ContractClause("EDT-017", "A save that asks for nothing does nothing and leaves no history.") { probe in
            let store = try probe.openStore(Leaf.self)
            try store.addLeaves(LeafRow("a"))
            let position = try store.historySequence()
            let result = try store.save(SaveRequest(timestamp: Date()))
            probe.expectEqual(result.changes.count, 0, "the changes of an empty save")
            probe.expectEqual(result.sequence, nil, "the sequence of an empty save")
            probe.expectEqual(try store.historySequence(), position, "the history's position after an empty save")
            let context = try probe.context(Plot.self, at: try probe.anotherPlace())
            let plot = Plot("a", area: 1)
            try context.add(plot)
            plot.area = 2
            plot.area = 1
            try context.save()
            probe.expect(!context.hasChanges, "a context has changes after a save")
            if try probe.capabilities().history {
                probe.expectEqual(try context.history().count, 1, "the transactions after a change was taken back")
            }
        },
        ContractClause(
            "EDT-018", "The sequence of a save is the history's position after it, one more each time.",
            requires: [.history]
        ) { probe in
            let store = try probe.openStore(Leaf.self)
            var last = try probe.require(try store.historySequence(), "the position of a new store")
            for number in 0..<4 {
                var request = SaveRequest(timestamp: Date())
                let key = try store.allocateKeys(1).lowerBound
                request.inserts = [try store.leafBatch([LeafRow("\(number)")], keys: [key])]
                let sequence = try probe.require(try store.save(request).sequence, "the sequence of a save")
                probe.expectEqual(try store.historySequence(), sequence, "the position after the save")
                probe.expect(sequence > last, "the sequence \(sequence) of a save is not above \(last), the one before")
                last = sequence
            }
        },
        ContractClause("EDT-019", "One save may insert, change and delete rows of several entities, and does it all.") {
            probe in
            let container = try probe.open(Plot.self, Leaf.self, Hedge.self)
            let context = ModelContext(container)
            let (plot, leaf, hedge) = (Plot("p"), Leaf("l"), Hedge("h"))
            try context.add(plot, leaf, hedge)
            plot.area = 9
            context.delete(leaf)
            hedge.a69 = 1
            context.insert(Leaf("m"))
            context.insert(Tag("t"))
            try context.save()
            let other = ModelContext(container)
            probe.expectEqual(try other.all(Plot.self).map(\.area), [9], "the changed plot")
            probe.expectEqual(try other.all(Leaf.self).map(\.name), ["m"], "the leaves")
            probe.expectEqual(try other.all(Hedge.self).map(\.a69), [1], "the changed hedge")
            probe.expectEqual(try other.all(Tag.self).map(\.word), ["t"], "the new tag")
        },
    ]
}
