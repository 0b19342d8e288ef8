import Foundation

extension ContractChapter {
    /// Fetches that their body ends.
    static let brokenFetchClauses: [ContractClause] = [
        ContractClause(
            "ERR-013", "What the body of a fetch throws ends the fetch at that row and is thrown on unchanged."
        ) {
            probe in
            let store = try probe.openStore(Leaf.self)
            let keys = try store.addLeaves((0..<50).map { LeafRow("\($0)", count: $0 % 5) })
            let all = try store.leafRequest()
            let count = Query.SortKey(.column(Query.Path(entity: all.entity), 1), isReversed: true)
            let sorted = FetchRequest(entity: all.entity, order: [count])
            let found = try store.leafRequest(store.leaf(1, .equal, .integer(2)))
            func expect(_ what: String, _ fetch: ((RowView) throws -> Void) throws -> Void) {
                var seen = 0
                do {
                    try fetch { row in
                        seen += 1
                        if seen == 4 { throw BodyError(number: row.key) }
                    }
                    probe.expect(false, "\(what) went on though its body threw")
                } catch is BodyError {
                    probe.expectEqual(seen, 4, "the rows that \(what) delivered until its body threw")
                } catch {
                    probe.expect(false, "\(what) threw \(error), expected what its body threw")
                }
            }
            expect("a fetch") { try store.fetch(all, $0) }
            expect("a sorted fetch") { try store.fetch(sorted, $0) }
            expect("a fetch by an index") { try store.fetch(found, $0) }
            expect("a fetch by keys") { try store.fetch(entity: all.entity, keys: keys, $0) }
            probe.expectEqual(try store.leaves().count, 50, "the rows of the next fetch")
        },
        ContractClause("ERR-014", "Fetches that their body ended hold nothing back: reads and saves go on as before.") {
            probe in
            let store = try probe.openStore(Leaf.self)
            let keys = try store.addLeaves((0..<20).map { LeafRow("\($0)") })
            let all = try store.leafRequest()
            for round in 0..<300 {
                do {
                    if round % 2 == 0 {
                        try store.fetch(all) { row in throw BodyError(number: row.key) }
                    } else {
                        try store.fetch(entity: all.entity, keys: keys) { row in throw BodyError(number: row.key) }
                    }
                } catch is BodyError {
                    // As it should be.
                }
            }
            try store.addLeaves(LeafRow("after"))
            probe.expectEqual(try store.leaves().count, 21, "the rows after 300 fetches that their body ended")
            probe.expectEqual(try store.count(all), 21, "the count after 300 fetches that their body ended")
        },
        ContractClause(
            "ERR-015", "What the block of an enumeration or a transaction throws comes through, and nothing is saved."
        ) {
            probe in
            let container = try probe.open(Leaf.self)
            let context = ModelContext(container)
            for number in 0..<10 { context.insert(Leaf("\(number)")) }
            try context.save()
            var seen = 0
            do {
                try context.enumerate(FetchDescriptor<Leaf>(), batchSize: 3) { leaf in
                    seen += 1
                    leaf.note = "seen"
                    if seen == 5 { throw BodyError(number: 5) }
                }
                probe.expect(false, "an enumeration went on though its block threw")
            } catch let error as BodyError {
                probe.expectEqual(error.number, 5, "the error of the enumeration")
            }
            probe.expectEqual(seen, 5, "the models that were enumerated until the block threw")
            do {
                try context.transaction {
                    context.insert(Leaf("late"))
                    throw BodyError(number: 6)
                }
                probe.expect(false, "a transaction went on though its block threw")
            } catch let error as BodyError {
                probe.expectEqual(error.number, 6, "the error of the transaction")
            }
            let other = ModelContext(container)
            probe.expectEqual(try other.all(Leaf.self).compactMap(\.note), [], "the notes in the store")
            probe.expectEqual(try other.fetchCount(FetchDescriptor<Leaf>()), 10, "the rows in the store")
        },
    ]
}

/// What bodies throw.
private struct BodyError: Error { var number: Int64 }
