#if SQLite
import CSQLite
import ChronicleStore

/// SQLite's own account of a failure; the `underlying` error of a `StoreError`.
public struct SQLiteFailure: Error, Sendable, CustomStringConvertible {
    /// The extended result code.
    public let code: Int32
    /// SQLite's message.
    public let message: String

    /// Code and message.
    public var description: String { "SQLite error \(code): \(message)" }

    /// The primary result code.
    var primary: Int32 { code & 0xff }
}

extension SQLiteFailure {
    /// The store's error for a result code, the one place where codes are mapped.
    func storeError(location: String, entity: String? = nil) -> StoreError {
        let (code, advice) = meaning
        return StoreError(
            code, "\(location): \(message); \(advice)", entity: entity, location: location, underlying: self)
    }

    private var meaning: (StoreError.Code, String) {
        switch primary {
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL:
            (.locked, "another connection holds the store: try again.")
        case SQLITE_CORRUPT: (.corrupt, "the file is damaged: restore it from a copy.")
        case SQLITE_NOTADB: (.notAStore, "the file is no SQLite database.")
        case SQLITE_FULL: (.diskFull, "make room on the disk and try again.")
        case SQLITE_READONLY: (.noPermission, "the file or its folder may not be written.")
        case SQLITE_PERM, SQLITE_AUTH: (.noPermission, "access was refused.")
        case SQLITE_CANTOPEN: (.noPermission, "the file or its folder cannot be opened.")
        case SQLITE_IOERR where code == SQLITE_IOERR | (2 << 8):
            (.corrupt, "the file is shorter than it says: restore it from a copy.")
        case SQLITE_TOOBIG: (.limitExceeded, "a value is longer than SQLite keeps (about 10^9 bytes).")
        case SQLITE_NOMEM: (.limitExceeded, "memory ran out.")
        case SQLITE_CONSTRAINT: (.uniqueViolation, "a constraint was broken.")
        case SQLITE_ERROR, SQLITE_RANGE, SQLITE_SCHEMA, SQLITE_MISMATCH:
            (.corrupt, "the tables are not as they were when the store was opened.")
        default: (.inputOutput, "the medium could not be read or written.")
        }
    }
}
#endif
