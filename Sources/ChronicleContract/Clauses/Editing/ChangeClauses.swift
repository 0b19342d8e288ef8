import Foundation

extension ContractChapter {
    /// New and changed rows.
    static let changeClauses: [ContractClause] = [
        ContractClause("EDT-001", "A new row is there for others once it is saved, and not before.") { probe in
            let container = try probe.open(Plot.self)
            let (one, two) = (ModelContext(container), ModelContext(container))
            one.insert(Plot("a", area: 5))
            probe.expectEqual(try two.fetchCount(FetchDescriptor<Plot>()), 0, "another context's rows before the save")
            try one.save()
            probe.expectEqual(try two.all(Plot.self).map(\.area), [5], "another context's rows after the save")
        },
        ContractClause(
            "EDT-002",
            "A save writes the attributes that changed, so that changes of two contexts to two attributes stay.",
            cases: ["H22"]
        ) { probe in
            let container = try probe.open(Plot.self)
            try ModelContext(container).add(Plot("Kiln 2", area: 1, note: "cold"))
            let (one, two) = (ModelContext(container), ModelContext(container))
            let a = try probe.require(try one.all(Plot.self).first, "the row in the first context")
            let b = try probe.require(try two.all(Plot.self).first, "the row in the second context")
            a.target = 5
            b.note = "hot"
            try one.save()
            try two.save()
            let found = try probe.require(try ModelContext(container).all(Plot.self).first, "the row")
            probe.expectEqual(
                [found.name, "\(found.area)", "\(found.target)", found.note], ["Kiln 2", "1", "5", "hot"],
                "the row after two contexts changed two attributes")
        },
        ContractClause("EDT-003", "When two contexts change one attribute, the last save wins.", cases: ["H22"]) {
            probe in
            let container = try probe.open(Plot.self)
            try ModelContext(container).add(Plot("Kiln 2"))
            let (one, two) = (ModelContext(container), ModelContext(container))
            let a = try probe.require(try one.all(Plot.self).first, "the row in the first context")
            let b = try probe.require(try two.all(Plot.self).first, "the row in the second context")
            a.target = 6
            b.target = 7
            try two.save()
            try one.save()
            probe.expectEqual(
                try ModelContext(container).all(Plot.self).map(\.target), [6], "the value that was saved last")
        },
        ContractClause("EDT-004", "An update changes the columns that it names and no other, of that row and no other.")
        {
            probe in
            let store = try probe.openStore(Leaf.self)
            let keys = try store.addLeaves(
                LeafRow("a", count: 1, note: "x"), LeafRow("b", count: 2, note: "y"), LeafRow("c", count: 3))
            func update(_ key: Int, _ column: Int, _ value: StoredValue) throws {
                var request = SaveRequest(timestamp: Date())
                request.updates = [RowUpdate(row: try store.leafReference(keys[key]), values: [(column, value)])]
                _ = try store.save(request)
            }
            try update(1, 1, .integer(20))
            try update(0, 2, .null)
            try update(2, 0, .text("cc"))
            probe.expectEqual(
                try store.leaves(),
                [LeafRow("a", count: 1), LeafRow("b", count: 20, note: "y"), LeafRow("cc", count: 3)],
                "the rows after an update of one column each")
        },
        ContractClause("EDT-005", "A changed row is found by its new values and no longer by its old ones.") { probe in
            let store = try probe.openStore(Leaf.self)
            let keys = try store.addLeaves((0..<30).map { LeafRow("\($0)", count: $0 % 3) })
            var request = SaveRequest(timestamp: Date())
            request.updates = try stride(from: 0, to: 30, by: 3).map { number in
                RowUpdate(
                    row: try store.leafReference(keys[number]),
                    values: [(0, .text("new \(number)")), (1, .integer(100 + Int64(number % 2)))])
            }
            _ = try store.save(request)
            probe.expectEqual(
                try store.count(try store.leafRequest(store.leaf(1, .equal, .integer(0)))), 0,
                "the rows by the old value of an indexed column")
            probe.expectEqual(
                try store.leaves(store.leaf(1, .equal, .integer(101))).map(\.name),
                ["3", "9", "15", "21", "27"].map { "new \($0)" },
                "the rows by the new value of an indexed column")
            probe.expectEqual(
                try store.leaves(store.leaf(0, .equal, .text("3"))), [], "the rows by the old value of a unique column")
            probe.expectEqual(
                try store.leaves(store.leaf(0, .equal, .text("new 3"))).count, 1,
                "the rows by the new value of a unique column")
            // The old unique value is free again.
            try store.addLeaves(LeafRow("3", count: 7))
            probe.expectEqual(try store.leaves().count, 31, "the rows after the old unique value was used again")
        },
        ContractClause(
            "EDT-006", "A row that is inserted and changed before the save is inserted as it is at the save."
        ) {
            probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let plot = Plot("first", area: 1)
            context.insert(plot)
            plot.name = "last"
            plot.area = 2
            plot.note = "n"
            plot.note = nil
            try context.save()
            let found = try ModelContext(container).all(Plot.self)
            probe.expectEqual(
                found.map { "\($0.name) \($0.area) \($0.note ?? "nil")" }, ["last 2 nil"], "the row after the save")
            if try probe.capabilities().history {
                let changes = try context.history().flatMap(\.changes)
                probe.expectEqual(changes.count, 1, "the changes of one row that was inserted and changed")
            }
        },
        ContractClause(
            "EDT-007",
            "A row that another has deleted cannot be changed: the save throws `deletedElsewhere`, naming it, and "
                + "the row stays deleted.", cases: ["H21", "H22"]
        ) { probe in
            let store = try probe.openStore(Leaf.self)
            let keys = try store.addLeaves(LeafRow("a"), LeafRow("b"))
            var request = SaveRequest(timestamp: Date())
            request.deletes = [try store.leafReference(keys[0])]
            _ = try store.save(request)
            let position = try store.historySequence()
            request.deletes = []
            request.updates = [
                RowUpdate(row: try store.leafReference(keys[1]), values: [(1, .integer(9))]),
                RowUpdate(row: try store.leafReference(keys[0]), values: [(1, .integer(9))]),
            ]
            let error = probe.expectStoreError(.deletedElsewhere, from: "changing a deleted row") {
                _ = try store.save(request)
            }
            probe.expectEqual(error?.entity, "Leaf", "the entity that the error names")
            probe.expectEqual(error?.key, keys[0], "the key that the error names")
            probe.expectEqual(try store.leaves(), [LeafRow("b")], "the rows after the refused save")
            probe.expectEqual(try store.historySequence(), position, "the history's position after the refused save")
        },
        ContractClause(
            "EDT-008",
            "A context whose changed model was deleted elsewhere is told so at each save until it lets go of it.",
            cases: ["H22"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let (one, two) = (ModelContext(container), ModelContext(container))
            try one.add(Plot("a"), Plot("b"))
            let held = try two.all(Plot.self, by: SortDescriptor(\.name))
            probe.expectEqual(held.count, 2, "the rows in the second context")
            guard held.count == 2 else { return }
            held[0].note = "late"
            held[1].note = "kept"
            try one.delete(model: Plot.self, where: #Predicate { $0.name == "a" })
            try one.save()
            for round in 1...2 {
                probe.expectStoreError(.deletedElsewhere, from: "save \(round) of a change of a deleted row") {
                    try two.save()
                }
                probe.expectEqual(
                    try ModelContext(container).all(Plot.self).map { "\($0.name) \($0.note ?? "nil")" }, ["b nil"],
                    "the rows after refused save \(round)")
            }
            probe.expect(held[0].isDeleted, "the model of the deleted row does not say that it is deleted")
            two.rollback()
            held[1].note = "kept"
            try two.save()
            probe.expectEqual(
                try ModelContext(container).all(Plot.self).map { "\($0.name) \($0.note ?? "nil")" }, ["b kept"],
                "the rows after the change of the deleted row was dropped")
        },
    ]
}
