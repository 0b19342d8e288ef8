#if SQLite
import ChronicleHistory
import ChronicleSQLite
import ChronicleSchema
import ChronicleStore
import Dispatch
import Foundation
import Testing

@Suite struct StoreTests {
    @Test func historyIsKeptExactlyAndSequencesNeverRestart() throws {
        let folder = try Folder()
        let store = try Fixture.store(folder.file())
        let start = try store.currentPosition()
        let keys = try Fixture.insert([Fixture.flight("x,\0"), Fixture.flight("b")], into: store)
        var request = SaveRequest(author: nil, timestamp: .now)
        request.updates = [
            RowUpdate(row: RowReference(entity: 0, key: keys[1]), values: [(3, .integer(4)), (10, .bool(true))])
        ]
        request.deletes = [RowReference(entity: 0, key: keys[0])]
        _ = try store.save(request)
        let records = try store.fetchHistory(HistoryRequest(after: start))
        #expect(records.map(\.sequence) == [1, 2])
        #expect(records[1].changes.first { $0.operation == .update }?.properties == ["delay", "isLate"])
        #expect(records[1].changes.first { $0.operation == .delete }?.tombstone == ["code": .text("x,\0")])
        #expect(try store.fetchHistory(HistoryRequest(authors: ["test"])).map(\.sequence) == [1])
        #expect(try store.deleteHistory(HistoryRequest()) == 2)
        #expect(throws: HistoryError.self) { try store.fetchHistory(HistoryRequest(after: start)) }
        #expect(try store.oldestPosition() == store.currentPosition())
        try store.close()
        let again = try Fixture.store(folder.file())
        try Fixture.insert([Fixture.flight("c")], into: again)
        #expect(try again.fetchHistory(HistoryRequest()).map(\.sequence) == [3])
        #expect(try again.fetchHistory(HistoryRequest())[0].changes.count == 1)
    }

    @Test func keysAreNeverGivenAgain() throws {
        let folder = try Folder()
        let first = try Fixture.store(folder.file())
        let second = try Fixture.store(folder.file())
        var given: Set<Int64> = []
        for store in [first, second, first, second] {
            for count in [1, 5000, 3] { given.formUnion(try store.allocateKeys(count)) }
        }
        try first.close()
        given.formUnion(try Fixture.store(folder.file()).allocateKeys(10))
        #expect(given.count == 4 * 5004 + 10)
    }

    @Test func commitsOfAnotherStoreAreNoticed() throws {
        let folder = try Folder()
        let (first, second) = (try Fixture.store(folder.file()), try Fixture.store(folder.file()))
        let noticed = DispatchSemaphore(value: 0)
        let observation = first.observeCommits { noticed.signal() }
        try Fixture.insert([Fixture.flight("a")], into: second)
        #expect(noticed.wait(timeout: .now() + 10) == .success)
        try Fixture.insert([Fixture.flight("b")], into: first)
        #expect(noticed.wait(timeout: .now() + 10) == .success)
        withExtendedLifetime(observation) {}
    }

    @Test func anExportIsAStoreAndDestroyRemovesAllFiles() throws {
        let folder = try Folder()
        let store = try Fixture.store(folder.file())
        let key = try Fixture.insert([Fixture.flight("a")], into: store)[0]
        try store.export(to: folder.file("copy.db"))
        let copy = try Fixture.store(folder.file("copy.db"))
        #expect(copy.identifier == store.identifier)
        #expect(try copy.currentPosition().lineage != store.currentPosition().lineage)
        #expect(try Fixture.rows(copy, keys: [key]) == [Fixture.flight("a")])
        try copy.close()
        try store.close()
        for name in ["copy.db", "store.db"] { try SQLiteStore.destroy(at: folder.file(name)) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test func aFailedSaveLeavesNothing() throws {
        let folder = try Folder()
        let store = try Fixture.store(folder.file())
        try Fixture.insert([Fixture.flight("a")], into: store)
        var request = SaveRequest(timestamp: .now)
        var batch = InsertBatch(entity: 0)
        batch.keys = Array(try store.allocateKeys(1))
        batch.values = Fixture.flight("b")
        request.inserts = [batch]
        request.updates = [RowUpdate(row: RowReference(entity: 0, key: 999_999), values: [(3, .integer(1))])]
        #expect(code { _ = try store.save(request) } == .deletedElsewhere)
        #expect(try store.count(FetchRequest(entity: 0)) == 1)
        #expect(try store.currentPosition().sequence == 1)
    }
}
#endif
