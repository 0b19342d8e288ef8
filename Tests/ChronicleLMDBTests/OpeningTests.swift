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
        var environment: OpaquePointer?
        #expect(mdb_env_create(&environment) == 0)
        defer { mdb_env_close(environment) }
        mdb_env_set_maxdbs(environment, 100)
        try #require(mdb_env_open(environment, url.path, 0, 0o644) == 0)
        var transaction: OpaquePointer?
        try #require(mdb_txn_begin(environment, nil, 0, &transaction) == 0)
        var database: MDB_dbi = 0
        try #require(mdb_dbi_open(transaction, name, 0, &database) == 0)
        var (key, value) = (Array(key.utf8), value)
        key.withUnsafeMutableBytes { key in
            value.withUnsafeMutableBytes { value in
                var keyValue = MDB_val(mv_size: key.count, mv_data: key.baseAddress)
                var data = MDB_val(mv_size: value.count, mv_data: value.baseAddress)
                #expect(mdb_put(transaction, database, &keyValue, &data, 0) == 0)
            }
        }
        try #require(mdb_txn_commit(transaction) == 0)
    }
}
#endif
