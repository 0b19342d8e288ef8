#if LMDB
import CLMDB
import ChronicleSchema
import ChronicleStore
import Foundation

/// Reads rows in place from the map, inside one transaction.
final class TableReader: RowResolver {
    let transaction: OpaquePointer
    let tables: Tables
    let path: String
    let stack: CellStack

    init(transaction: OpaquePointer, tables: Tables, path: String, stack: CellStack) {
        self.transaction = transaction
        self.tables = tables
        self.path = path
        self.stack = stack
    }

    /// The bytes of a row; nil when there is none.
    @inline(__always)
    func record(_ table: EntityTable, _ key: Int64) throws -> UnsafeRawBufferPointer? {
        try withOrderedBytes(of: key) { keyValue in
            var value = MDB_val()
            let code = mdb_get(transaction, table.database, &keyValue, &value)
            if code == MDB_NOTFOUND { return nil }
            try check(code, "Reading rows", at: path)
            return value.bytes
        }
    }

    func withRow<R>(entity: Int, key: Int64, _ body: (UnsafePointer<RowCell>?) throws -> R) throws -> R {
        let table = try tables.table(entity)
        guard let bytes = try record(table, key) else { return try body(nil) }
        return try stack.lend(table.layout.columnCount) { cells in
            try table.layout.fill(cells, from: bytes)
            return try body(cells)
        }
    }

    func withCursor<R>(_ database: MDB_dbi, _ body: (OpaquePointer) throws -> R) throws -> R {
        var opened: OpaquePointer?
        let code = mdb_cursor_open(transaction, database, &opened)
        guard code == MDB_SUCCESS, let cursor = opened else { throw StoreError.engine(code, "Reading", at: path) }
        defer { mdb_cursor_close(cursor) }
        return try body(cursor)
    }

    /// Visits every row in ascending order of the keys until the visitor returns false.
    func scan(
        _ table: EntityTable, only columns: [Int]? = nil, where filter: PackedFilter? = nil,
        _ visit: QueryEvaluator.Visit
    ) throws {
        try withCursor(table.database) { cursor in
            try stack.lend(table.layout.columnCount) { cells in
                var key = MDB_val()
                var value = MDB_val()
                var code = mdb_cursor_get(cursor, &key, &value, MDB_FIRST)
                while code == MDB_SUCCESS {
                    if try filter?.holds(value.bytes) ?? true {
                        guard let number = key.orderedNumber else { throw damaged(table) }
                        try table.layout.fill(cells, from: value.bytes, only: columns)
                        if try !visit(number, cells) { return }
                    }
                    code = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)
                }
                if code != MDB_NOTFOUND { throw StoreError.engine(code, "Reading rows", at: path) }
            }
        }
    }

    /// The number of rows that pass a filter.
    func count(_ table: EntityTable, where filter: PackedFilter) throws -> Int {
        try withCursor(table.database) { cursor in
            var count = 0
            var key = MDB_val()
            var value = MDB_val()
            var code = mdb_cursor_get(cursor, &key, &value, MDB_FIRST)
            while code == MDB_SUCCESS {
                if try filter.holds(value.bytes) { count += 1 }
                code = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)
            }
            if code != MDB_NOTFOUND { throw StoreError.engine(code, "Reading rows", at: path) }
            return count
        }
    }

    /// Visits the entries of an index from a lower bound up to, and without, an upper one, until the visitor returns false.
    @inline(__always)
    func entries(
        _ index: IndexTable, of table: EntityTable, from lower: [UInt8], to upper: [UInt8]?,
        _ visit: (Int64) throws -> Bool
    ) throws {
        try entryBlocks(index, of: table, from: lower, to: upper) { block in
            var offset = 0
            while offset < block.count {
                let bits = UInt64(bigEndian: block.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                if try !visit(Int64(bitPattern: bits ^ (1 << 63))) { return false }
                offset &+= 8
            }
            return true
        }
    }

    /// The same with the keys of the rows as they lie side by side in the map, eight bytes each.
    @inline(__always)
    func entryBlocks(
        _ index: IndexTable, of table: EntityTable, from lower: [UInt8], to upper: [UInt8]?,
        _ visit: (UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        try withCursor(index.database) { cursor in
            var key = MDB_val()
            var block = MDB_val()
            // The engine knows no empty keys.
            var code =
                lower.isEmpty
                ? mdb_cursor_get(cursor, &key, &block, MDB_FIRST)
                : lower.withUnsafeBytes { bytes in
                    key = MDB_val(bytes)
                    return mdb_cursor_get(cursor, &key, &block, MDB_SET_RANGE)
                }
            while code == MDB_SUCCESS {
                if let upper, !key.bytes.isBelow(upper) { return }
                if !index.isUnique { code = mdb_cursor_get(cursor, &key, &block, MDB_GET_MULTIPLE) }
                while code == MDB_SUCCESS {
                    guard block.mv_size > 0, block.mv_size % 8 == 0 else { throw damaged(table) }
                    if try !visit(block.bytes) { return }
                    if index.isUnique { break }
                    code = mdb_cursor_get(cursor, &key, &block, MDB_NEXT_MULTIPLE)
                }
                if code == MDB_SUCCESS || code == MDB_NOTFOUND {
                    code = mdb_cursor_get(cursor, &key, &block, MDB_NEXT_NODUP)
                }
            }
            if code != MDB_NOTFOUND { throw StoreError.engine(code, "Reading an index", at: path) }
        }
    }

    /// The keys of rows whose column refers to a row, in ascending order.
    func referring(_ table: EntityTable, _ column: Int, to key: Int64) throws -> [Int64] {
        var keys: [Int64] = []
        if let position = table.leading[column] {
            var prefix: [UInt8] = []
            KeyEncoding.append(.reference(key), to: &prefix)
            let end = KeyEncoding.successor(prefix)
            try entries(table.indexes[position], of: table, from: prefix, to: end) {
                keys.append($0); return true
            }
            keys.sort()
            return keys
        }
        try scan(table, only: [column]) { row, cells in
            let cell = cells[column]
            if cell.kind == .integer, Int64(bitPattern: cell.bits) == key { keys.append(row) }
            return true
        }
        return keys
    }

    /// The rows that have the same values as an entry, compared in full.
    func holders(
        of entry: EntryBuffer, _ index: IndexTable, _ table: EntityTable, _ values: ArraySlice<StoredValue>
    ) throws -> [Int64] {
        var result: [Int64] = []
        let prefix = Array(entry.prefix)
        try entries(index, of: table, from: prefix, to: KeyEncoding.successor(prefix)) { key in
            guard let bytes = try record(table, key) else { throw damaged(table) }
            for column in index.columns {
                if try table.layout.value(of: bytes, column: column) != values[values.startIndex + column] {
                    return true
                }
            }
            result.append(key)
            return true
        }
        return result
    }

    func damaged(_ table: EntityTable) -> StoreError {
        StoreError(
            .corrupt, "An index or a row of \(table.entity.name) at \(path) is damaged: restore the store from a copy.",
            entity: table.entity.name, location: path)
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
