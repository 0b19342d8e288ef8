import Foundation

extension ContractChapter {
    /// Stores that are opened for reading only.
    static let readOnlyClauses: [ContractClause] = [
        ContractClause(
            "CAP-012", "A store that is opened for reading only says so, and answers every read.",
            requires: [.readOnlyOpening, .persistence]
        ) { probe in
            let rows = (0..<10).map { LeafRow("\($0)", count: $0 % 3) }
            let keys = try plantLeaves(probe, rows)
            let store = try probe.openStore(Leaf.self, allowsSave: false)
            probe.expect(store.capabilities.isReadOnly, "the store does not say that it is read-only")
            var declared = try probe.capabilities()
            declared.isReadOnly = true
            probe.expectEqual(store.capabilities, declared, "the capabilities of a read-only opening")
            probe.expectEqual(try store.leaves(), rows, "the rows")
            probe.expectEqual(try store.leaves(keys: [keys[4], keys[1]]), [rows[4], rows[1]], "rows by key")
            probe.expectEqual(try store.count(try store.leafRequest()), 10, "the count")
            probe.expectEqual(
                try store.leaves(store.leaf(1, .equal, .integer(2))).map(\.name), ["2", "5", "8"],
                "the rows by an index")
        },
        ContractClause(
            "CAP-013",
            "A store that is opened for reading only refuses every write with `readOnly`, and stays as it is.",
            requires: [.readOnlyOpening, .persistence]
        ) { probe in
            let key = try plantLeaves(probe, [LeafRow("a")])[0]
            let store = try probe.openStore(Leaf.self, allowsSave: false)
            let leaf = try store.leafReference(key)
            func refuse(_ what: String, _ change: (inout SaveRequest) throws -> Void) rethrows {
                var request = SaveRequest(timestamp: Date())
                try change(&request)
                let save = request
                probe.expectStoreError(.readOnly, from: "\(what) in a read-only store") { _ = try store.save(save) }
            }
            try refuse("an insert") { $0.inserts = [try store.leafBatch([LeafRow("b")], keys: [key + 1])] }
            refuse("an update") { $0.updates = [RowUpdate(row: leaf, values: [(1, .integer(1))])] }
            refuse("a deletion") { $0.deletes = [leaf] }
            refuse("a bulk deletion") { $0.bulkDeletes = [BulkDelete(entity: leaf.entity, condition: nil)] }
            probe.expectStoreError(.readOnly, from: "allocating a key of a read-only store") {
                _ = try store.allocateKeys(1)
            }
            probe.expectEqual(try store.leaves(), [LeafRow("a")], "the rows after the refusals")
            try store.close()
            probe.expectEqual(try probe.openStore(Leaf.self).leaves(), [LeafRow("a")], "the rows after reopening")
        },
        ContractClause(
            "CAP-014", "The history of a store that is opened for reading only can be read and not deleted.",
            requires: [.readOnlyOpening, .persistence, .history]
        ) { probe in
            try plantLeaves(probe, [LeafRow("a")])
            let store = try probe.openStore(Leaf.self, allowsSave: false)
            let history = try probe.require(
                store as? any HistoryProviding, "the store's conformance to HistoryProviding")
            probe.expectEqual(try history.fetchHistory(HistoryRequest()).count, 1, "the history")
            probe.expectStoreError(.readOnly, from: "deleting the history of a read-only store") {
                try history.deleteHistory(HistoryRequest())
            }
            probe.expectEqual(try history.fetchHistory(HistoryRequest()).count, 1, "the history after the refusal")
            probe.expectEqual(try history.oldestPosition().sequence, 0, "the oldest position after the refusal")
        },
        ContractClause(
            "CAP-015", "Opening for reading only makes no store: where there is none it throws `missingStore`.",
            requires: [.readOnlyOpening, .persistence]
        ) { probe in
            for round in 1...2 {
                probe.expectStoreError(.missingStore, from: "opening \(round) for reading only where no store is") {
                    _ = try probe.openStore(Leaf.self, allowsSave: false)
                }
            }
            let left = try PlaceFiles(place: probe.place).all()
            probe.expectEqual(left.map(\.lastPathComponent), [], "the files at the place after the refused openings")
            let store = try probe.openStore(Leaf.self)
            try store.addLeaves(LeafRow("a"))
        },
        ContractClause(
            "CAP-016", "An opening for reading only sees what another opening saves afterwards.",
            requires: [.readOnlyOpening, .persistence, .multipleOpenings]
        ) { probe in
            let writer = try probe.openStore(Leaf.self)
            try writer.addLeaves(LeafRow("a"))
            let reader = try probe.openStore(Leaf.self, allowsSave: false)
            probe.expectEqual(try reader.leaves().map(\.name), ["a"], "the rows of the reader")
            try writer.addLeaves(LeafRow("b"))
            probe.expectEqual(try reader.leaves().map(\.name), ["a", "b"], "the rows of the reader after another save")
            probe.expectEqual(reader.identifier, writer.identifier, "the identifier of the reader")
            try reader.close()
            try writer.addLeaves(LeafRow("c"))
            probe.expectEqual(try writer.leaves().count, 3, "the rows of the writer after the reader was closed")
        },
        ContractClause(
            "CAP-017",
            "A context over a read-only store reads, refuses to save with `readOnly`, and forgets by rollback.",
            requires: [.readOnlyOpening, .persistence]
        ) { probe in
            let writable = try probe.open(Plot.self)
            try ModelContext(writable).add(Plot("a"))
            try writable.close()
            let container = try probe.open(Plot.self, allowsSave: false)
            let context = ModelContext(container)
            let plot = try probe.require(try context.all(Plot.self).first, "the row of the read-only store")
            plot.note = "no"
            probe.expectStoreError(.readOnly, from: "saving a change to a read-only store") { try context.save() }
            probe.expect(context.hasChanges, "nothing is pending after the refused save")
            context.rollback()
            probe.expectEqual(plot.note, nil, "the note after the rollback")
            context.insert(Plot("b"))
            probe.expectStoreError(.readOnly, from: "saving a new row to a read-only store") { try context.save() }
            context.rollback()
            context.delete(plot)
            probe.expectStoreError(.readOnly, from: "saving a deletion to a read-only store") { try context.save() }
            context.rollback()
            probe.expectEqual(try context.all(Plot.self).map(\.name), ["a"], "the rows after all refusals")
        },
        ContractClause(
            "CAP-018",
            "Opening for reading only does not change the schema: one that has grown is refused with "
                + "`schemaMismatch`.", requires: [.readOnlyOpening, .persistence, .schemaGrowth]
        ) { probe in
            try plantShrubs(probe)
            probe.expectStoreError(.schemaMismatch, from: "opening for reading only with a new attribute") {
                _ = try probe.openStore(ShrubWithMore.self, allowsSave: false)
            }
            probe.expectStoreError(.schemaMismatch, from: "opening for reading only with a new entity") {
                _ = try probe.openStore(Shrub1.self, Leaf.self, allowsSave: false)
            }
            let container = try probe.open(Shrub1.self, allowsSave: false)
            probe.expectEqual(
                try ModelContext(container).all(Shrub1.self).map(\.name), ["a", "b", "c"], "the rows for the old schema"
            )
        },
    ]

    /// Rows in a store that is closed again; returns their keys.
    @discardableResult
    private static func plantLeaves(_ probe: ContractProbe, _ rows: [LeafRow]) throws -> [Int64] {
        let store = try probe.openStore(Leaf.self)
        let keys = try store.addLeaves(rows)
        try store.close()
        return keys
    }
}
