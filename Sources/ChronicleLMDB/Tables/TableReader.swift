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
                    value.prefetchNextRows()
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

    /// Visits the rows whose keys lie in a range, in order or from the last to the first, until the visitor returns false.
    func records(
        _ table: EntityTable, in range: ClosedRange<Int64>, isReversed: Bool,
        _ visit: (Int64, UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        try withCursor(table.database) { cursor in
            var key = MDB_val()
            var value = MDB_val()
            var code = withOrderedBytes(of: isReversed ? range.upperBound : range.lowerBound) { bound in
                key = bound
                return mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE)
            }
            if isReversed {
                // The search ends at the first key that is not below the bound, or behind the last.
                if code == MDB_NOTFOUND {
                    code = mdb_cursor_get(cursor, &key, &value, MDB_LAST)
                } else if code == MDB_SUCCESS, key.orderedNumber != range.upperBound {
                    code = mdb_cursor_get(cursor, &key, &value, MDB_PREV)
                }
            }
            while code == MDB_SUCCESS {
                guard let number = key.orderedNumber else { throw damaged(table) }
                if !range.contains(number) { return }
                if try !visit(number, value.bytes) { return }
                code = mdb_cursor_get(cursor, &key, &value, isReversed ? MDB_PREV : MDB_NEXT)
            }
            if code != MDB_NOTFOUND { throw StoreError.engine(code, "Reading rows", at: path) }
        }
    }

    /// The number of rows.
    func count(_ table: EntityTable) throws -> Int {
        var statistics = MDB_stat()
        try check(mdb_stat(transaction, table.database, &statistics), "Counting rows", at: path)
        return statistics.ms_entries
    }

    /// The number of rows that pass a filter.
    func count(_ table: EntityTable, where filter: PackedFilter) throws -> Int {
        try withCursor(table.database) { cursor in
            var count = 0
            var key = MDB_val()
            var value = MDB_val()
            var code = mdb_cursor_get(cursor, &key, &value, MDB_FIRST)
            while code == MDB_SUCCESS {
                value.prefetchNextRows()
                if try filter.holds(value.bytes) { count += 1 }
                code = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)
            }
            if code != MDB_NOTFOUND { throw StoreError.engine(code, "Reading rows", at: path) }
            return count
        }
    }

    /// The keys of rows whose column refers to a row, in ascending order.
    func referring(_ table: EntityTable, _ column: Int, to key: Int64) throws -> [Int64] {
        var keys: [Int64] = []
        if let position = table.leading[column] {
            var prefix: [UInt8] = []
            KeyEncoding.append(.reference(key), to: &prefix)
            let end = KeyEncoding.successor(prefix)
            try entries(table.indexes[position], of: table, .init(lower: prefix, upper: end)) {
                keys.append($0)
                return true
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
        try entries(index, of: table, .init(lower: prefix, upper: KeyEncoding.successor(prefix))) { key in
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
#endif
