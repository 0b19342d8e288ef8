#if LMDB
import CLMDB
import ChronicleHistory
import ChronicleStore
import Foundation

/// The history of a store inside one transaction: one record a sequence.
struct HistoryTable {
    let transaction: OpaquePointer
    let tables: Tables
    let path: String

    private var meta: Meta { Meta(transaction: transaction, database: tables.meta, path: path) }

    /// The last sequence that was deleted; zero before the first deletion.
    func purged() throws -> Int64 { try meta.number(.purged) ?? 0 }

    /// The last sequence that was given; zero before the first.
    func newest() throws -> Int64 {
        try withCursor { cursor in
            var key = MDB_val()
            var value = MDB_val()
            let code = mdb_cursor_get(cursor, &key, &value, MDB_LAST)
            if code == MDB_NOTFOUND { return try purged() }
            try check(code, "Reading history", at: path)
            guard let sequence = key.orderedNumber else { throw damaged }
            return sequence
        }
    }

    /// Visits the records after a sequence, oldest first, until the visitor returns false.
    func visit(after start: Int64, _ visit: (Int64, UnsafeRawBufferPointer) throws -> Bool) throws {
        try withCursor { cursor in
            var value = MDB_val()
            var found = MDB_val()
            var code = withOrderedBytes(of: start == .max ? start : start + 1) { key in
                let code = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE)
                found = key
                return code
            }
            while code == MDB_SUCCESS {
                guard let sequence = found.orderedNumber else { throw damaged }
                if sequence > start, try !visit(sequence, value.bytes) { return }
                code = mdb_cursor_get(cursor, &found, &value, MDB_NEXT)
            }
            if code != MDB_NOTFOUND { throw StoreError.engine(code, "Reading history", at: path) }
        }
    }

    /// Deletes the record of a sequence.
    func delete(_ sequence: Int64) throws {
        try withOrderedBytes(of: sequence) { key in
            try check(mdb_del(transaction, tables.history, &key, nil), "Deleting history", at: path)
        }
    }

    /// Remembers up to where history was deleted.
    func setPurged(_ sequence: Int64) throws { try meta.set(.purged, sequence) }

    var damaged: StoreError {
        StoreError(.corrupt, "The history at \(path) is damaged: restore the store from a copy.", location: path)
    }

    private func withCursor<Result>(_ body: (OpaquePointer) throws -> Result) throws -> Result {
        var opened: OpaquePointer?
        let code = mdb_cursor_open(transaction, tables.history, &opened)
        guard code == MDB_SUCCESS, let cursor = opened else {
            throw StoreError.engine(code, "Reading history", at: path)
        }
        defer { mdb_cursor_close(cursor) }
        return try body(cursor)
    }
}
#endif
