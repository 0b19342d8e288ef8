#if SQLite
import CSQLite
import ChronicleSQLite
import ChronicleSchema
import ChronicleStore
import Foundation
import Testing

@Suite struct StoredSchemaTests {
    @Test func aFileOfAnOlderVersionSaysWhatToDo() throws {
        let folder = try Folder()
        func run(_ sql: String) {
            var handle: OpaquePointer?
            #expect(sqlite3_open(folder.file().path, &handle) == SQLITE_OK)
            defer { sqlite3_close(handle) }
            #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
        }
        let configuration = ModelConfiguration.sqlite(at: folder.file())
        try Fixture.store(folder.file()).close()
        run("DELETE FROM chronicle_metadata WHERE key = 'schema'")
        #expect { try configuration.openStore() } throws: { error in
            let error = error as? StoreError
            return error?.code == .missingSchema && error?.message.contains("open it once") == true
        }
        // The application's opening mends it.
        try Fixture.store(folder.file()).close()
        #expect(try configuration.storedSchema().isSame(as: Fixture.schema()))
        run("UPDATE chronicle_metadata SET value = '{' WHERE key = 'schema'")
        #expect(code { _ = try configuration.openStore() } == .corrupt)
        try Fixture.store(folder.file()).close()
        #expect(try configuration.storedSchema().isSame(as: Fixture.schema()))
        // A newer version's description is left alone.
        run("UPDATE chronicle_metadata SET value = '{\"format\":99}' WHERE key = 'schema'")
        try Fixture.store(folder.file()).close()
        #expect(code { _ = try configuration.openStore() } == .newerFormat)
    }
}
#endif
