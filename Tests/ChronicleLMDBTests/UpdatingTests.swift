#if LMDB
import ChronicleLMDB
import ChronicleSchema
import ChronicleStore
import Foundation
import Testing

struct UpdatingTests {
    @Test func rowsIndexesAndChangesAgreeAfterManyUpdates() throws {
        let folder = try Folder()
        let store = try LMDBStore(at: folder.store, schema: Fixture.schema())
        var rows = (0..<60).map { Fixture.trip("c\($0)", "t\($0 % 7)", days: Int64($0)) }
        try Fixture.insert(rows, into: store)
        let keys = try store.fetchKeys(FetchRequest(entity: 0))
        let seed = UInt64.random(in: 1 ... .max)
        print("Seed of updates: \(seed)")
        var state = seed
        func random(_ count: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(count))
        }
        let texts: [StoredValue] = ["", "a", "b", String(repeating: "l", count: 700), "t3"].map { .text($0) } + [.null]
        for round in 0..<60 {
            var request = Fixture.request()
            var expected: [Int64: Int] = [:]
            for index in rows.indices where random(4) == 0 {
                var values: [(column: Int, value: StoredValue)] = []
                if random(3) == 0 { values.append((0, .text("c\(index)" + (random(2) == 0 ? "" : "-\(round)")))) }
                if random(2) == 0 { values.append((1, texts[random(texts.count)])) }
                if random(2) == 0 { values.append((2, random(3) == 0 ? .null : .integer(Int64(random(5))))) }
                let changed = values.count { !$0.value.isIdentical(to: rows[index][$0.column]) }
                if changed > 0 { expected[keys[index]] = changed }
                for (column, value) in values { rows[index][column] = value }
                request.updates.append(RowUpdate(row: RowReference(entity: 0, key: keys[index]), values: values))
            }
            if random(2) == 0 { request.updates.reverse() }
            let result = try store.save(request)
            #expect(result.changes.count == expected.count)
            for change in result.changes {
                #expect(Array(change.columns).count == expected[change.row.key] && change.operation == .update)
            }
        }
        try store.fetch(entity: 0, keys: keys) { row in
            let position = try #require(keys.firstIndex(of: row.key))
            for (column, description) in Fixture.columns.enumerated() {
                #expect(row.cells[column].stored(as: description.type) == rows[position][column])
            }
        }
        for column in 0..<2 {
            for value in Set(rows.map { $0[column] }) {
                let condition = Query.Condition.compare(
                    .column(Query.Path(entity: 0), column), .equal, .literal(value))
                #expect(
                    try store.fetchKeys(FetchRequest(entity: 0, condition: condition))
                        == keys.indices.filter { rows[$0][column] == value }.map { keys[$0] })
            }
        }
    }

    @Test func anUpdateToTheSameValuesWritesNothing() throws {
        let folder = try Folder()
        let store = try LMDBStore(at: folder.store, schema: Fixture.schema())
        try Fixture.insert([Fixture.trip("a", "t", days: 1)], into: store)
        let row = RowReference(entity: 0, key: try store.fetchKeys(FetchRequest(entity: 0))[0])
        var request = Fixture.request()
        request.updates = [RowUpdate(row: row, values: [(0, .text("a")), (1, .text("t")), (2, .integer(1))])]
        let result = try store.save(request)
        #expect(result.sequence == nil && result.changes.isEmpty)
    }
}
#endif
