import Foundation

extension ContractChapter {
    /// Deleted rows.
    static let deletionClauses: [ContractClause] = [
        ContractClause("EDT-009", "A deleted row is gone for every kind of read.") { probe in
            let store = try probe.openStore(Leaf.self)
            let keys = try store.addLeaves((0..<5).map { LeafRow("\($0)", count: $0 % 2) })
            var request = SaveRequest(timestamp: Date())
            request.deletes = [try store.leafReference(keys[1]), try store.leafReference(keys[4])]
            _ = try store.save(request)
            let all = try store.leafRequest()
            probe.expectEqual(try store.leaves().map(\.name), ["0", "2", "3"], "all rows after the deletion")
            probe.expectEqual(try store.count(all), 3, "the count after the deletion")
            probe.expectEqual(try store.fetchKeys(all), [keys[0], keys[2], keys[3]], "the keys after the deletion")
            probe.expectEqual(try store.leaves(keys: [keys[1], keys[4]]), [], "the deleted rows by key")
            probe.expectEqual(
                try store.leaves(store.leaf(1, .equal, .integer(0))).map(\.name), ["0", "2"],
                "the rows by an indexed value that a deleted row had")
            probe.expectEqual(
                try store.leaves(store.leaf(0, .equal, .text("4"))), [], "the deleted row by its unique value")
        },
        ContractClause(
            "EDT-010", "Deleting a row that is deleted already does nothing: no error, no change, no history.",
            cases: ["H21"]
        ) { probe in
            let store = try probe.openStore(Leaf.self)
            let keys = try store.addLeaves(LeafRow("a"), LeafRow("b"))
            var request = SaveRequest(timestamp: Date())
            request.deletes = [try store.leafReference(keys[0])]
            _ = try store.save(request)
            let position = try store.historySequence()
            let result = try store.save(request)
            probe.expectEqual(result.changes.count, 0, "the changes of a deletion of a row that is gone")
            probe.expectEqual(result.sequence, nil, "the sequence of a deletion of a row that is gone")
            probe.expectEqual(try store.historySequence(), position, "the history's position afterwards")
            // A row that is gone takes nothing from the rest of the save.
            request.deletes = try keys.map { try store.leafReference($0) }
            let last = try store.save(request)
            probe.expectEqual(last.changes.map(\.row.key), [keys[1]], "the keys of the rows that were deleted")
            probe.expectEqual(try store.leaves(), [], "the rows at the end")
        },
        ContractClause("EDT-011", "Two contexts may delete one row; the second finds it done.") { probe in
            let container = try probe.open(Plot.self)
            let (one, two) = (ModelContext(container), ModelContext(container))
            try one.add(Plot("a"), Plot("b"))
            let a = try probe.require(try one.all(Plot.self).first, "the row in the first context")
            let b = try probe.require(try two.all(Plot.self).first, "the row in the second context")
            one.delete(a)
            two.delete(b)
            try one.save()
            try two.save()
            probe.expectEqual(try ModelContext(container).all(Plot.self).map(\.name), ["b"], "the rows afterwards")
            probe.expect(a.isDeleted && b.isDeleted, "a model of the deleted row does not say that it is deleted")
        },
        ContractClause(
            "EDT-012", "A model that is inserted and deleted before the save leaves no row and no history.",
            cases: ["H06"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let plot = Plot("never")
            context.insert(plot)
            context.delete(plot)
            try context.save()
            probe.expectEqual(
                try ModelContext(container).fetchCount(FetchDescriptor<Plot>()), 0, "the rows of such a save")
            let kept = Plot("kept")
            let never = Plot("never")
            context.insert(kept)
            context.insert(never)
            context.delete(never)
            try context.save()
            probe.expectEqual(
                try ModelContext(container).all(Plot.self).map(\.name), ["kept"], "the rows of both saves")
            if try probe.capabilities().history {
                let history = try context.history()
                probe.expectEqual(history.map(\.changes.count), [1], "the changes of each transaction")
            }
        },
        ContractClause("EDT-013", "A row that is changed and deleted in one save is deleted.") { probe in
            let store = try probe.openStore(Leaf.self)
            let keys = try store.addLeaves(LeafRow("a", count: 1), LeafRow("b"))
            var request = SaveRequest(timestamp: Date())
            request.updates = [RowUpdate(row: try store.leafReference(keys[0]), values: [(1, .integer(2))])]
            request.deletes = [try store.leafReference(keys[0])]
            let result = try store.save(request)
            probe.expectEqual(try store.leaves(), [LeafRow("b")], "the rows after the save")
            probe.expectEqual(
                result.changes.filter { $0.row.key == keys[0] }.map(\.operation), [.delete],
                "what the save tells of the row")
        },
        ContractClause(
            "EDT-014", "A bulk deletion deletes the rows that its condition selects at the save, and no others.",
            cases: ["H06"]
        ) { probe in
            let store = try probe.openStore(Leaf.self, Moss.self)
            try store.addLeaves((0..<40).map { LeafRow("\($0)", count: $0 % 4, note: $0 % 5 == 0 ? nil : "n") })
            let leaf = try store.index(of: Leaf.self)
            var request = SaveRequest(timestamp: Date())
            request.bulkDeletes = [
                BulkDelete(
                    entity: leaf,
                    condition: .and([try store.leaf(1, .equal, .integer(3)), try store.leaf(2, .notEqual, .null)]))
            ]
            let result = try store.save(request)
            let left = (0..<40).filter { !($0 % 4 == 3 && $0 % 5 != 0) }
            probe.expectEqual(try store.leaves().map(\.name), left.map { "\($0)" }, "the rows that are left")
            probe.expectEqual(result.changes.count, 40 - left.count, "the deletions that the save tells")
            request.bulkDeletes = [BulkDelete(entity: leaf, condition: try store.leaf(1, .equal, .integer(99)))]
            let none = try store.save(request)
            probe.expectEqual(none.changes.count, 0, "the changes of a bulk deletion that selects nothing")
            probe.expectEqual(none.sequence, nil, "the sequence of a bulk deletion that selects nothing")
            request.bulkDeletes = [BulkDelete(entity: leaf, condition: nil)]
            _ = try store.save(request)
            probe.expectEqual(try store.leaves(), [], "the rows after a bulk deletion without condition")
        },
        ContractClause(
            "EDT-015", "A context deletes all models that a predicate selects, and marks those that it holds.",
            cases: ["H10"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            for number in 0..<20 { context.insert(Plot("\(number)", area: number)) }
            try context.save()
            let held = try context.all(Plot.self, by: SortDescriptor(\.area))
            let other = ModelContext(container)
            let theirs = try other.all(Plot.self, by: SortDescriptor(\.area))
            try context.delete(model: Plot.self, where: #Predicate { $0.area >= 15 })
            probe.expectEqual(
                try other.fetchCount(FetchDescriptor<Plot>()), 20, "another context's rows before the save")
            try context.save()
            probe.expectEqual(
                try ModelContext(container).all(Plot.self).map(\.area), Array(0..<15), "the rows after the save")
            probe.expectEqual(held.filter(\.isDeleted).count, 5, "the held models that say that they are deleted")
            probe.expectEqual(theirs.filter(\.isDeleted).count, 5, "another context's models that say so")
            try context.delete(model: Plot.self)
            try context.save()
            probe.expectEqual(try ModelContext(container).fetchCount(FetchDescriptor<Plot>()), 0, "the rows at the end")
        },
    ]
}
