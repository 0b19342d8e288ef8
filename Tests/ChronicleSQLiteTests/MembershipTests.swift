#if SQLite
import ChronicleSQLite
import ChronicleSchema
import ChronicleStore
import Foundation
import Testing

/// Large sets, whose members lead to the rows by the key or an index.
@Suite struct MembershipTests {
    private static let rows = 500

    private func store(_ folder: Folder) throws -> (SQLiteStore, [Int64]) {
        let store = try Fixture.store(folder.file())
        let keys = try Fixture.insert(
            (0..<Self.rows).map { index in
                let origin =
                    index % 9 == 0 ? StoredValue.null : .text(index % 4 == 0 ? "\u{e9}\(index % 80)" : "o\(index % 80)")
                return Fixture.flight(
                    "c\((index * 37) % Self.rows)", [1: origin, 2: .text("n\(index)"), 3: .integer(Int64(index % 50))])
            }, into: store)
        return (store, keys)
    }

    private func check(_ request: FetchRequest, _ store: SQLiteStore) throws {
        let expected = try Fixture.evaluated(request, store)
        #expect(try store.fetchKeys(request) == expected, "\(request)")
        #expect(try store.count(request) == expected.count, "\(request)")
        var delivered: [Int64] = []
        var codes: [StoredValue] = []
        try store.fetch(request) { row in
            delivered.append(row.key)
            codes.append(try row.value(of: store.schema.entities[0], column: 0))
        }
        #expect(delivered == expected, "\(request)")
        #expect(try codes == Fixture.rows(store, keys: expected).map { $0[0] })
    }

    private func everyForm(_ condition: Query.Condition) -> [FetchRequest] {
        let late = Query.Condition.compare(Fixture.column(3), .greater, .literal(.integer(10)))
        let note = Query.Condition.search(Fixture.column(2), .literal(.text("N1")))
        let sum = Query.Condition.compare(
            .arithmetic(.add, Fixture.column(3), .literal(.integer(1))), .less, .literal(.integer(20)))
        let code = Query.Condition.compare(Fixture.column(0), .equal, .literal(.text("c74")))
        let conditions = [
            condition, .and([late, condition]), .and([condition, note]), .and([condition, sum]),
            .and([code, condition]),
            .or([code, condition]), .not(condition),
            .and([condition, .startsWith(Fixture.column(0), .literal(.text("c1")))]),
        ]
        var requests: [FetchRequest] = []
        for condition in conditions {
            requests.append(FetchRequest(entity: 0, condition: condition))
            requests.append(FetchRequest(entity: 0, condition: condition, offset: 2, limit: 7))
            requests.append(
                FetchRequest(entity: 0, condition: condition, order: [.init(Fixture.column(3), isReversed: true)]))
            requests.append(
                FetchRequest(
                    entity: 0, condition: condition, order: [.init(.key(Fixture.pathToSelf), isReversed: true)],
                    limit: 9))
            var narrow = FetchRequest(entity: 0, condition: condition)
            narrow.columns = ColumnSet([0, 2])
            requests.append(narrow)
        }
        return requests
    }

    @Test(arguments: [1, 63, 64, 200])
    func membersAreFoundAmongKeysAndIndexedAndOtherColumns(count: Int) throws {
        let folder = try Folder()
        let (store, keys) = try store(folder)
        let some = (0..<count).map { keys[($0 * 61) % keys.count] + ($0 % 7 == 0 ? 1_000_000 : 0) }
        let ids = Query.ValueSet(some.map { .reference($0) } + some.prefix(3).map { .integer($0) } + [.integer(-4)])
        let codes = Query.ValueSet((0..<count).map { .text("c\($0 * 3)") })
        let origins = Query.ValueSet((0..<count).map { .text($0 % 2 == 0 ? "o\($0)" : "e\u{301}\($0)") })
        let delays = Query.ValueSet((0..<count).map { .integer(Int64($0 * 2) - 6) })
        for condition in [
            Query.Condition.member(.key(Fixture.pathToSelf), ids), .member(Fixture.column(0), codes),
            .member(Fixture.column(1), origins), .member(Fixture.column(3), delays),
            .member(Fixture.column(1), .init(origins.values.union([.null]))),
            .and([.member(Fixture.column(0), codes), .member(.key(Fixture.pathToSelf), ids)]),
        ] {
            for request in everyForm(condition) { try check(request, store) }
        }
    }

    @Test func aStatementIsUsedAgainForOtherMembers() throws {
        let folder = try Folder()
        let (store, keys) = try store(folder)
        for start in [0, 100, 300, 499] {
            let members = Query.ValueSet((0..<100).map { .reference(keys[0] + Int64(start + $0)) })
            let request = FetchRequest(entity: 0, condition: .member(.key(Fixture.pathToSelf), members))
            #expect(try store.fetchKeys(request) == Array(keys[start..<min(start + 100, 500)]))
        }
    }

    @Test func onlyTheMembersRowsAreReadAndNoneAreSorted() throws {
        let folder = try Folder()
        let (store, keys) = try store(folder)
        let ids = Query.ValueSet(keys.prefix(100).map { .reference($0) })
        let byKey = try store.explain(
            FetchRequest(entity: 0, condition: .member(.key(Fixture.pathToSelf), ids)), measuring: true)
        #expect(byKey.access == .keys)
        #expect(byKey.figures?.rowsRead == 100)
        #expect(byKey.statement?.plan.contains { $0.contains("TEMP B-TREE") || $0.contains("SUBQUERY") } == false)
        let codes = Query.ValueSet((0..<100).map { .text("c\($0)") })
        let byIndex = try store.explain(
            FetchRequest(entity: 0, condition: .member(Fixture.column(0), codes)), measuring: true)
        #expect(byIndex.access == .index)
        #expect(byIndex.figures?.rowsRead == 100)
    }
}
#endif
