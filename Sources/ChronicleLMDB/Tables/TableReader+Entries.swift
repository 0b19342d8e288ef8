#if LMDB
import CLMDB
import ChronicleSchema
import ChronicleStore
import Foundation

/// Walking along the entries of an index.
extension TableReader {
    /// Visits the entries of a run of an index until the visitor returns false.
    @inline(__always)
    func entries(
        _ index: IndexTable, of table: EntityTable, _ range: QueryPlan.KeyRange, _ visit: (Int64) throws -> Bool
    ) throws {
        try entryBlocks(index, of: table, range) { _, block in
            try Self.each(block, in: range.rows, visit)
        }
    }

    /// Visits the rows' keys of a block until the visitor returns false, which is returned on.
    @inline(__always)
    static func each(
        _ block: UnsafeRawBufferPointer, in rows: ClosedRange<Int64>, _ visit: (Int64) throws -> Bool
    ) rethrows -> Bool {
        var offset = 0
        while offset < block.count {
            let bits = UInt64(bigEndian: block.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let key = Int64(bitPattern: bits ^ (1 << 63))
            offset &+= 8
            if key < rows.lowerBound { continue }
            if key > rows.upperBound { return false }
            if try !visit(key) { return false }
        }
        return true
    }

    /// The same with the keys of the rows as they lie side by side in the map, eight bytes each, and their entry's key.
    ///
    /// Of a run that is bounded by rows, a block may begin before the first and end behind the last.
    @inline(__always)
    func entryBlocks(
        _ index: IndexTable, of table: EntityTable, _ range: QueryPlan.KeyRange,
        _ visit: (MDB_val, UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        try withCursor(index.database) { cursor in
            var key = MDB_val()
            var block = MDB_val()
            // The engine knows no empty keys.
            var code =
                range.lower.isEmpty
                ? mdb_cursor_get(cursor, &key, &block, MDB_FIRST)
                : range.lower.withUnsafeBytes { bytes in
                    key = MDB_val(bytes)
                    return mdb_cursor_get(cursor, &key, &block, MDB_SET_RANGE)
                }
            if code == MDB_SUCCESS, !index.isUnique, range.rows.lowerBound > .min {
                if let upper = range.upper, !key.bytes.isBelow(upper) { return }
                code = withOrderedBytes(of: range.rows.lowerBound) { first in
                    block = first
                    return mdb_cursor_get(cursor, &key, &block, MDB_GET_BOTH_RANGE)
                }
            }
            while code == MDB_SUCCESS {
                if let upper = range.upper, !key.bytes.isBelow(upper) { return }
                if try !blocks(index, of: table, cursor, key, &block, visit) { return }
                code = mdb_cursor_get(cursor, &key, &block, MDB_NEXT_NODUP)
            }
            if code != MDB_NOTFOUND { throw StoreError.engine(code, "Reading an index", at: path) }
        }
    }

    /// Visits the blocks of a run from the last entry's key to the first.
    func reversedEntryBlocks(
        _ index: IndexTable, of table: EntityTable, _ range: QueryPlan.KeyRange,
        _ visit: (MDB_val, UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        try withCursor(index.database) { cursor in
            var key = MDB_val()
            var block = MDB_val()
            var code = MDB_NOTFOUND
            if let upper = range.upper {
                code = upper.withUnsafeBytes { bytes in
                    key = MDB_val(bytes)
                    return mdb_cursor_get(cursor, &key, &block, MDB_SET_RANGE)
                }
                if code == MDB_SUCCESS {
                    code = mdb_cursor_get(cursor, &key, &block, MDB_PREV_NODUP)
                    if code == MDB_NOTFOUND { return }
                }
            }
            if code == MDB_NOTFOUND { code = mdb_cursor_get(cursor, &key, &block, MDB_LAST) }
            while code == MDB_SUCCESS {
                if key.bytes.isBelow(range.lower) { return }
                if !index.isUnique {
                    // Stepping backwards to an entry with one row leaves the rows of the entry before in the cursor, which only
                    // a search forgets.
                    var same = key
                    try check(mdb_cursor_get(cursor, &same, &block, MDB_SET), "Reading an index", at: path)
                }
                if try !blocks(index, of: table, cursor, key, &block, visit) { return }
                code = mdb_cursor_get(cursor, &key, &block, MDB_PREV_NODUP)
            }
            if code != MDB_NOTFOUND { throw StoreError.engine(code, "Reading an index", at: path) }
        }
    }

    /// Visits the blocks of the entry that the cursor is on.
    @inline(__always)
    private func blocks(
        _ index: IndexTable, of table: EntityTable, _ cursor: OpaquePointer, _ entry: MDB_val, _ block: inout MDB_val,
        _ visit: (MDB_val, UnsafeRawBufferPointer) throws -> Bool
    ) throws -> Bool {
        var key = entry
        var code = MDB_SUCCESS
        if !index.isUnique { code = mdb_cursor_get(cursor, &key, &block, MDB_GET_MULTIPLE) }
        while code == MDB_SUCCESS {
            guard block.mv_size > 0, block.mv_size % 8 == 0 else { throw damaged(table) }
            if try !visit(entry, block.bytes) { return false }
            if index.isUnique { return true }
            code = mdb_cursor_get(cursor, &key, &block, MDB_NEXT_MULTIPLE)
        }
        if code != MDB_NOTFOUND { throw StoreError.engine(code, "Reading an index", at: path) }
        return true
    }

    /// The number of entries of a run, if it is one of a single entry's key.
    func entryCount(_ index: IndexTable, _ range: QueryPlan.KeyRange) throws -> Int? {
        if index.isUnique || range.lower.isEmpty { return nil }
        return try withCursor(index.database) { cursor in
            var key = MDB_val()
            var block = MDB_val()
            var code = range.lower.withUnsafeBytes { bytes in
                key = MDB_val(bytes)
                return mdb_cursor_get(cursor, &key, &block, MDB_SET)
            }
            if code == MDB_NOTFOUND { return nil }
            var count = 0
            if code == MDB_SUCCESS { code = mdb_cursor_count(cursor, &count) }
            try check(code, "Counting entries", at: path)
            return count
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the bytes come before others, compared byte by byte.
    @inline(__always)
    func isBelow(_ other: [UInt8]) -> Bool {
        other.withUnsafeBytes { other in
            guard let a = baseAddress, let b = other.baseAddress else { return count < other.count }
            let order = memcmp(a, b, Swift.min(count, other.count))
            return order == 0 ? count < other.count : order < 0
        }
    }
}
#endif
