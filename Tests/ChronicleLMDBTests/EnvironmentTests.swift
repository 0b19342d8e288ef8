#if LMDB
import ChronicleHistory
import ChronicleLMDB
import ChronicleSchema
import ChronicleStore
import Foundation
import Synchronization
import Testing

/// Whether a task came to its end.
private final class Progress: Sendable {
    let isDone = Atomic(false)
}

struct EnvironmentTests {
    @Test func theMapGrowsAsOftenAsNeeded() throws {
        let folder = try Folder()
        let store = try LMDBStore(
            at: folder.store, schema: Fixture.schema(), durability: .noSync, initialMapSize: 128 * 1024)
        let text = String(repeating: "t", count: 300)
        for save in 0..<20 {
            try Fixture.insert((0..<500).map { Fixture.trip("\(save)-\($0)", text, days: Int64($0)) }, into: store)
        }
        #expect(try store.count(FetchRequest(entity: 0)) == 10_000)
        #expect(try store.fetchHistory(HistoryRequest()).map(\.sequence) == Array(1...20))
    }

    @Test func readersAndAGrowingWriterGetAlong() async throws {
        let folder = try Folder()
        let store = try LMDBStore(
            at: folder.store, schema: Fixture.schema(), durability: .noSync, initialMapSize: 128 * 1024)
        let writer = Progress()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    while !writer.isDone.load(ordering: .acquiring) {
                        // Every save adds 100 rows, so that no other number is ever seen.
                        let count = try store.count(FetchRequest(entity: 0))
                        #expect(count.isMultiple(of: 100))
                        await Task.yield()
                    }
                }
            }
            group.addTask {
                defer { writer.isDone.store(true, ordering: .releasing) }
                let text = String(repeating: "t", count: 400)
                for save in 0..<30 {
                    try Fixture.insert((0..<100).map { Fixture.trip("\(save)-\($0)", text) }, into: store)
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.count(FetchRequest(entity: 0)) == 3_000)
    }

    @Test func oneFolderIsOneEnvironmentHoweverItIsSpelled() throws {
        let folder = try Folder()
        let schema = Fixture.schema()
        let first = try LMDBStore(at: folder.store, schema: schema)
        let link = folder.url.appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.store)
        let second = try LMDBStore(at: link, schema: schema)
        let third = try LMDBStore(
            at: URL(fileURLWithPath: folder.url.path + "/./link/../store/"), schema: schema)
        try Fixture.insert([Fixture.trip("a")], into: first)
        try Fixture.insert([Fixture.trip("b")], into: second)
        try first.close()
        try first.close()
        try Fixture.insert([Fixture.trip("c")], into: third)
        #expect(try Fixture.codes(second) == ["a", "b", "c"])
        #expect(first.identifier == third.identifier)
        #expect(code { _ = try first.count(FetchRequest(entity: 0)) } == .closed)
        #expect(code { try LMDBStore.destroy(at: link) } == .locked)
        try second.close()
        try third.close()
        let again = try LMDBStore(at: folder.store, schema: schema)
        #expect(try Fixture.codes(again) == ["a", "b", "c"])
    }

    @Test func keysAreNeverGivenTwice() throws {
        let folder = try Folder()
        var seen: Set<Int64> = []
        for _ in 0..<3 {
            let store = try LMDBStore(at: folder.store, schema: Fixture.schema())
            for count in [1, 7, 5_000, 3] {
                for key in try store.allocateKeys(count) { #expect(seen.insert(key).inserted) }
            }
            try store.close()
        }
    }

    @Test func aCopyHasEverythingAndTheStoreCanBeDestroyed() throws {
        let folder = try Folder()
        let store = try LMDBStore(at: folder.store, schema: Fixture.schema())
        try Fixture.insert([Fixture.trip("a")], into: store)
        let copy = folder.url.appending(path: "copy")
        try store.export(to: copy)
        #expect(code { try store.export(to: copy) } == .notAStore)
        let opened = try LMDBStore(at: copy, schema: Fixture.schema())
        #expect(try Fixture.codes(opened) == ["a"])
        #expect(opened.identifier == store.identifier && opened.lineage != store.lineage)
        try store.close()
        try LMDBStore.destroy(at: folder.store)
        #expect(!FileManager.default.fileExists(atPath: folder.store.path))
    }

    @Test func aCommitThroughAnotherStoreOverTheFolderIsNoticed() async throws {
        let folder = try Folder()
        let store = try LMDBStore(at: folder.store, schema: Fixture.schema())
        let other = try LMDBStore(at: folder.store, schema: Fixture.schema())
        let (calls, continuation) = AsyncStream.makeStream(of: Void.self)
        let observation = store.observeCommits { continuation.yield() }
        try Fixture.insert([Fixture.trip("a")], into: other)
        for await _ in calls { break }
        #expect(try store.count(FetchRequest(entity: 0)) == 1)
        withExtendedLifetime(observation) {}
    }

    @Test func historyKeepsWhatWasChangedAndDeletesOnlyItsBeginning() throws {
        let folder = try Folder()
        let store = try LMDBStore(at: folder.store, schema: Fixture.schema())
        try Fixture.insert([Fixture.trip("a", "t"), Fixture.trip("b")], into: store)
        let keys = try store.fetchKeys(FetchRequest(entity: 0))
        var request = Fixture.request("App")
        request.updates = [RowUpdate(row: RowReference(entity: 0, key: keys[0]), values: [(1, .text("u"))])]
        _ = try store.save(request)
        request.updates = []
        request.deletes = [RowReference(entity: 0, key: keys[1])]
        _ = try store.save(request)
        let records = try store.fetchHistory(HistoryRequest())
        #expect(records.map(\.sequence) == [1, 2, 3])
        #expect(records[1].changes == [.init(entity: "Trip", key: keys[0], operation: .update, properties: ["title"])])
        #expect(records[2].changes.first?.tombstone == ["code": .text("b")])
        #expect(try store.deleteHistory(HistoryRequest(authors: ["App"])) == 0)
        #expect(try store.deleteHistory(HistoryRequest(authors: [nil])) == 1)
        #expect(try store.deleteHistory(HistoryRequest()) == 2)
        #expect(try store.currentPosition().sequence == 3)
        #expect(try store.oldestPosition().sequence == 3)
        #expect(throws: HistoryError.self) {
            try store.fetchHistory(
                HistoryRequest(
                    after: HistoryPosition(storeIdentifier: store.identifier, lineage: store.lineage, sequence: 1)))
        }
    }
}
#endif
