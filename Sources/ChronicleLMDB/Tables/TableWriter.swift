#if LMDB
import CLMDB
import ChronicleHistory
import ChronicleSchema
import ChronicleStore

/// The primitive writes of one write transaction, rows and index entries together.
final class TableWriter: StoreTransaction {
    let transaction: OpaquePointer
    let tables: Tables
    let path: String
    let reader: TableReader
    private let schema: Schema
    private var cursors: [MDB_dbi: OpaquePointer] = [:]
    /// The cursors of the entity that was written last, rows first and then its indexes.
    private var current: (entity: Int, cursors: [OpaquePointer]) = (-1, [])
    /// The greatest key of each entity, once known.
    private var greatest: [Int64?]
    private var entry = EntryBuffer()
    private var oldEntry = EntryBuffer()
    /// A changed row before and after, in memory that is used again and again.
    private var oldRecord: [UInt8] = []
    private var newRecord: [UInt8] = []

    init(transaction: OpaquePointer, tables: Tables, schema: Schema, path: String, stack: CellStack) {
        self.transaction = transaction
        self.tables = tables
        self.schema = schema
        self.path = path
        reader = TableReader(transaction: transaction, tables: tables, path: path, stack: stack)
        greatest = Array(repeating: nil, count: tables.entities.count)
    }

    // MARK: Reading

    func row(_ row: RowReference) throws -> [StoredValue]? {
        let table = try tables.table(row.entity)
        guard let bytes = try reader.record(table, row.key) else { return nil }
        return try table.layout.values(of: bytes)
    }

    func values(of row: RowReference, columns: [Int]) throws -> [StoredValue]? {
        let table = try tables.table(row.entity)
        guard let bytes = try reader.record(table, row.key) else { return nil }
        return try columns.map { try table.layout.value(of: bytes, column: $0) }
    }

    func keys(entity: Int, column: Int, referringTo key: Int64) throws -> [Int64] {
        try reader.referring(tables.table(entity), column, to: key)
    }

    func keys(entity: Int, matching condition: Query.Condition?) throws -> [Int64] {
        let table = try tables.table(entity)
        let request = FetchRequest(entity: entity, condition: condition)
        return try reader.keys(reader.plan(request), table, request)
    }

    // MARK: Writing

    func insert(_ row: RowReference, values: ArraySlice<StoredValue>) throws -> [Int64] {
        let table = try tables.table(row.entity)
        let size = try table.layout.size(of: values)
        let cursors = try cursors(of: table)
        for position in table.indexes.indices where table.indexes[position].isUnique {
            entry.set(table.indexes[position], values, key: row.key)
            let others = try put(entry, position, table, cursors, values, key: row.key)
            if others.isEmpty { continue }
            try takeBack(table, through: position, row, values)
            return try others + laterCollisions(table, after: position, row, values, others)
        }
        for position in table.indexes.indices where !table.indexes[position].isUnique {
            entry.set(table.indexes[position], values, key: row.key)
            _ = try put(entry, position, table, cursors, values, key: row.key)
        }
        let isLast = try row.key > greatestKey(table, cursors[0])
        try withOrderedBytes(of: row.key) { key in
            var data = MDB_val(mv_size: size, mv_data: nil)
            let flags = MDB_RESERVE | (isLast ? MDB_APPEND : MDB_NOOVERWRITE)
            let code = mdb_cursor_put(cursors[0], &key, &data, UInt32(flags))
            if code == MDB_KEYEXIST {
                throw StoreError(
                    .invalidValue, "Row \(row.key) of \(table.entity.name) exists already: a key is given once.",
                    entity: table.entity.name, key: row.key)
            }
            try check(code, "Writing a row", at: path)
            try table.layout.write(values, to: UnsafeMutableRawBufferPointer(start: data.mv_data, count: size))
        }
        if isLast { greatest[row.entity] = row.key }
        return []
    }

    func delete(_ row: RowReference) throws -> Bool {
        let table = try tables.table(row.entity)
        guard let bytes = try reader.record(table, row.key) else { return false }
        // What the engine lends is valid only until the next write.
        let copy = table.indexes.isEmpty ? [] : [UInt8](bytes)
        try copy.withUnsafeBytes { record in
            for index in table.indexes {
                guard try entry.set(index, table.layout, record, key: row.key) else { throw reader.damaged(table) }
                try remove(entry, index, table, key: row.key)
            }
        }
        try withOrderedBytes(of: row.key) { key in
            try check(mdb_del(transaction, table.database, &key, nil), "Deleting a row", at: path)
        }
        greatest[row.entity] = nil
        return true
    }

    // MARK: Changing

    func update(_ row: RowReference, values: [(column: Int, value: StoredValue)]) throws -> Bool {
        let table = try tables.table(row.entity)
        let cursors = try cursors(of: table)
        guard let record = try seek(row.key, cursors[0]) else { return false }
        try rewrite(row, table, record, values, cursors)
        return true
    }

    func change(
        _ row: RowReference, values: [(column: Int, value: StoredValue)]
    ) throws -> [(column: Int, value: StoredValue)]? {
        let table = try tables.table(row.entity)
        let cursors = try cursors(of: table)
        guard let record = try seek(row.key, cursors[0]) else { return nil }
        let changed = try table.layout.changes(values, of: record)
        if !changed.isEmpty { try rewrite(row, table, record, changed, cursors) }
        return changed
    }

    /// Puts the cursor on a row and returns its bytes, which the next write ends.
    private func seek(_ key: Int64, _ cursor: OpaquePointer) throws -> UnsafeRawBufferPointer? {
        try withOrderedBytes(of: key) { key in
            var value = MDB_val()
            let code = mdb_cursor_get(cursor, &key, &value, MDB_SET)
            if code == MDB_NOTFOUND { return nil }
            try check(code, "Reading rows", at: path)
            return value.bytes
        }
    }

    /// Writes the row that the cursor is on with some columns replaced, and the entries of the indexes over these.
    private func rewrite(
        _ row: RowReference, _ table: EntityTable, _ record: UnsafeRawBufferPointer,
        _ changed: [(column: Int, value: StoredValue)], _ cursors: [OpaquePointer]
    ) throws {
        newRecord.removeAll(keepingCapacity: true)
        newRecord.append(contentsOf: record)
        let isIndexed = changed.contains { table.indexed.contains($0.column) }
        if isIndexed {
            oldRecord.removeAll(keepingCapacity: true)
            oldRecord.append(contentsOf: record)
        }
        if try !newRecord.withUnsafeMutableBytes({ try table.layout.patch($0, changed) }) {
            newRecord = try table.layout.repack(record, replacing: changed)
        }
        if isIndexed { try exchangeEntries(row, table, changed, cursors) }
        try newRecord.withUnsafeBytes { bytes in
            try withOrderedBytes(of: row.key) { key in
                var data = MDB_val(bytes)
                try check(mdb_cursor_put(cursors[0], &key, &data, UInt32(MDB_CURRENT)), "Writing a row", at: path)
            }
        }
    }

    private func exchangeEntries(
        _ row: RowReference, _ table: EntityTable, _ changed: [(column: Int, value: StoredValue)],
        _ cursors: [OpaquePointer]
    ) throws {
        for (position, index) in table.indexes.enumerated()
        where changed.contains(where: { index.columns.contains($0.column) }) {
            let isSound = try oldRecord.withUnsafeBytes { old in
                try newRecord.withUnsafeBytes { new in
                    try oldEntry.set(index, table.layout, old, key: row.key)
                        && entry.set(index, table.layout, new, key: row.key)
                }
            }
            guard isSound else { throw reader.damaged(table) }
            if entry.bytes == oldEntry.bytes, !entry.isCut { continue }
            try remove(oldEntry, index, table, key: row.key)
            let others = try put(
                entry, position, table, cursors,
                newRecord.withUnsafeBytes { try table.layout.values(of: $0)[...] }, key: row.key)
            guard others.isEmpty else {
                throw StoreError.uniqueViolation(
                    table.entity, columns: index.columns, key: row.key, collidingWith: others)
            }
        }
    }

    // MARK: Index entries

    /// Writes an entry unless other rows have the same unique values, and returns the keys of these.
    private func put(
        _ entry: EntryBuffer, _ position: Int, _ table: EntityTable, _ cursors: [OpaquePointer],
        _ values: @autoclosure () throws -> ArraySlice<StoredValue>, key: Int64
    ) throws -> [Int64] {
        let index = table.indexes[position]
        if entry.mayCollide, entry.isCut {
            let others = try reader.holders(of: entry, index, table, values()).filter { $0 != key }
            if !others.isEmpty { return others }
        }
        return try entry.bytes.withUnsafeBytes { bytes in
            var entryKey = MDB_val(bytes)
            return try withOrderedBytes(of: key) { data in
                let flags = UInt32(index.isUnique ? MDB_NOOVERWRITE : 0)
                let code = mdb_cursor_put(cursors[position + 1], &entryKey, &data, flags)
                if code == MDB_KEYEXIST {
                    guard let other = data.orderedNumber else { throw reader.damaged(table) }
                    return [other]
                }
                try check(code, "Writing an index", at: path)
                return []
            }
        }
    }

    private func remove(_ entry: EntryBuffer, _ index: IndexTable, _ table: EntityTable, key: Int64) throws {
        try entry.bytes.withUnsafeBytes { bytes in
            var entryKey = MDB_val(bytes)
            // In a unique index the engine does not look at the data.
            let code = withOrderedBytes(of: key) { mdb_del(transaction, index.database, &entryKey, &$0) }
            if code == MDB_NOTFOUND { throw reader.damaged(table) }
            try check(code, "Writing an index", at: path)
        }
    }

    /// Removes the entries that an insertion wrote before it met a collision.
    private func takeBack(
        _ table: EntityTable, through last: Int, _ row: RowReference, _ values: ArraySlice<StoredValue>
    ) throws {
        for position in 0..<last where table.indexes[position].isUnique {
            entry.set(table.indexes[position], values, key: row.key)
            try remove(entry, table.indexes[position], table, key: row.key)
        }
    }

    /// The other rows that collide on the unique indexes after one, without writing anything.
    private func laterCollisions(
        _ table: EntityTable, after first: Int, _ row: RowReference, _ values: ArraySlice<StoredValue>, _ known: [Int64]
    ) throws -> [Int64] {
        var found: [Int64] = []
        for position in table.indexes.indices where position > first && table.indexes[position].isUnique {
            entry.set(table.indexes[position], values, key: row.key)
            guard entry.mayCollide else { continue }
            for key in try reader.holders(of: entry, table.indexes[position], table, values)
            where !known.contains(key) && !found.contains(key) { found.append(key) }
        }
        return found
    }

    // MARK: Cursors

    private func cursors(of table: EntityTable) throws -> [OpaquePointer] {
        if current.entity == table.entity.index { return current.cursors }
        current = (table.entity.index, try ([table.database] + table.indexes.map(\.database)).map(cursor))
        return current.cursors
    }

    /// A cursor that lives as long as the transaction, which closes it.
    private func cursor(_ database: MDB_dbi) throws -> OpaquePointer {
        if let cursor = cursors[database] { return cursor }
        var opened: OpaquePointer?
        let code = mdb_cursor_open(transaction, database, &opened)
        guard code == MDB_SUCCESS, let cursor = opened else { throw StoreError.engine(code, "Writing", at: path) }
        cursors[database] = cursor
        return cursor
    }

    private func greatestKey(_ table: EntityTable, _ cursor: OpaquePointer) throws -> Int64 {
        if let known = greatest[table.entity.index] { return known }
        var key = MDB_val()
        var value = MDB_val()
        let code = mdb_cursor_get(cursor, &key, &value, MDB_LAST)
        if code == MDB_NOTFOUND { return .min }
        try check(code, "Reading rows", at: path)
        guard let number = key.orderedNumber else { throw reader.damaged(table) }
        greatest[table.entity.index] = number
        return number
    }

}
#endif
