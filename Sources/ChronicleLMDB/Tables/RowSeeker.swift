#if LMDB
import CLMDB
import ChronicleStore
import Foundation

/// Finds rows one after another with one cursor.
struct RowSeeker {
    private let cursor: OpaquePointer
    private let path: String
    private var at = Int64.max

    /// The next rows are in memory already, so that a few steps cost less than a search.
    private static let reach: UInt64 = 8

    init(_ cursor: OpaquePointer, path: String) {
        self.cursor = cursor
        self.path = path
    }

    /// The bytes of a row; nil when there is none.
    @inline(__always)
    mutating func record(_ key: Int64) throws -> UnsafeRawBufferPointer? {
        var value = MDB_val()
        if at < key, UInt64(bitPattern: key &- at) <= Self.reach {
            var found = MDB_val()
            repeat {
                let code = mdb_cursor_get(cursor, &found, &value, MDB_NEXT)
                guard code == MDB_SUCCESS, let number = found.orderedNumber else {
                    at = .max
                    if code == MDB_NOTFOUND { return nil }
                    throw StoreError.engine(code == MDB_SUCCESS ? MDB_CORRUPTED : code, "Reading rows", at: path)
                }
                at = number
                value.prefetchNextRows()
            } while at < key
            return at == key ? value.bytes : nil
        }
        let code = withOrderedBytes(of: key) { mdb_cursor_get(cursor, &$0, &value, MDB_SET) }
        if code == MDB_SUCCESS {
            at = key
            return value.bytes
        }
        at = .max
        if code == MDB_NOTFOUND { return nil }
        throw StoreError.engine(code, "Reading rows", at: path)
    }
}
#endif
