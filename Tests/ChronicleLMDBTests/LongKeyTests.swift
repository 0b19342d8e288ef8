#if LMDB
import ChronicleLMDB
import ChronicleSchema
import ChronicleStore
import Foundation
import Testing

struct LongKeyTests {
    private static let lengths = [0, 1, 494, 498, 499, 500, 501, 502, 503, 504, 509, 510, 511, 512, 600, 100_000]

    @Test func textsOfEveryLengthAreFoundByIndexAndByUnique() throws {
        let folder = try Folder()
        let store = try LMDBStore(at: folder.store, schema: Fixture.schema())
        let texts = Self.lengths.map { String(repeating: "x", count: $0) }
        try Fixture.insert(texts.map { Fixture.trip($0, $0) }, into: store)
        for text in texts {
            #expect(try Fixture.codes(store, Fixture.equal(0, text)) == [text])
            #expect(try Fixture.codes(store, Fixture.equal(1, text)) == [text])
            #expect(try store.count(Fixture.equal(1, text)) == 1)
        }
        #expect(try Fixture.codes(store, Fixture.equal(1, String(repeating: "x", count: 601))) == [])
    }

    @Test func aLongTextThatIsStoredAlreadyMakesAnUpsert() throws {
        let folder = try Folder()
        let store = try LMDBStore(at: folder.store, schema: Fixture.schema())
        for (number, length) in Self.lengths.enumerated() {
            let text = String(repeating: "y", count: length)
            try Fixture.insert([Fixture.trip(text, "first")], into: store)
            let result = try Fixture.insert([Fixture.trip(text, "second")], into: store)
            #expect(result.upserts.count == 1, "\(length) bytes")
            #expect(try store.count(FetchRequest(entity: 0)) == number + 1)
        }
    }

    @Test func textsThatShareTheirFirst600BytesDiffer() throws {
        let folder = try Folder()
        let store = try LMDBStore(at: folder.store, schema: Fixture.schema())
        let beginning = String(repeating: "z", count: 600)
        let result = try Fixture.insert(
            [Fixture.trip(beginning + "b", beginning + "b"), Fixture.trip(beginning + "a", beginning + "a")],
            into: store)
        #expect(result.upserts.isEmpty)
        #expect(try Fixture.codes(store, Fixture.equal(0, beginning + "a")) == [beginning + "a"])
        #expect(try Fixture.codes(store, Fixture.equal(1, beginning + "b")) == [beginning + "b"])
        let title = Query.Value.column(Query.Path(entity: 0), 1)
        let sorted = FetchRequest(
            entity: 0, condition: .compare(title, .greaterOrEqual, .literal(.text(beginning))), order: [.init(title)],
            limit: 2)
        #expect(try Fixture.codes(store, sorted) == [beginning + "a", beginning + "b"])
    }

    @Test func aLongTextCanBeChangedAndItsRowDeleted() throws {
        let folder = try Folder()
        let store = try LMDBStore(at: folder.store, schema: Fixture.schema())
        let text = String(repeating: "w", count: 700)
        try Fixture.insert([Fixture.trip(text, text), Fixture.trip(text + "1", text)], into: store)
        let keys = try store.fetchKeys(FetchRequest(entity: 0))
        let row = RowReference(entity: 0, key: keys[0])
        var request = Fixture.request()
        request.updates = [RowUpdate(row: row, values: [(0, .text(text + "1"))])]
        #expect(code { _ = try store.save(request) } == .uniqueViolation)
        request.updates = [RowUpdate(row: row, values: [(0, .text(text + "2")), (1, .text(text + "3"))])]
        _ = try store.save(request)
        #expect(try Fixture.codes(store, Fixture.equal(0, text)) == [])
        #expect(try Fixture.codes(store, Fixture.equal(1, text + "3")) == [text + "2"])
        request.updates = []
        request.deletes = [row]
        _ = try store.save(request)
        #expect(try Fixture.codes(store, Fixture.equal(1, text + "3")) == [])
        #expect(try Fixture.codes(store) == [text + "1"])
    }

    @Test func anEntityNameOf300CharactersWorks() throws {
        let folder = try Folder()
        let schema = Fixture.schema(name: String(repeating: "N", count: 300))
        let store = try LMDBStore(at: folder.store, schema: schema)
        try Fixture.insert([Fixture.trip("a")], into: store)
        try store.close()
        let again = try LMDBStore(at: folder.store, schema: schema)
        #expect(try Fixture.codes(again) == ["a"])
    }
}
#endif
