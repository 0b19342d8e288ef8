import Foundation

extension ContractChapter {
    /// Saves that are refused.
    static let refusedSaveClauses: [ContractClause] = [
        ContractClause(
            "ERR-001", "A refused save leaves all rows, their indexes and the history's position as they were."
        ) {
            probe in
            let store = try probe.openStore(Leaf.self)
            let rows = (0..<10).map { LeafRow("\($0)", count: $0 % 2) }
            let keys = try store.addLeaves(rows)
            let position = try store.historySequence()
            let new = Array(try store.allocateKeys(3))
            var request = SaveRequest(timestamp: Date())
            request.inserts = [try store.leafBatch((0..<3).map { LeafRow("new \($0)", count: 7) }, keys: new)]
            request.updates = [
                RowUpdate(row: try store.leafReference(keys[0]), values: [(0, .text("changed")), (1, .integer(7))]),
                // The name of another row.
                RowUpdate(row: try store.leafReference(keys[1]), values: [(0, .text("2"))]),
            ]
            request.deletes = [try store.leafReference(keys[9])]
            probe.expectStoreError(.uniqueViolation, from: "changing a unique value to another row's") {
                _ = try store.save(request)
            }
            probe.expectEqual(try store.leaves(), rows, "the rows after the refused save")
            probe.expectEqual(try store.count(try store.leafRequest()), 10, "the count after the refused save")
            probe.expectEqual(
                try store.leaves(store.leaf(1, .equal, .integer(7))), [],
                "the rows by an indexed value of the refused save")
            probe.expectEqual(
                try store.leaves(store.leaf(0, .equal, .text("changed"))), [],
                "the rows by a unique value of the refused save")
            probe.expectEqual(
                try store.leaves(store.leaf(0, .equal, .text("0"))), [rows[0]], "a row by the unique value that it kept"
            )
            probe.expectEqual(try store.leaves(keys: new), [], "the refused rows by key")
            probe.expectEqual(try store.historySequence(), position, "the history's position after the refused save")
        },
        ContractClause(
            "ERR-002", "The save after a refused one works, with the same keys and values where they are free."
        ) {
            probe in
            let store = try probe.openStore(Leaf.self)
            let keys = try store.addLeaves(LeafRow("a"), LeafRow("b"))
            let new = try store.allocateKeys(1).lowerBound
            var request = SaveRequest(timestamp: Date())
            request.inserts = [try store.leafBatch([LeafRow("c", count: 3)], keys: [new])]
            request.updates = [RowUpdate(row: try store.leafReference(keys[0]), values: [(0, .text("b"))])]
            for _ in 0..<3 {
                probe.expectStoreError(.uniqueViolation, from: "a save with a collision") {
                    _ = try store.save(request)
                }
            }
            request.updates = [RowUpdate(row: try store.leafReference(keys[0]), values: [(0, .text("aa"))])]
            let result = try store.save(request)
            probe.expectEqual(result.upserts.count, 0, "the new rows that were taken for stored ones")
            probe.expectEqual(
                try store.leaves(), [LeafRow("aa"), LeafRow("b"), LeafRow("c", count: 3)],
                "the rows after the last save")
            probe.expectEqual(try store.leaves(keys: [new]), [LeafRow("c", count: 3)], "the new row by its key")
        },
        ContractClause(
            "ERR-003", "A refused save stays refused after reopening: nothing of it appears.",
            requires: [.persistence]
        ) { probe in
            var container = try probe.open(Label.self)
            let context = ModelContext(container)
            try context.add(Label("a", "1", rank: 1), Label("b", "2", rank: 2))
            for number in 0..<20 { context.insert(Label("new \(number)", "n\(number)", rank: 9)) }
            context.insert(Label("a", "2", rank: 9))
            probe.expectStoreError(.uniqueViolation, from: "a row that collides with two others") { try context.save() }
            try container.close()
            container = try probe.open(Label.self)
            let other = ModelContext(container)
            probe.expectEqual(try other.all(Label.self).map(\.one), ["a", "b"], "the rows after reopening")
            probe.expectEqual(
                try other.all(Label.self, #Predicate { $0.rank == 9 }).count, 0, "the rows by an index after reopening")
        },
        ContractClause(
            "ERR-004", "What a context could not save stays pending, and is saved once the cause is gone."
        ) { probe in
            let container = try probe.open(Label.self)
            let context = ModelContext(container)
            let a = Label("a", "1")
            try context.add(a, Label("b", "2"))
            let clash = Label("a", "2")
            context.insert(clash)
            context.insert(Label("c", "3"))
            a.rank = 5
            probe.expectStoreError(.uniqueViolation, from: "a row that collides with two others") { try context.save() }
            probe.expect(context.hasChanges, "nothing is pending after the refused save")
            probe.expectEqual(
                try ModelContext(container).all(Label.self).map(\.rank), [0, 0],
                "the stored ranks after the refused save")
            clash.one = "d"
            clash.two = "4"
            try context.save()
            probe.expectEqual(
                try ModelContext(container).all(Label.self, by: SortDescriptor(\.one)).map { "\($0.one)\($0.rank)" },
                ["a5", "b0", "c0", "d0"], "the rows once the collision was mended")
            if try probe.capabilities().history {
                probe.expectEqual(try context.history().count, 2, "the transactions of two successful saves")
            }
        },
        ContractClause("ERR-005", "A collision is refused with `uniqueViolation`, naming the entity and the attribute.")
        {
            probe in
            let container = try probe.open(Label.self)
            let context = ModelContext(container)
            let (a, b) = (Label("a", "1"), Label("b", "2"))
            try context.add(a, b)
            a.two = "2"
            let error = probe.expectStoreError(.uniqueViolation, from: "changing a unique value to another row's") {
                try context.save()
            }
            guard let error else { return }
            probe.expectEqual(error.entity, "Label", "the entity that the error names")
            probe.expect(error.message.contains("two"), "the message does not name the attribute: \(error.message)")
        },
        ContractClause(
            "ERR-006", "A denied deletion is refused with `deleteDenied`, naming the row, and deletes nothing."
        ) {
            probe in
            let container = try probe.open(Gate.self, Leaf.self)
            let context = ModelContext(container)
            let (free, used) = (Gate("free"), Gate("used"))
            let leaf = Leaf("l")
            try context.add(free, used, Walk(used), leaf)
            for gate in [free, used] { context.delete(gate) }
            context.delete(leaf)
            let error = probe.expectStoreError(.deleteDenied, from: "deleting a gate with a walk") {
                try context.save()
            }
            probe.expectEqual(error?.entity, "Gate", "the entity that the error names")
            probe.expectEqual(error?.key, used.persistentModelID.primaryKey, "the key that the error names")
            let other = ModelContext(container)
            probe.expectEqual(try other.all(Gate.self).map(\.name), ["free", "used"], "the gates after the refusal")
            probe.expectEqual(
                try other.all(Walk.self).map { $0.gate?.name }, ["used"], "the walk's gate after the refusal")
            probe.expectEqual(try other.all(Leaf.self).count, 1, "the leaves after the refusal")
        },
        ContractClause("ERR-007", "A denied bulk deletion deletes none of the rows that its condition selects.") {
            probe in
            let container = try probe.open(Gate.self)
            let context = ModelContext(container)
            let gates = (0..<10).map { Gate("\($0)") }
            for gate in gates { context.insert(gate) }
            context.insert(Walk(gates[7]))
            try context.save()
            try context.delete(model: Gate.self)
            probe.expectStoreError(.deleteDenied, from: "deleting all gates, one with a walk") { try context.save() }
            probe.expectEqual(
                try ModelContext(container).fetchCount(FetchDescriptor<Gate>()), 10, "the gates after the refusal")
            context.rollback()
            try context.delete(model: Walk.self)
            try context.delete(model: Gate.self)
            try context.save()
            probe.expectEqual(
                try ModelContext(container).fetchCount(FetchDescriptor<Gate>()), 0,
                "the gates once the walk went with them")
        },
        ContractClause("ERR-008", "An error of a store has a message, and those of a persistent store its place.") {
            probe in
            let store = try probe.openStore(Leaf.self)
            let keys = try store.addLeaves(LeafRow("a"))
            var deletion = SaveRequest(timestamp: Date())
            deletion.deletes = [try store.leafReference(keys[0])]
            _ = try store.save(deletion)
            var update = SaveRequest(timestamp: Date())
            update.updates = [RowUpdate(row: try store.leafReference(keys[0]), values: [(1, .integer(1))])]
            let request = try store.leafRequest()
            var errors = [
                probe.expectStoreError(.deletedElsewhere, from: "changing a deleted row") { _ = try store.save(update) }
            ]
            try store.close()
            errors.append(probe.expectStoreError(.closed, from: "a closed store") { _ = try store.count(request) })
            for case let error? in errors {
                probe.expect(error.message.count > 10, "the error \(error.code.rawValue) says only “\(error.message)”")
            }
            if store.capabilities.persistence, let closed = errors[1] {
                probe.expect(closed.location != nil, "the error \(closed.code.rawValue) names no place: \(closed)")
            }
        },
    ]
}
