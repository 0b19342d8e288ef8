#if SQLite
import CSQLite
public import ChronicleSchema
public import ChronicleStore
public import Foundation

extension SQLiteStore: StoreExporting {
    /// The schema that a store describes itself with; see `ModelConfiguration.storedSchema()`.
    ///
    /// - Throws: ``StoreError``: `missingSchema`, and what opening for reading throws.
    public static func storedSchema(_ configuration: SQLiteConfiguration) throws -> Schema {
        var configuration = configuration
        configuration.allowsSave = false
        let store = try SQLiteStore(schema: Schema.empty, configuration: configuration)
        defer { try? store.close() }
        guard let stored = try store.withReader({ try Metadata.storedSchema(in: $0) }) else {
            throw StoredSchema.missing(at: configuration.path)
        }
        return try stored.schema(location: configuration.path)
    }

    /// Copies the store as it is now, also while it is written, into a new file; time is in the size of the store.
    ///
    /// The copy has the same identifier and lineage. An existing SQLite database at the place is replaced.
    ///
    /// - Throws: ``StoreError``; the place then holds what it held before, or an incomplete copy when the medium failed.
    public func export(to url: URL) throws {
        var target = SQLiteConfiguration(url: url)
        target.busyTimeout = configuration.busyTimeout
        let copy = try Connection(
            path: target.path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
            busyMilliseconds: target.busyMilliseconds, columns: 1)
        try withReader { source in
            guard let backup = sqlite3_backup_init(copy.handle, "main", source.handle, "main") else {
                throw copy.failure(sqlite3_extended_errcode(copy.handle))
            }
            let code = sqlite3_backup_step(backup, -1)
            let end = sqlite3_backup_finish(backup)
            guard code == SQLITE_DONE, end == SQLITE_OK else { throw copy.failure(code == SQLITE_DONE ? end : code) }
        }
    }

    /// Removes all files of a store that is not open anywhere. Where there is none, it does nothing.
    ///
    /// - Throws: ``StoreError`` `noPermission` or `inputOutput`; some of the files may be gone then.
    public static func destroy(at url: URL) throws {
        let path = SQLiteConfiguration(url: url).path
        for suffix in ["", "-wal", "-shm", "-journal", "-signal"] where unlink(path + suffix) != 0 && errno != ENOENT {
            let refused = errno == EACCES || errno == EPERM
            throw StoreError(
                refused ? .noPermission : .inputOutput,
                "\(path + suffix) could not be removed: \(String(cString: strerror(errno))).", location: path)
        }
    }
}
#endif
