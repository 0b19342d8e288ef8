#if LMDB
import CLMDB
import ChronicleSchema
import ChronicleStore

/// How the stored rows of an entity become rows of the entity as it is declared now.
struct EntityChange {
    private let entity: Schema.Entity
    private let path: String
    /// The stored columns as an entity; nil when there are no rows or nothing changes in them.
    private let old: Schema.Entity?
    /// For each declared column the stored one.
    private let sources: [Int?]
    private let stored: StoredCatalog.Entity?

    /// - Throws: ``StoreError`` `schemaMismatch` when a column's type changed.
    init(_ entity: Schema.Entity, stored: StoredCatalog.Entity?, path: String) throws {
        self.entity = entity
        self.path = path
        self.stored = stored
        guard let stored, stored.columns != entity.columns.map(StoredCatalog.Column.init) else {
            old = nil
            sources = []
            return
        }
        sources = try entity.columns.map { column in
            guard
                let source = stored.columns.firstIndex(where: { $0.name == column.name })
                    ?? stored.columns.firstIndex(where: { $0.name == column.originalName })
            else { return nil }
            guard stored.columns[source].type == column.type else {
                throw StoreError(
                    .schemaMismatch,
                    "\(entity.name).\(column.name) is stored as \(stored.columns[source].type.rawValue) and "
                        + "declared as \(column.type.rawValue): keep the type, or give the attribute another name.",
                    entity: entity.name, location: path)
            }
            return source
        }
        old = Schema.Entity(
            name: entity.name, index: entity.index,
            columns: stored.columns.map { Schema.Column(name: $0.name, type: $0.type, isOptional: $0.isOptional) },
            properties: [], indexes: [], deleteActions: [], link: nil)
    }

    /// Writes every row anew with the declared columns; new ones have their default value, else null.
    ///
    /// - Throws: ``StoreError`` `schemaMismatch` when a column that needs a value would have none.
    func rewriteRows(_ rows: MDB_dbi, _ transaction: OpaquePointer) throws {
        guard let old else { return }
        let (before, after) = (PackedRowLayout(old), PackedRowLayout(entity))
        try walk(rows, transaction) { cursor, key, data in
            let values = try before.values(of: data.bytes)
            var new: [StoredValue] = []
            for (column, source) in sources.enumerated() {
                let value = source.map { values[$0] } ?? entity.columns[column].defaultValue ?? .null
                if value.isNull, !entity.columns[column].isOptional {
                    throw StoreError(
                        .schemaMismatch,
                        "\(entity.name).\(entity.columns[column].name) needs a value and the stored rows "
                            + "have none: make it optional or give it a default value.", entity: entity.name,
                        location: path)
                }
                new.append(value)
            }
            let bytes = try after.pack(new[...])
            // The key lies in the map and may move while its row is written.
            guard let number = key.orderedNumber else { throw damaged }
            try bytes.withUnsafeBytes { bytes in
                try withOrderedBytes(of: number) { key in
                    var data = MDB_val(bytes)
                    try check(mdb_cursor_put(cursor, &key, &data, UInt32(MDB_CURRENT)), "Extending rows", at: path)
                }
            }
        }
    }

    /// The stored index that is the same as a declared one, over columns that kept name and type.
    func keptIndex(_ description: Schema.IndexDescription) -> StoredCatalog.Index? {
        stored?.index(for: description, of: entity)
    }

    /// Fills a new index from the rows.
    ///
    /// - Throws: ``StoreError`` `schemaMismatch` when rows share the values of a unique index.
    func buildIndex(_ index: IndexTable, _ rows: MDB_dbi, _ transaction: OpaquePointer) throws {
        let layout = PackedRowLayout(entity)
        var entry = EntryBuffer()
        try walk(rows, transaction) { _, key, data in
            guard let number = key.orderedNumber, try entry.set(index, layout, data.bytes, key: number) else {
                throw damaged
            }
            if entry.mayCollide && entry.isCut {
                let values = try layout.values(of: data.bytes)
                let tables = Tables(
                    schema: Schema(entities: [], version: .init(1, 0, 0)), meta: 0, history: 0, entities: [], generation: 0)
                let reader = TableReader(transaction: transaction, tables: tables, path: path, stack: CellStack())
                let table = EntityTable(entity, database: rows, indexes: [])
                guard try reader.holders(of: entry, index, table, values[...]).isEmpty else { throw shared(index) }
            }
            try entry.bytes.withUnsafeBytes { bytes in
                var entryKey = MDB_val(bytes)
                try withOrderedBytes(of: number) { data in
                    let flags = UInt32(index.isUnique ? MDB_NOOVERWRITE : MDB_NODUPDATA)
                    let code = mdb_put(transaction, index.database, &entryKey, &data, flags)
                    if code == MDB_KEYEXIST { throw shared(index) }
                    try check(code, "Building an index", at: path)
                }
            }
        }
    }

    private func walk(
        _ rows: MDB_dbi, _ transaction: OpaquePointer, _ body: (OpaquePointer, MDB_val, MDB_val) throws -> Void
    ) throws {
        var opened: OpaquePointer?
        var code = mdb_cursor_open(transaction, rows, &opened)
        guard code == MDB_SUCCESS, let cursor = opened else { throw StoreError.engine(code, "Extending", at: path) }
        defer { mdb_cursor_close(cursor) }
        var key = MDB_val()
        var data = MDB_val()
        code = mdb_cursor_get(cursor, &key, &data, MDB_FIRST)
        while code == MDB_SUCCESS {
            try body(cursor, key, data)
            code = mdb_cursor_get(cursor, &key, &data, MDB_NEXT)
        }
        if code != MDB_NOTFOUND { throw StoreError.engine(code, "Extending rows", at: path) }
    }

    private func shared(_ index: IndexTable) -> StoreError {
        let names = index.columns.map { entity.columns[$0].name }.joined(separator: ", ")
        return StoreError(
            .schemaMismatch,
            "Stored rows of \(entity.name) share values of \(names), which is declared unique: make them "
                + "differ first.", entity: entity.name, location: path)
    }

    private var damaged: StoreError {
        StoreError(
            .corrupt, "A row of \(entity.name) at \(path) is damaged: restore the store from a copy.",
            entity: entity.name,
            location: path)
    }
}
#endif
