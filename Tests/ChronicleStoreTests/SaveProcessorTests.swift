import ChronicleHistory
import ChronicleMemory
import ChronicleSchema
import ChronicleStore
import Foundation
import Testing

/// Trips with a unique code and preserved name; expenses of a trip; tags linked many to many.
struct Trips {
    static let (trip, expense, tag, link) = (0, 1, 2, 3)
    let store: MemoryStore

    init(_ rule: Schema.DeleteRule = .cascade) {
        let schema = Schema(
            entities: [
                .init(
                    name: "Trip", index: 0,
                    columns: [
                        .init(name: "code", type: .text, isOptional: true),
                        .init(name: "name", type: .text, isOptional: true),
                        .init(name: "cost", type: .double, isOptional: true),
                    ],
                    properties: [
                        .init(name: "code", columns: 0..<1, isPreserved: true, isOpaque: false),
                        .init(name: "name", columns: 1..<2, isPreserved: false, isOpaque: false),
                        .init(name: "cost", columns: 2..<3, isPreserved: false, isOpaque: false),
                    ],
                    indexes: [
                        .init(name: "code", columns: [0], isUnique: true),
                        .init(name: "name", columns: [1], isUnique: true),
                    ],
                    deleteActions: [
                        .incoming(entity: 1, column: 0, rule: rule),
                        .link(link: 3, ownColumn: 0, otherColumn: 1, entity: 2, rule: .nullify),
                    ], link: nil),
                .init(
                    name: "Expense", index: 1,
                    columns: [.init(name: "trip", type: .reference, isOptional: true, destination: "Trip")],
                    properties: [.init(name: "trip", columns: 0..<1, isPreserved: false, isOpaque: false)], indexes: [],
                    deleteActions: [], link: nil),
                .init(
                    name: "Tag", index: 2, columns: [.init(name: "label", type: .text, isOptional: true)],
                    properties: [.init(name: "label", columns: 0..<1, isPreserved: false, isOpaque: false)],
                    indexes: [],
                    deleteActions: [.link(link: 3, ownColumn: 1, otherColumn: 0, entity: 0, rule: .nullify)], link: nil),
                .init(
                    name: "Trip.tags", index: 3,
                    columns: [
                        .init(name: "source", type: .reference, isOptional: false, destination: "Trip"),
                        .init(name: "target", type: .reference, isOptional: false, destination: "Tag"),
                    ], properties: [], indexes: [.init(name: "ends", columns: [0, 1], isUnique: true)],
                    deleteActions: [],
                    link: .init(
                        sourceEntity: "Trip", sourceProperty: "tags", destinationEntity: "Tag",
                        destinationProperty: "trips")),
            ], version: .init(1, 0, 0))
        store = MemoryStore(schema: schema)
    }

    func row(_ entity: Int, _ key: Int64) throws -> [StoredValue]? {
        var values: [StoredValue]?
        try store.fetch(entity: entity, keys: [key]) { values = try $0.values(of: store.schema.entities[entity]) }
        return values
    }

    @discardableResult
    func save(
        _ inserts: [(entity: Int, key: Int64, values: [StoredValue])] = [], updates: [RowUpdate] = [],
        deletes: [RowReference] = [], bulk: [BulkDelete] = []
    ) throws -> SaveResult {
        var request = SaveRequest(author: "App", timestamp: Date(timeIntervalSinceReferenceDate: 1))
        for insert in inserts {
            var batch = InsertBatch(entity: insert.entity)
            batch.keys = [insert.key]
            batch.values = insert.values
            request.inserts.append(batch)
        }
        request.updates = updates
        request.deletes = deletes
        request.bulkDeletes = bulk
        return try store.save(request)
    }

    func trip(_ key: Int64, _ code: String, _ name: String? = nil) -> (entity: Int, key: Int64, values: [StoredValue]) {
        (0, key, [.text(code), name.map { .text($0) } ?? .null, .null])
    }

    func lastChanges() throws -> [HistoryRecord.Change] { try store.fetchHistory(HistoryRequest()).last?.changes ?? [] }
}

@Suite struct SaveProcessorTests {
    @Test func aUniqueCollisionBecomesAnUpdateAndReferencesFollow() throws {
        let trips = Trips()
        try trips.save([trips.trip(1, "a", "old")])
        let result = try trips.save([(1, 10, [.reference(2)]), trips.trip(2, "a", "new"), (1, 11, [.reference(2)])])
        #expect(result.upserts == [RowReference(entity: 0, key: 2): 1])
        #expect(try trips.row(0, 1) == [.text("a"), .text("new"), .null] && trips.row(0, 2) == nil)
        #expect(try trips.row(1, 10) == [.reference(1)] && trips.row(1, 11) == [.reference(1)])
        let changes = try trips.lastChanges()
        #expect(changes.map(\.operation) == [.insert, .update, .insert] && changes[1].properties == ["name"])
    }

    @Test func anUpsertThatChangesNothingLeavesNoHistory() throws {
        let trips = Trips()
        try trips.save([trips.trip(1, "a", "n")])
        let result = try trips.save([trips.trip(2, "a", "n")])
        #expect(result.sequence == nil && result.changes.isEmpty && result.upserts.count == 1)
        #expect(try trips.store.currentPosition().sequence == 1)
    }

    @Test func columnsThatWereNeverSetAreLeftAlone() throws {
        let trips = Trips()
        try trips.save([trips.trip(1, "a", "n")])
        var request = SaveRequest(timestamp: Date(timeIntervalSinceReferenceDate: 0))
        var batch = InsertBatch(entity: 0)
        batch.keys = [2]
        batch.values = [.text("a"), .null, .double(3)]
        batch.unset = [ColumnSet([1])]
        request.inserts = [batch]
        _ = try trips.store.save(request)
        #expect(try trips.row(0, 1) == [.text("a"), .text("n"), .double(3)])
    }

    @Test func aCollisionWithTwoRowsIsAnErrorAndChangesNothing() throws {
        let trips = Trips()
        try trips.save([trips.trip(1, "a", "x"), trips.trip(2, "b", "y")])
        let error = #expect(throws: StoreError.self) {
            try trips.save([trips.trip(3, "c", "z"), trips.trip(4, "a", "y")])
        }
        #expect(error?.code == .uniqueViolation && error?.message.contains("code, name") == true)
        #expect(try trips.row(0, 3) == nil && trips.store.count(FetchRequest(entity: 0)) == 2)
        try trips.save([trips.trip(5, "c", "z")])
        #expect(try trips.row(0, 5) != nil)
    }

    @Test func twoNewRowsThatCollideBecomeOne() throws {
        let trips = Trips()
        let result = try trips.save([trips.trip(1, "a", "x"), trips.trip(2, "a", "y")])
        #expect(result.upserts == [RowReference(entity: 0, key: 2): 1])
        #expect(try trips.row(0, 1)?[1] == .text("y"))
        #expect(try trips.lastChanges() == [.init(entity: "Trip", key: 1, operation: .insert)])
    }

    @Test func aRowDeletedInTheSameSaveDoesNotStandInTheWay() throws {
        let trips = Trips()
        try trips.save([trips.trip(1, "a"), trips.trip(3, "c")])
        try trips.save(
            [trips.trip(2, "a")], updates: [RowUpdate(row: .init(entity: 0, key: 2), values: [(1, .text("n"))])],
            deletes: [.init(entity: 0, key: 1)])
        #expect(try trips.row(0, 1) == nil && trips.row(0, 2)?[1] == .text("n"))
        try trips.save(
            updates: [.init(row: .init(entity: 0, key: 3), values: [(0, .text("a"))])],
            deletes: [.init(entity: 0, key: 2)])
        #expect(try trips.row(0, 3)?[0] == .text("a") && trips.row(0, 2) == nil)
    }

    @Test func onlyRealChangesCount() throws {
        let trips = Trips()
        try trips.save([trips.trip(1, "a")])
        #expect(
            try trips.save(updates: [.init(row: .init(entity: 0, key: 1), values: [(0, .text("a"))])]).sequence == nil)
        let gone = #expect(throws: StoreError.self) {
            try trips.save(updates: [.init(row: .init(entity: 0, key: 9), values: [(0, .text("a"))])])
        }
        #expect(gone?.code == .deletedElsewhere && gone?.key == 9)
        try trips.save([trips.trip(2, "b")])
        let taken = #expect(throws: StoreError.self) {
            try trips.save(updates: [.init(row: .init(entity: 0, key: 2), values: [(0, .text("a"))])])
        }
        #expect(taken?.code == .uniqueViolation)
        let nan = #expect(throws: StoreError.self) { try trips.save([(0, 5, [.null, .null, .double(.nan)])]) }
        #expect(nan?.code == .invalidValue && nan?.message.contains("Trip.cost") == true)
    }

    @Test func cascadesAreRecordedAndTombstonesHoldWhatWasLastSaved() throws {
        let trips = Trips()
        try trips.save([trips.trip(1, "a"), (1, 10, [.reference(1)])])
        try trips.save(
            updates: [.init(row: .init(entity: 0, key: 1), values: [(0, .text("b"))])],
            deletes: [.init(entity: 0, key: 1), .init(entity: 0, key: 77)])
        let changes = try trips.lastChanges()
        #expect(
            changes == [
                .init(entity: "Trip", key: 1, operation: .delete, tombstone: ["code": .text("a")]),
                .init(entity: "Expense", key: 10, operation: .delete),
            ])
        #expect(try trips.store.count(FetchRequest(entity: 1)) == 0)
    }

    @Test func nullifyClearsReferencesAndDenyRefuses() throws {
        let nullifying = Trips(.nullify)
        try nullifying.save([nullifying.trip(1, "a"), (1, 10, [.reference(1)])])
        try nullifying.save(deletes: [.init(entity: 0, key: 1)])
        #expect(try nullifying.row(1, 10) == [.null])
        let denying = Trips(.deny)
        try denying.save([denying.trip(1, "a"), (1, 10, [.reference(1)])])
        let error = #expect(throws: StoreError.self) { try denying.save(deletes: [.init(entity: 0, key: 1)]) }
        #expect(error?.code == .deleteDenied)
        try denying.save(deletes: [.init(entity: 0, key: 1), .init(entity: 1, key: 10)])
        #expect(try denying.store.count(FetchRequest(entity: 0)) == 0)
    }

    @Test func anInsertAndItsDeletionLeaveNothing() throws {
        let trips = Trips()
        let result = try trips.save(
            [trips.trip(1, "a"), (1, 10, [.reference(1)])], deletes: [.init(entity: 0, key: 1)])
        #expect(result.sequence == nil && result.changes.isEmpty)
    }

    @Test func aLinkIsAChangeOfTheRowsThatItLinks() throws {
        let trips = Trips()
        try trips.save([trips.trip(1, "a"), (2, 20, [.text("t")])])
        try trips.save([(3, 30, [.reference(1), .reference(20)])])
        let both: [HistoryRecord.Change] = [
            .init(entity: "Trip", key: 1, operation: .update, properties: ["tags"]),
            .init(entity: "Tag", key: 20, operation: .update, properties: ["trips"]),
        ]
        #expect(try trips.lastChanges() == both)
        #expect(try trips.save([(3, 31, [.reference(1), .reference(20)])]).sequence == nil)
        try trips.save(deletes: [.init(entity: 2, key: 20)])
        #expect(
            try trips.lastChanges() == [
                .init(entity: "Tag", key: 20, operation: .delete),
                .init(entity: "Trip", key: 1, operation: .update, properties: ["tags"]),
            ])
        #expect(try trips.store.count(FetchRequest(entity: 3)) == 0)
    }

    @Test func bulkDeletionsFollowTheRules() throws {
        let trips = Trips()
        try trips.save([trips.trip(1, "a"), trips.trip(2, "b"), (1, 10, [.reference(1)]), (1, 11, [.reference(2)])])
        let condition = Query.Condition.compare(.column(.init(entity: 0), 0), .equal, .literal(.text("a")))
        try trips.save(bulk: [.init(entity: 0, condition: condition)])
        #expect(
            try trips.store.fetchKeys(FetchRequest(entity: 0)) == [2]
                && trips.store.fetchKeys(FetchRequest(entity: 1)) == [11])
    }
}
