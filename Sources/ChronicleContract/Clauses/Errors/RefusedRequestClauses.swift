import Foundation

extension ContractChapter {
    /// Requests that make no sense to a store.
    static let refusedRequestClauses: [ContractClause] = [
        ContractClause(
            "ERR-009", "A fetch of an entity that the schema lacks is refused with `unsupportedQuery`, before any row."
        ) { probe in
            let store = try probe.openStore(Leaf.self)
            let keys = try store.addLeaves(LeafRow("a"))
            for entity in [store.schema.entities.count, 1000, -1] {
                let request = FetchRequest(entity: entity)
                var seen = 0
                probe.expectStoreError(.unsupportedQuery, from: "a fetch of entity \(entity)") {
                    try store.fetch(request) { _ in seen += 1 }
                }
                probe.expectStoreError(.unsupportedQuery, from: "a fetch by key of entity \(entity)") {
                    try store.fetch(entity: entity, keys: keys) { _ in seen += 1 }
                }
                probe.expectStoreError(.unsupportedQuery, from: "a count of entity \(entity)") {
                    _ = try store.count(request)
                }
                probe.expectStoreError(.unsupportedQuery, from: "a fetch of keys of entity \(entity)") {
                    _ = try store.fetchKeys(request)
                }
                probe.expectEqual(seen, 0, "the rows that were delivered before the refusal")
            }
            probe.expectEqual(try store.leaves(), [LeafRow("a")], "a fetch after the refusals")
        },
        ContractClause(
            "ERR-010",
            "A condition or order over a column that the entity lacks is refused with `unsupportedQuery`, before any row."
        ) { probe in
            let store = try probe.openStore(Leaf.self, Walk.self)
            try store.addLeaves(LeafRow("a"))
            let leaf = try store.index(of: Leaf.self)
            func refuse(_ value: Query.Value, _ what: String) throws {
                var seen = 0
                let condition = Query.Condition.compare(value, .equal, .literal(.integer(1)))
                var request = FetchRequest(entity: leaf, condition: condition)
                probe.expectStoreError(.unsupportedQuery, from: "a condition over \(what)") {
                    try store.fetch(request) { _ in seen += 1 }
                }
                probe.expectStoreError(.unsupportedQuery, from: "a count over \(what)") { _ = try store.count(request) }
                request = FetchRequest(entity: leaf, order: [Query.SortKey(value)])
                probe.expectStoreError(.unsupportedQuery, from: "an order by \(what)") {
                    try store.fetch(request) { _ in seen += 1 }
                }
                probe.expectEqual(seen, 0, "the rows that were delivered before \(what) was refused")
            }
            try refuse(.column(Query.Path(entity: leaf), 3), "a fourth column of three")
            try refuse(.column(Query.Path(entity: leaf), -1), "a column of a negative number")
            try refuse(
                .column(Query.Path(references: [0], entity: leaf), 1), "a path through a column that is no reference")
            try refuse(
                .column(Query.Path(entity: try store.index(of: Walk.self)), 0), "a column of another entity's rows")
            probe.expectEqual(try store.leaves(), [LeafRow("a")], "a fetch after the refusals")
        },
        ContractClause(
            "ERR-011",
            "A save that brings a wrong number of values, or names a column or entity that there is not, is refused whole."
        ) { probe in
            let store = try probe.openStore(Leaf.self)
            let key = try store.addLeaves(LeafRow("a"))[0]
            let position = try store.historySequence()
            let keys = Array(try store.allocateKeys(2))
            let good = try store.leafBatch([LeafRow("good")], keys: [keys[0]])
            func refuse(_ what: String, _ change: (inout SaveRequest) throws -> Void) throws {
                var request = SaveRequest(timestamp: Date())
                request.inserts = [good]
                try change(&request)
                do {
                    _ = try store.save(request)
                    probe.expect(false, "a save with \(what) went through, expected a StoreError")
                } catch is StoreError {
                    // Which code it has is the store's matter.
                } catch {
                    probe.expect(false, "a save with \(what) threw \(error), expected a StoreError")
                }
                probe.expectEqual(try store.leaves(), [LeafRow("a")], "the rows after a save with \(what)")
                probe.expectEqual(try store.historySequence(), position, "the position after a save with \(what)")
            }
            let reference = try store.leafReference(key)
            try refuse("a value too few") { request in
                var batch = try store.leafBatch([LeafRow("b")], keys: [keys[1]])
                batch.values.removeLast()
                request.inserts.append(batch)
            }
            try refuse("a key too many") { request in
                var batch = try store.leafBatch([LeafRow("b")], keys: [keys[1]])
                batch.keys.append(keys[1] + 1)
                request.inserts.append(batch)
            }
            try refuse("an update of a fourth column of three") { request in
                request.updates = [RowUpdate(row: reference, values: [(3, .integer(1))])]
            }
            try refuse("an update of a column of a negative number") { request in
                request.updates = [RowUpdate(row: reference, values: [(-1, .integer(1))])]
            }
            try refuse("rows of an entity that there is not") { request in
                var batch = InsertBatch(entity: 7)
                (batch.keys, batch.values) = ([keys[1]], [.integer(1)])
                request.inserts.append(batch)
            }
            try refuse("a deletion from an entity that there is not") { request in
                request.deletes = [RowReference(entity: 7, key: key)]
            }
            try refuse("a bulk deletion from an entity that there is not") { request in
                request.bulkDeletes = [BulkDelete(entity: -1, condition: nil)]
            }
            try refuse("a bulk deletion by a column that there is not") { request in
                request.bulkDeletes = [
                    BulkDelete(
                        entity: reference.entity,
                        condition: .compare(
                            .column(Query.Path(entity: reference.entity), 3), .equal, .literal(.integer(1))))
                ]
            }
        },
        ContractClause(
            "ERR-012", "A history request with another store's position is refused and deletes nothing.",
            requires: [.history]
        ) { probe in
            let store = try probe.openStore(Leaf.self)
            for number in 0..<3 { try store.addLeaves(LeafRow("\(number)")) }
            let history = try probe.require(
                store as? any HistoryProviding, "the store's conformance to HistoryProviding")
            var foreign = try history.currentPosition()
            foreign.storeIdentifier = "another store"
            probe.expectHistoryError(.foreignToken, from: "deleting history after another store's position") {
                try history.deleteHistory(HistoryRequest(after: foreign))
            }
            probe.expectHistoryError(.foreignToken, from: "fetching history after another store's position") {
                _ = try history.fetchHistory(HistoryRequest(after: foreign))
            }
            probe.expectEqual(
                try history.fetchHistory(HistoryRequest()).count, 3, "the history after the refused requests")
        },
    ]
}
