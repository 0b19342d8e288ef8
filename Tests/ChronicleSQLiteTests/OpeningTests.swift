#if SQLite
import CSQLite
import ChronicleHistory
import ChronicleSQLite
import ChronicleSchema
import ChronicleStore
import Dispatch
import Foundation
import Synchronization
import Testing

@Suite struct OpeningTests {
    /// Runs SQL on a file with a connection of its own.
    private func run(_ sql: String, on url: URL) throws {
        var handle: OpaquePointer?
        #expect(sqlite3_open(url.path, &handle) == SQLITE_OK)
        defer { sqlite3_close(handle) }
        #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    }

    @Test func eachWayToFailHasItsCode() throws {
        let folder = try Folder()
        #expect(code { _ = try Fixture.store(folder.file("no/store.db")) } == .missingFolder)
        #expect(code { _ = try Fixture.store(folder.file("none.db")) { $0.allowsSave = false } } == .missingStore)
        #expect(code { _ = try Fixture.store(folder.url) } == .notAStore)
        try Data((0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) }).write(to: folder.file("random"))
        #expect(code { _ = try Fixture.store(folder.file("random")) } == .notAStore)
        try run("CREATE TABLE t (a); INSERT INTO t VALUES (1)", on: folder.file("foreign"))
        let before = try Data(contentsOf: folder.file("foreign"))
        #expect(code { _ = try Fixture.store(folder.file("foreign")) } == .notAStore)
        #expect(try Data(contentsOf: folder.file("foreign")) == before)
        try Fixture.store(folder.file()).close()
        try run("UPDATE chronicle_metadata SET value = 99 WHERE key = 'format'", on: folder.file())
        #expect(code { _ = try Fixture.store(folder.file()) } == .newerFormat)
    }

    /// SQLite does not wait for others, whatever its busy timeout, where it is asked to change to a write-ahead log.
    @Test func aNewPlaceMayBeOpenedByManyAtOnce() throws {
        for round in 0..<100 {
            let folder = try Folder()
            let file = folder.file()
            let failures = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { number in
                do {
                    try Fixture.insert([Fixture.flight("\(number)")], into: try Fixture.store(file))
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
            try #require(failures.withLock { $0 } == [], "in round \(round)")
        }
    }

    @Test func aTruncatedFileIsCorrupt() throws {
        let folder = try Folder()
        let store = try Fixture.store(folder.file())
        try Fixture.insert((0..<500).map { Fixture.flight("c\($0)") }, into: store)
        try store.close()
        let handle = try FileHandle(forWritingTo: folder.file())
        try handle.truncate(atOffset: 12288)
        try handle.close()
        let found = code {
            let store = try Fixture.store(folder.file())
            try store.fetch(FetchRequest(entity: 0)) { _ in }
        }
        #expect(found == .corrupt)
    }

    @Test func aHeldWriteLockThrowsLockedAfterTheWait() throws {
        let folder = try Folder()
        let store = try Fixture.store(folder.file()) { $0.busyTimeout = 0.02 }
        try Fixture.insert([Fixture.flight("a")], into: store)
        var handle: OpaquePointer?
        sqlite3_open(folder.file().path, &handle)
        defer { sqlite3_close(handle) }
        sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil)
        #expect(code { try Fixture.insert([Fixture.flight("b")], into: store) } == .locked)
        #expect(try store.count(FetchRequest(entity: 0)) == 1)
        sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
        try Fixture.insert([Fixture.flight("b")], into: store)
        #expect(try store.count(FetchRequest(entity: 0)) == 2)
    }

    @Test func aReadOnlyStoreReadsAndRefusesSaves() throws {
        let folder = try Folder()
        let store = try Fixture.store(folder.file())
        try Fixture.insert([Fixture.flight("a")], into: store)
        let reader = try Fixture.store(folder.file()) { $0.allowsSave = false }
        #expect(try reader.count(FetchRequest(entity: 0)) == 1)
        var request = SaveRequest(timestamp: .now)
        request.deletes = [RowReference(entity: 0, key: 1)]
        #expect(code { _ = try reader.save(request) } == .readOnly)
        try reader.close()
        #expect(code { _ = try reader.count(FetchRequest(entity: 0)) } == .closed)
    }

    @Test func missingColumnsAndIndexesAreAddedAndTypesChecked() throws {
        let folder = try Folder()
        func schema(_ columns: [Schema.Column], _ indexes: [Schema.IndexDescription] = []) -> Schema {
            Schema(
                entities: [Fixture.entity("Trip", 0, columns, indexes: indexes)], version: .init(1, 0, 0))
        }
        let title = Schema.Column(name: "title", type: .text, isOptional: true)
        let first = try Fixture.store(folder.file(), schema: schema([title]))
        let key = try Fixture.insert([[.text("e\u{301}")]], into: first)[0]
        try first.close()
        let name = Schema.Column(name: "name", type: .text, isOptional: true, originalName: "title")
        let extra = Schema.Column(name: "extra", type: .integer, isOptional: true)
        let index = Schema.IndexDescription(name: "name", columns: [0], isUnique: true)
        let second = try Fixture.store(folder.file(), schema: schema([name, extra], [index]))
        #expect(try Fixture.rows(second, keys: [key])[0] == [.text("\u{e9}"), .null])
        let condition = Query.Condition.compare(Fixture.column(0), .equal, .literal(.text("\u{e9}")))
        #expect(try second.fetchKeys(FetchRequest(entity: 0, condition: condition)) == [key])
        try second.close()
        let number = Schema.Column(name: "name", type: .integer, isOptional: true)
        #expect(code { _ = try Fixture.store(folder.file(), schema: schema([number])) } == .schemaMismatch)
        let needed = Schema.Column(name: "needed", type: .integer, isOptional: false)
        #expect(code { _ = try Fixture.store(folder.file(), schema: schema([name, needed])) } == .schemaMismatch)
        let again = try Fixture.store(folder.file(), schema: schema([name]))
        #expect(try again.count(FetchRequest(entity: 0)) == 1)
    }

    @Test func aNewStoreMayBeOpenedManyTimesAtOnce() throws {
        let folder = try Folder()
        let url = folder.file()
        let identifiers = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { index in
            do {
                let store = try Fixture.store(url)
                try Fixture.insert([Fixture.flight("c\(index)")], into: store)
                identifiers.withLock { $0.append(store.identifier) }
            } catch {
                Issue.record(error)
            }
        }
        #expect(identifiers.withLock { $0.count } == 8)
        #expect(Set(identifiers.withLock { $0 }).count == 1)
        #expect(try Fixture.store(url).count(FetchRequest(entity: 0)) == 8)
    }

    @Test func aFolderWithoutPermissionIsNamed() throws {
        guard getuid() != 0 else {
            print("Not checked: the superuser may write everywhere.")
            return
        }
        let folder = try Folder()
        try Fixture.store(folder.file()).close()
        chmod(folder.url.path, 0o555)
        defer { chmod(folder.url.path, 0o755) }
        #expect(code { _ = try Fixture.store(folder.file()) } == .noPermission)
        let reader = try Fixture.store(folder.file()) { $0.allowsSave = false }
        #expect(try reader.count(FetchRequest(entity: 0)) == 0)
    }

    @Test func badURLsAreRefused() throws {
        for url in ["sqlite:", "sqlite:relative", "sqlite://host/x", "sqlite:///", "sqlite:///a/", "sqlite:///%ZZ"] {
            #expect(code { _ = try StoreScheme.sqlite.configuration(url) } == .invalidConfiguration, "\(url)")
        }
        #expect(try StoreScheme.sqlite.configuration("sqlite:///tmp/a%20b.db").location == "/tmp/a b.db")
    }
}
#endif
