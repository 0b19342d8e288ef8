#if LMDB
import ChronicleLMDB
import ChronicleSchema
import ChronicleStore
import Foundation
import Testing

struct SchemaChangeTests {
    private func filled() throws -> Folder {
        let folder = try Folder()
        let store = try LMDBStore(at: folder.store, schema: Fixture.schema())
        try Fixture.insert([Fixture.trip("a", "x", days: 3), Fixture.trip("b", "x")], into: store)
        try store.close()
        return folder
    }

    private func rows(_ folder: Folder, _ schema: Schema) throws -> [[StoredValue]] {
        let store = try LMDBStore(at: folder.store, schema: schema)
        defer { try? store.close() }
        var rows: [[StoredValue]] = []
        try store.fetch(FetchRequest(entity: 0)) { rows.append(try $0.values(of: schema.entities[0])) }
        return rows
    }

    @Test func anOptionalColumnIsAddedAndColumnsMayMove() throws {
        let folder = try filled()
        var columns = Fixture.columns
        columns.insert(Schema.Column(name: "note", type: .text, isOptional: true), at: 0)
        let schema = Fixture.schema(columns: columns, unique: 1, index: 3)
        #expect(
            try rows(folder, schema) == [
                [.null, .text("a"), .text("x"), .integer(3)], [.null, .text("b"), .text("x"), .null],
            ])
    }

    @Test func aRenamedColumnKeepsItsValues() throws {
        let folder = try filled()
        var columns = Fixture.columns
        columns[1] = Schema.Column(name: "heading", type: .text, isOptional: true, originalName: "title")
        let schema = Fixture.schema(columns: columns)
        #expect(try rows(folder, schema)[0] == Fixture.trip("a", "x", days: 3))
        let store = try LMDBStore(at: folder.store, schema: schema)
        #expect(try Fixture.codes(store, Fixture.equal(1, "x")) == ["a", "b"])
    }

    @Test func aNewIndexIsBuilt() throws {
        let folder = try Folder()
        let old = try LMDBStore(at: folder.store, schema: Fixture.schema(unique: nil, index: nil))
        let long = String(repeating: "l", count: 600)
        try Fixture.insert([Fixture.trip("b", "x"), Fixture.trip("a", long), Fixture.trip("c", long)], into: old)
        try old.close()
        let store = try LMDBStore(at: folder.store, schema: Fixture.schema())
        #expect(try Fixture.codes(store, Fixture.equal(1, long)) == ["a", "c"])
        #expect(try Fixture.insert([Fixture.trip("b")], into: store).upserts.count == 1)
        try store.close()
        #expect(
            code { _ = try LMDBStore(at: folder.store, schema: Fixture.schema(unique: 1)) } == .schemaMismatch)
    }

    @Test func whatCannotBeKeptIsRefusedAndNothingChanges() throws {
        let folder = try filled()
        var columns = Fixture.columns
        columns[2] = Schema.Column(name: "days", type: .text, isOptional: true)
        #expect(code { _ = try rows(folder, Fixture.schema(columns: columns)) } == .schemaMismatch)
        columns[2] = Schema.Column(name: "days", type: .integer, isOptional: false)
        #expect(code { _ = try rows(folder, Fixture.schema(columns: columns)) } == .schemaMismatch)
        columns[2] = Schema.Column(name: "weeks", type: .integer, isOptional: false)
        #expect(code { _ = try rows(folder, Fixture.schema(columns: columns)) } == .schemaMismatch)
        #expect(try rows(folder, Fixture.schema()).count == 2)
    }

    @Test func anIndexThatIsNotDeclaredForATimeIsMadeAnew() throws {
        let folder = try filled()
        let narrow = try LMDBStore(at: folder.store, schema: Fixture.schema(index: nil))
        try Fixture.insert([Fixture.trip("c", "later")], into: narrow)
        try narrow.close()
        let store = try LMDBStore(at: folder.store, schema: Fixture.schema())
        #expect(try Fixture.codes(store, Fixture.equal(1, "later")) == ["c"])
        try store.close()
    }

    @Test func aStoreSeesThatTheSchemaWasExtendedUnderIt() throws {
        let folder = try filled()
        let old = try LMDBStore(at: folder.store, schema: Fixture.schema())
        var columns = Fixture.columns
        columns.append(Schema.Column(name: "note", type: .text, isOptional: true))
        let new = try LMDBStore(at: folder.store, schema: Fixture.schema(columns: columns))
        #expect(code { _ = try old.count(FetchRequest(entity: 0)) } == .schemaMismatch)
        #expect(try new.count(FetchRequest(entity: 0)) == 2)
    }
}
#endif
