#if LMDB
import CLMDB
import ChronicleStore
import Foundation

/// An error of the engine itself, as ``StoreError/underlying`` carries it.
public struct LMDBError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The result code: one of LMDB's own (negative) or the system's `errno`.
    public let code: Int32

    /// The code and the engine's text for it.
    public var description: String { "LMDB \(code): \(String(cString: mdb_strerror(code)))" }
}

extension StoreError {
    /// What a result code of the engine means to a user of the store.
    ///
    /// - Parameter doing: What failed, as the start of a sentence ("Reading rows").
    static func engine(_ code: Int32, _ doing: String, at path: String) -> StoreError {
        let (kind, advice) = meaning(of: code)
        return StoreError(
            kind, "\(doing) failed at \(path) (\(String(cString: mdb_strerror(code)))): \(advice)", location: path,
            underlying: LMDBError(code: code))
    }

    private static func meaning(of code: Int32) -> (Code, String) {
        switch code {
        case MDB_INVALID, MDB_VERSION_MISMATCH: (.notAStore, "open a folder that an LMDB store made, or an empty one.")
        case MDB_PAGE_NOTFOUND, MDB_CORRUPTED, MDB_NOTFOUND, MDB_BAD_DBI, MDB_INCOMPATIBLE:
            (.corrupt, "restore the store from a copy.")
        case MDB_MAP_FULL, MDB_MAP_RESIZED: (.limitExceeded, "the map of the store could not grow; free address space.")
        case MDB_DBS_FULL: (.limitExceeded, "close the store and open it again, as its schema grew while it was open.")
        case MDB_READERS_FULL: (.limitExceeded, "too many readers at once; close some of them.")
        case MDB_TXN_FULL: (.limitExceeded, "save in smaller steps.")
        case MDB_BAD_VALSIZE: (.limitExceeded, "a value is larger than the engine can keep.")
        case ENOSPC, EDQUOT, EFBIG: (.diskFull, "make room and try again.")
        case EACCES, EPERM, EROFS: (.noPermission, "change the owner or the mode of the folder and its files.")
        case ENOENT: (.missingStore, "check the path.")
        case ENOTDIR: (.missingFolder, "check the path.")
        case EAGAIN, EBUSY, EINTR: (.locked, "try again.")
        default: (.inputOutput, "check the disk and the memory of the machine.")
        }
    }
}

/// Throws unless a call of the engine succeeded.
@inline(__always)
func check(_ code: Int32, _ doing: @autoclosure () -> String, at path: @autoclosure () -> String) throws {
    if code != MDB_SUCCESS { throw StoreError.engine(code, doing(), at: path()) }
}
#endif
