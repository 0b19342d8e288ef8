#if LMDB
import CLMDB
import ChronicleSchema
import ChronicleStore
import Foundation
import Synchronization

/// What a store is, as its meta table says.
struct StoreIdentity: Sendable {
    let identifier: String
    let lineage: String
}

/// Opens the sub-databases of a schema, and makes or extends them when the store may be written.
struct SchemaOpening {
    let environment: Environment
    let schema: Schema
    let allowsSave: Bool

    private var path: String { environment.path }

    /// The tables of the schema.
    ///
    /// - Throws: ``StoreError``: `notAStore`, `newerFormat`, `schemaMismatch`, `corrupt`, `missingStore`; nothing was changed.
    func open() throws -> (Tables, StoreIdentity) {
        try environment.opening.withLock { handles in
            if let opened = try read({ try openExisting($0, &handles) }) { return opened }
            guard allowsSave, !environment.isReadOnly else {
                throw StoreError(
                    .schemaMismatch,
                    "The store at \(path) must be extended for the schema, and it was opened for reading "
                        + "only: open it for writing once.", location: path)
            }
            var fresh: [String: MDB_dbi] = [:]
            let known = handles
            let opened = try environment.write("Making the store's tables") { transaction in
                // A second run, after the map grew, begins anew: the engine forgot the handles of the first.
                fresh = known
                return try extend(transaction, &fresh)
            }
            handles = fresh
            return opened
        }
    }

    /// Handles live on after a transaction that reads only if it is committed.
    private func read<Result>(_ body: (OpaquePointer) throws -> Result) throws -> Result {
        environment.gate.enter()
        defer { environment.gate.leave() }
        var begun: OpaquePointer?
        let code = mdb_txn_begin(environment.handle, nil, UInt32(MDB_RDONLY), &begun)
        guard code == MDB_SUCCESS, let transaction = begun else {
            throw StoreError.engine(code, "Opening the store", at: path)
        }
        defer { mdb_txn_commit(transaction) }
        return try body(transaction)
    }

    /// The tables when all are there as the schema wants them; nil when something must be written first.
    private func openExisting(
        _ transaction: OpaquePointer, _ handles: inout [String: MDB_dbi]
    ) throws -> (Tables, StoreIdentity)? {
        guard let database = try database(Meta.databaseName, transaction, &handles) else {
            var statistics = MDB_stat()
            var main: MDB_dbi = 0
            try check(mdb_dbi_open(transaction, nil, 0, &main), "Opening the store", at: path)
            try check(mdb_stat(transaction, main, &statistics), "Opening the store", at: path)
            guard statistics.ms_entries == 0 else { throw notAStore }
            guard allowsSave else {
                throw StoreError(.missingStore, "There is no store at \(path): check the path.", location: path)
            }
            return nil
        }
        let meta = Meta(transaction: transaction, database: database, path: path)
        let identity = try identity(meta)
        guard let catalog = try meta.catalog() else { throw meta.damaged(.catalog) }
        guard catalog.holds(schema) else { return nil }
        if allowsSave, !environment.isReadOnly {
            let stored = try meta.storedSchema()
            if try StoredSchema.after(opening: schema, over: stored) != stored { return nil }
        }
        return (try tables(catalog, meta, &handles), identity)
    }

    private func identity(_ meta: Meta) throws -> StoreIdentity {
        guard let format = try meta.number(.format) else { throw notAStore }
        guard format <= Meta.format else {
            throw StoreError(
                .newerFormat,
                "The store at \(path) has format \(format) and this version knows \(Meta.format): use a newer "
                    + "version.", location: path)
        }
        guard let identifier = try meta.text(.identifier) else { throw meta.damaged(.identifier) }
        guard let lineage = try meta.text(.lineage) else { throw meta.damaged(.lineage) }
        return StoreIdentity(identifier: identifier, lineage: lineage)
    }

    private func tables(_ catalog: StoredCatalog, _ meta: Meta, _ handles: inout [String: MDB_dbi]) throws -> Tables {
        func open(_ name: String) throws -> MDB_dbi {
            guard let database = try database(name, meta.transaction, &handles) else {
                throw meta.damaged(.catalog)
            }
            return database
        }
        var entities: [EntityTable] = []
        for entity in schema.entities {
            guard let stored = catalog.entities[entity.name] else { throw meta.damaged(.catalog) }
            let indexes = try entity.indexes.map { description in
                guard let index = stored.index(for: description, of: entity) else { throw meta.damaged(.catalog) }
                return IndexTable(description, of: entity, database: try open(StoredCatalog.indexName(index.number)))
            }
            let database = try open(StoredCatalog.rowsName(stored.number))
            entities.append(EntityTable(entity, database: database, indexes: indexes))
        }
        return Tables(
            schema: schema, meta: meta.database, history: try open(StoredCatalog.historyName), entities: entities,
            generation: try meta.required(.generation))
    }

    // MARK: Writing

    private func extend(
        _ transaction: OpaquePointer, _ handles: inout [String: MDB_dbi]
    ) throws -> (Tables, StoreIdentity) {
        let meta = Meta(
            transaction: transaction, database: try made(Meta.databaseName, transaction, &handles), path: path)
        if try meta.number(.format) == nil {
            try meta.set(.format, Meta.format)
            try meta.set(.identifier, UUID().uuidString)
            try meta.set(.lineage, UUID().uuidString)
            try meta.set(.nextKey, 1)
            try meta.set(.generation, 0)
            try meta.set(StoredCatalog())
            _ = try made(StoredCatalog.historyName, transaction, &handles)
        }
        let identity = try identity(meta)
        guard var catalog = try meta.catalog() else { throw meta.damaged(.catalog) }
        if !catalog.holds(schema) {
            // Indexes of an older form are made anew; those of entities that are not declared here, when they are.
            try meta.set(.format, Meta.format)
            for entity in schema.entities {
                try extend(entity, &catalog, transaction, &handles)
            }
            try meta.set(catalog)
            try meta.set(.generation, try meta.required(.generation) + 1)
        }
        let stored = try meta.storedSchema()
        let description = try StoredSchema.after(opening: schema, over: stored)
        if description != stored { try meta.set(.schema, description.text) }
        return (try tables(catalog, meta, &handles), identity)
    }

    private func extend(
        _ entity: Schema.Entity, _ catalog: inout StoredCatalog, _ transaction: OpaquePointer,
        _ handles: inout [String: MDB_dbi]
    ) throws {
        var stored = catalog.entities[entity.name]
        let change = try EntityChange(entity, stored: stored, path: path)
        if stored == nil {
            stored = StoredCatalog.Entity(number: catalog.next, columns: [], indexes: [])
            catalog.next += 1
        }
        guard var result = stored else { return }
        let rows = try made(StoredCatalog.rowsName(result.number), transaction, &handles)
        try change.rewriteRows(rows, transaction)
        result.columns = entity.columns.map(StoredCatalog.Column.init)
        var indexes: [StoredCatalog.Index] = []
        for description in entity.indexes {
            if let kept = change.keptIndex(description) {
                indexes.append(kept)
                continue
            }
            let index = StoredCatalog.Index(
                number: catalog.next, columns: description.columns.map { entity.columns[$0].name },
                isUnique: description.isUnique, isGrouped: description.isUnique ? nil : true)
            catalog.next += 1
            let database = try made(
                StoredCatalog.indexName(index.number), transaction, &handles,
                flags: IndexTable.flags(isUnique: index.isUnique))
            try change.buildIndex(IndexTable(description, of: entity, database: database), rows, transaction)
            indexes.append(index)
        }
        // What is not declared any more is emptied; its sub-database stays, as others may have it open.
        for old in result.indexes where !indexes.contains(where: { $0.number == old.number }) {
            let database = try made(StoredCatalog.indexName(old.number), transaction, &handles)
            try check(mdb_drop(transaction, database, 0), "Dropping an index", at: path)
        }
        result.indexes = indexes
        catalog.entities[entity.name] = result
    }

    /// - Parameter flags: How a sub-database that is new is made; one that is there stays as it is.
    private func made(
        _ name: String, _ transaction: OpaquePointer, _ handles: inout [String: MDB_dbi], flags: UInt32 = 0
    ) throws -> MDB_dbi {
        guard let database = try database(name, transaction, &handles, flags: UInt32(MDB_CREATE) | flags) else {
            throw StoreError.engine(MDB_NOTFOUND, "Opening the store", at: path)
        }
        return database
    }

    private func database(
        _ name: String, _ transaction: OpaquePointer, _ handles: inout [String: MDB_dbi], flags: UInt32 = 0
    ) throws -> MDB_dbi? {
        if let known = handles[name] { return known }
        var database: MDB_dbi = 0
        let code = mdb_dbi_open(transaction, name, flags, &database)
        if code == MDB_NOTFOUND { return nil }
        if code == MDB_INCOMPATIBLE { throw notAStore }
        try check(code, "Opening the store", at: path)
        handles[name] = database
        return database
    }

    private var notAStore: StoreError {
        StoreError(
            .notAStore, "\(path) holds another program's data: open a folder that an LMDB store made, or an empty one.",
            location: path)
    }
}
#endif
