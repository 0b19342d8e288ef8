#if SQLite
import CSQLite
import ChronicleStore
import Foundation

/// Opening for reading only, also where reading takes more than that at first.
extension StoreOpening {
    /// The first connection of a store that is opened for reading only.
    mutating func openForReading() throws -> (Connection, Metadata) {
        let (connection, isEmpty) = try firstReader()
        // Whoever makes the store has made the file but not committed the tables yet, or never came to it.
        if isEmpty {
            throw error(.missingStore, "holds no store yet, and none may be made: open it for writing to make one")
        }
        let metadata = try Metadata.read(from: connection)
        guard try TableInstaller(connection: connection, layouts: layouts).isComplete() else {
            throw error(.schemaMismatch, "lacks tables or columns of the schema; open it once for writing")
        }
        return (connection, metadata)
    }

    /// A connection that reads, and whether the database is empty.
    private mutating func firstReader() throws -> (Connection, Bool) {
        do { return try read() } catch let failure as StoreError where failure.code == .noPermission {
            // A change was cut off and must be undone or taken over first, which takes writing. Others may be at it, too,
            // or done with it, so that the files beside the database say nothing to those who may write.
            if isAllowed(W_OK, path), isAllowed(W_OK | X_OK, folder) {
                try recover()
                return try read()
            }
            guard size(of: path + "-journal") == 0, size(of: path + "-wal") == 0 else {
                throw error(
                    .noPermission,
                    "has changes beside it that only a user who may write the file and its folder can take over: "
                        + "open it once for writing as one who may, and close it",
                    underlying: failure)
            }
            // With these there can be a writer, whose changes must not be missed.
            for file in [path + "-wal", path + "-shm"] where isAllowed(F_OK, file) && !isAllowed(R_OK, file) {
                throw error(
                    .noPermission, "is in use, and \(file) may not be read: let this user read it, or close the store",
                    underlying: failure)
            }
            // Without changes beside it the file is all there is, and can be read where nothing may be written.
            isImmutable = true
            return try read()
        }
    }

    private func read() throws -> (Connection, Bool) {
        let connection = try connect(isReader: true)
        return (connection, try prove(connection))
    }

    /// Lets SQLite bring the database to its last commit, as every opening for writing does.
    private func recover() throws {
        let connection = try Connection(
            path: path, flags: SQLITE_OPEN_READWRITE, busyMilliseconds: configuration.busyMilliseconds, columns: 1)
        _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
    }

    /// The name by which SQLite reads the file as one that nobody changes, without locks and without files beside it.
    var immutableName: String {
        let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "?#%;"))
        let name = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path
        return "file:\(name.hasPrefix("/") ? "//" : "")\(name)?immutable=1"
    }

    /// The bytes of a file; none when it does not exist.
    private func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
#endif
