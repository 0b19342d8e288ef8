#if SQLite
import CSQLite
import ChronicleSchema
import ChronicleStore
import Foundation

/// Opens the file of a store and makes its tables fit, with a typed error for each way that this fails.
struct StoreOpening {
    let configuration: SQLiteConfiguration
    let schema: Schema
    let layouts: [TableLayout]
    /// Whether the file is read as one that nobody changes, as where it lies SQLite may not make what it reads it with else.
    var isImmutable = false

    var path: String { configuration.path }

    init(configuration: SQLiteConfiguration, schema: Schema, layouts: [TableLayout]) {
        self.configuration = configuration
        self.schema = schema
        self.layouts = layouts
    }

    /// The first connection, which writes unless the store is read-only.
    mutating func open() throws -> (Connection, Metadata) {
        try checkPlace()
        guard configuration.allowsSave else { return try openForReading() }
        let connection = try connect(isReader: false)
        if try prove(connection) { try create(connection) }
        try useWriteAheadLog(connection)
        try connection.execute("PRAGMA synchronous = \(configuration.synchronous.rawValue)")
        let metadata = try Metadata.read(from: connection)
        let installer = TableInstaller(connection: connection, layouts: layouts)
        if try !installer.isComplete() {
            try connection.transaction(.beginImmediate) { try installer.install() }
        }
        if try Metadata.mustDescribe(schema, in: connection) {
            try connection.transaction(.beginImmediate) { try Metadata.describe(schema, in: connection) }
        }
        return (connection, metadata)
    }

    /// A further connection.
    func connect(isReader: Bool) throws -> Connection {
        var flags = configuration.allowsSave ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
        if isImmutable { flags |= SQLITE_OPEN_URI }
        let connection = try Connection(
            path: path, name: isImmutable ? immutableName : nil, flags: flags,
            busyMilliseconds: configuration.busyMilliseconds, columns: layouts.map(\.types.count).max() ?? 0)
        if isReader { try connection.execute("PRAGMA query_only = 1") }
        // SQLite's own two megabytes hold the upper pages of a small store at best; the memory is taken as it is needed.
        try connection.execute("PRAGMA cache_size = -16384")
        return connection
    }

    /// Whether the database is empty, which is no store yet; throws when it is something else than a store.
    func prove(_ connection: Connection) throws -> Bool {
        if try connection.integer("PRAGMA application_id") == Metadata.applicationID { return false }
        guard try connection.integer("SELECT count(*) FROM sqlite_schema") == 0,
            try connection.integer("PRAGMA application_id") == 0, try connection.integer("PRAGMA user_version") == 0
        else {
            // Another process may have made it meanwhile.
            if try connection.integer("PRAGMA application_id") == Metadata.applicationID { return false }
            throw error(.notAStore, "is a SQLite database of another program")
        }
        return true
    }

    private func create(_ connection: Connection) throws {
        try useWriteAheadLog(connection)
        try connection.transaction(.beginImmediate) {
            // Another process may have made it while this one waited.
            guard try prove(connection) else { return }
            try Metadata.create(in: connection)
            try TableInstaller(connection: connection, layouts: layouts).install()
            try Metadata.describe(schema, in: connection)
        }
    }

    /// Changes the database to a write-ahead log, which needs it alone.
    ///
    /// SQLite fails at once, without its busy timeout, where two ask for that together, as each waits for the other's reading
    /// lock. Who failed has let go of its own, so that it is tried again.
    private func useWriteAheadLog(_ connection: Connection) throws {
        let deadline = ContinuousClock.now + .milliseconds(Int(configuration.busyMilliseconds))
        while true {
            do {
                return try connection.execute("PRAGMA journal_mode = WAL")
            } catch let error as StoreError where error.code == .locked && ContinuousClock.now < deadline {
                usleep(1_000)
            }
        }
    }

    private func checkPlace() throws {
        guard configuration.url.isFileURL, !path.isEmpty, !path.utf8.contains(0) else {
            throw StoreError(
                .invalidConfiguration, "\(configuration.url) is no file URL: name a file.",
                location: configuration.url.absoluteString)
        }
        var status = stat()
        if stat(folder, &status) != 0 {
            if errno == EACCES { throw error(.noPermission, "lies in a folder that may not be entered") }
            throw error(.missingFolder, "lies in a folder that does not exist; make it first")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw error(.missingFolder, "does not lie in a folder") }
        let exists = stat(path, &status) == 0
        if !exists, errno == EACCES { throw error(.noPermission, "lies in a folder that may not be entered") }
        if exists, status.st_mode & S_IFMT != S_IFREG { throw error(.notAStore, "is no file") }
        if !exists, !configuration.allowsSave { throw error(.missingStore, "does not exist and may not be made") }
        if exists, !isAllowed(R_OK, path) { throw error(.noPermission, "may not be read") }
        guard configuration.allowsSave else { return }
        if exists, !isAllowed(W_OK, path) { throw error(.noPermission, "may not be written") }
        if !isAllowed(W_OK | X_OK, folder) { throw error(.noPermission, "lies in a folder that may not be written") }
    }

    /// The folder that the file lies in.
    var folder: String {
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }

    /// Whether the user as whom the process acts now has a right to a file.
    func isAllowed(_ right: Int32, _ path: String) -> Bool { faccessat(AT_FDCWD, path, right, AT_EACCESS) == 0 }

    func error(_ code: StoreError.Code, _ what: String, underlying: (any Error)? = nil) -> StoreError {
        StoreError(code, "\(path) \(what).", location: path, underlying: underlying)
    }
}
#endif
