#if LMDB
import CLMDB
import ChronicleLMDB
import ChronicleSchema
import ChronicleStore
import Foundation
import Testing

struct OpeningTests {
    private func open(_ url: URL, allowsSave: Bool = true) throws {
        try LMDBStore(at: url, schema: Fixture.schema(), allowsSave: allowsSave).close()
    }

    @Test func aMissingParentFolderIsSaid() throws {
        let folder = try Folder()
        #expect(code { try open(folder.url.appending(path: "no/store")) } == .missingFolder)
    }

    @Test func readingOnlyNeverMakesAStore() throws {
        let folder = try Folder()
        #expect(code { try open(folder.store, allowsSave: false) } == .missingStore)
        #expect(!FileManager.default.fileExists(atPath: folder.store.path))
        try FileManager.default.createDirectory(at: folder.store, withIntermediateDirectories: false)
        #expect(code { try open(folder.store, allowsSave: false) } == .missingStore)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.store.path) == [])
    }

    @Test func aFileIsNotAStore() throws {
        let folder = try Folder()
        try Data("text".utf8).write(to: folder.store)
        #expect(code { try open(folder.store) } == .notAStore)
    }

    @Test func aFolderWithOtherFilesIsNotAStore() throws {
        let folder = try Folder()
        try Data("text".utf8).write(to: folder.url.appending(path: "letter.txt"))
        #expect(code { try open(folder.url) } == .notAStore)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["letter.txt"])
    }

    @Test func randomBytesAreNotAStore() throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(at: folder.store, withIntermediateDirectories: false)
        try Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }).write(to: folder.data)
        #expect(code { try open(folder.store) } == .notAStore)
    }

    @Test func anotherProgramsDataIsNotAStore() throws {
        let folder = try Folder()
        try Self.write(folder.store, database: nil, key: "theirs", value: [1])
        #expect(code { try open(folder.store) } == .notAStore)
    }

    @Test func aNewerFormatIsRefused() throws {
        let folder = try Folder()
        try open(folder.store)
        try Self.write(folder.store, database: "chronicle", key: "format", value: [99, 0, 0, 0, 0, 0, 0, 0])
        #expect(code { try open(folder.store) } == .newerFormat)
    }

    @Test func anOlderFormatIsBroughtUpToDate() throws {
        let folder = try Folder()
        let store = try LMDBStore(at: folder.store, schema: Fixture.schema())
        try Fixture.insert(["a", "b", "c"].map { Fixture.trip($0, $0 == "c" ? "y" : "x") }, into: store)
        try store.close()
        // The older format had the entries of other than unique indexes in another form, and nothing that says so.
        let catalog = String(
            decoding: try Self.read(folder.store, database: "chronicle", key: "catalog"), as: UTF8.self)
        let older = catalog.replacing("\"isGrouped\":true,", with: "")
        #expect(older != catalog)
        try Self.write(folder.store, database: "chronicle", key: "catalog", value: Array(older.utf8))
        try Self.write(folder.store, database: "chronicle", key: "format", value: [1, 0, 0, 0, 0, 0, 0, 0])
        #expect(code { try open(folder.store, allowsSave: false) } == .schemaMismatch)
        let again = try LMDBStore(at: folder.store, schema: Fixture.schema())
        #expect(try Fixture.codes(again, Fixture.equal(1, "x")) == ["a", "b"])
        try again.close()
        #expect(try Self.read(folder.store, database: "chronicle", key: "format") == [2, 0, 0, 0, 0, 0, 0, 0])
    }

    @Test(arguments: [0.3, 0.5, 0.9]) func aTruncatedFileIsCorrupt(part: Double) throws {
        let folder = try Folder()
        let store = try LMDBStore(at: folder.store, schema: Fixture.schema())
        try Fixture.insert((0..<5_000).map { Fixture.trip("\($0)", "title \($0)") }, into: store)
        try store.close()
        let bytes = try Data(contentsOf: folder.data)
        try bytes.prefix(Int(Double(bytes.count) * part)).write(to: folder.data)
        #expect(code { try open(folder.store) } == .corrupt)
        #expect(code { try open(folder.store, allowsSave: false) } == .corrupt)
    }

    /// The engine gives pages that a transaction takes and gives back a number, and never writes them.
    @Test(arguments: [true, false]) func aFileThatEndsBeforeItsFreePagesIsSound(allowsSave: Bool) throws {
        let folder = try Folder()
        try Self.makeStoreThatEndsEarly(folder)
        var store = try LMDBStore(at: folder.store, schema: Fixture.schema(), allowsSave: allowsSave)
        #expect(try Fixture.codes(store).count == 300)
        if allowsSave {
            try Fixture.insert([Fixture.trip("new", String(repeating: "n", count: 300_000))], into: store)
            try store.close()
            store = try LMDBStore(at: folder.store, schema: Fixture.schema())
            #expect(try Fixture.codes(store).count == 301)
        }
        try store.close()
    }

    @Test func aFileThatEndsBeforeItsFreePagesAndLacksAUsedOneIsCorrupt() throws {
        let folder = try Folder()
        try Self.makeStoreThatEndsEarly(folder)
        let whole = try Data(contentsOf: folder.data)
        for pages in [1, 2, 5] {
            try whole.dropLast(pages * 4096).write(to: folder.data)
            #expect(code { try open(folder.store) } == .corrupt)
            #expect(try Data(contentsOf: folder.data).count == whole.count - pages * 4096)
        }
    }

    private static func makeStoreThatEndsEarly(_ folder: Folder) throws {
        let store = try LMDBStore(at: folder.store, schema: Fixture.schema())
        try Fixture.insert((0..<300).map { Fixture.trip("\($0)", String(repeating: "t", count: 400)) }, into: store)
        try store.close()
        var environment: OpaquePointer?
        var transaction: OpaquePointer?
        var database: MDB_dbi = 0
        #expect(mdb_env_create(&environment) == 0)
        defer { mdb_env_close(environment) }
        mdb_env_set_maxdbs(environment, 8)
        mdb_env_set_mapsize(environment, 1 << 30)
        #expect(mdb_env_open(environment, folder.store.path, 0, 0o644) == 0)
        #expect(mdb_txn_begin(environment, nil, 0, &transaction) == 0)
        #expect(mdb_dbi_open(transaction, "chronicle", 0, &database) == 0)
        var bytes: [UInt8] = Array("passing".utf8)
        bytes.withUnsafeMutableBytes { bytes in
            var key = MDB_val(mv_size: bytes.count, mv_data: bytes.baseAddress)
            // Pages that a later transaction does not get back are at the end of the file.
            for _ in 0..<3 {
                var value = MDB_val(mv_size: 400_000, mv_data: nil)
                #expect(mdb_put(transaction, database, &key, &value, UInt32(MDB_RESERVE)) == 0)
                #expect(mdb_del(transaction, database, &key, nil) == 0)
            }
        }
        #expect(mdb_txn_commit(transaction) == 0)
        var info = MDB_envinfo()
        mdb_env_info(environment, &info)
        let length = try Data(contentsOf: folder.data).count
        #expect(length < (info.me_last_pgno + 1) * 4096)
    }

    @Test func aStoreOpenedForReadingRefusesSaves() throws {
        let folder = try Folder()
        try open(folder.store)
        let store = try LMDBStore(at: folder.store, schema: Fixture.schema(), allowsSave: false)
        #expect(code { _ = try store.allocateKeys(1) } == .readOnly)
        #expect(code { _ = try store.save(Fixture.request()) } == .readOnly)
        try store.close()
        #expect(code { _ = try store.count(FetchRequest(entity: 0)) } == .closed)
    }

    @Test(arguments: ["lmdb:relative", "lmdb://host/path", "lmdb:///", "lmdb:///a?b", "lmdb:///%zz"])
    func badURLsAreRefused(text: String) {
        #expect(code { _ = try StoreScheme.lmdb.configuration(text) } == .invalidConfiguration)
    }

    @Test func aURLNamesAFolder() throws {
        #expect(try StoreScheme.lmdb.configuration("lmdb:///var/lib/my%20app").location == "/var/lib/my app")
        #expect(try StoreScheme.lmdb.configuration("///var/lib/app").location == "/var/lib/app")
    }

    /// Writes one entry past the store.
    private static func write(_ url: URL, database name: String?, key: String, value: [UInt8]) throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        var value = value
        try withEntry(url, database: name, key: key) { transaction, database, key in
            value.withUnsafeMutableBytes { value in
                var data = MDB_val(mv_size: value.count, mv_data: value.baseAddress)
                #expect(mdb_put(transaction, database, &key, &data, 0) == 0)
            }
        }
    }

    /// Reads one entry past the store.
    private static func read(_ url: URL, database name: String?, key: String) throws -> [UInt8] {
        var result: [UInt8] = []
        try withEntry(url, database: name, key: key) { transaction, database, key in
            var data = MDB_val()
            #expect(mdb_get(transaction, database, &key, &data) == 0)
            result = Array(UnsafeRawBufferPointer(start: data.mv_data, count: data.mv_size))
        }
        return result
    }

    private static func withEntry(
        _ url: URL, database name: String?, key: String, _ body: (OpaquePointer?, MDB_dbi, inout MDB_val) -> Void
    ) throws {
        var environment: OpaquePointer?
        #expect(mdb_env_create(&environment) == 0)
        defer { mdb_env_close(environment) }
        mdb_env_set_maxdbs(environment, 100)
        try #require(mdb_env_open(environment, url.path, 0, 0o644) == 0)
        var transaction: OpaquePointer?
        try #require(mdb_txn_begin(environment, nil, 0, &transaction) == 0)
        var database: MDB_dbi = 0
        try #require(mdb_dbi_open(transaction, name, 0, &database) == 0)
        var key = Array(key.utf8)
        key.withUnsafeMutableBytes { key in
            var keyValue = MDB_val(mv_size: key.count, mv_data: key.baseAddress)
            body(transaction, database, &keyValue)
        }
        try #require(mdb_txn_commit(transaction) == 0)
    }
}
#endif
