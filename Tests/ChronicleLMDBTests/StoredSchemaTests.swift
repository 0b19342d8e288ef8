#if LMDB
import CLMDB
import ChronicleLMDB
import ChronicleSchema
import ChronicleStore
import Foundation
import Testing

@Suite struct StoredSchemaTests {
    /// Puts a text in the place of the schema's description, or removes it, as another version could have left it.
    private func replace(_ text: String?, in folder: Folder) throws {
        var environment: OpaquePointer?
        try #require(mdb_env_create(&environment) == MDB_SUCCESS)
        defer { mdb_env_close(environment) }
        mdb_env_set_maxdbs(environment, 8)
        try #require(mdb_env_open(environment, folder.store.path, 0, 0o644) == MDB_SUCCESS)
        var transaction: OpaquePointer?
        try #require(mdb_txn_begin(environment, nil, 0, &transaction) == MDB_SUCCESS)
        var database: MDB_dbi = 0
        try #require(mdb_dbi_open(transaction, "chronicle", 0, &database) == MDB_SUCCESS)
        var name = Array("schema".utf8)
        var bytes = Array((text ?? "").utf8)
        name.withUnsafeMutableBytes { name in
            bytes.withUnsafeMutableBytes { bytes in
                var key = MDB_val(mv_size: name.count, mv_data: name.baseAddress)
                var data = MDB_val(mv_size: bytes.count, mv_data: bytes.baseAddress)
                let code =
                    text == nil
                    ? mdb_del(transaction, database, &key, nil) : mdb_put(transaction, database, &key, &data, 0)
                #expect(code == MDB_SUCCESS)
            }
        }
        #expect(mdb_txn_commit(transaction) == MDB_SUCCESS)
    }

    @Test func aFileOfAnOlderVersionSaysWhatToDo() throws {
        let folder = try Folder()
        let configuration = ModelConfiguration.lmdb(at: folder.store)
        func open() throws { try LMDBStore(at: folder.store, schema: Fixture.schema()).close() }
        try open()
        try replace(nil, in: folder)
        #expect { try configuration.openStore() } throws: { error in
            let error = error as? StoreError
            return error?.code == .missingSchema && error?.message.contains("open it once") == true
        }
        // The application's opening mends it.
        try open()
        #expect(try configuration.storedSchema().isSame(as: Fixture.schema()))
        try replace("{", in: folder)
        #expect(code { _ = try configuration.openStore() } == .corrupt)
        try open()
        #expect(try configuration.storedSchema().isSame(as: Fixture.schema()))
        // A newer version's description is left alone.
        try replace("{\"format\":99}", in: folder)
        try open()
        #expect(code { _ = try configuration.openStore() } == .newerFormat)
    }
}
#endif
