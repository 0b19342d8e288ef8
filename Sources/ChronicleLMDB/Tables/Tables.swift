#if LMDB
import CLMDB
import ChronicleSchema
import ChronicleStore

/// One index in its sub-database.
///
/// The entry of a unique index is the encoded values, with the row's key as its data. Where the values hold a null or were
/// cut, rows may share them, so that the row's key follows the values. The entry of any other index is the values and the
/// row's key, without data.
struct IndexTable: Sendable {
    let database: MDB_dbi
    let columns: [Int]
    let types: [ColumnType]
    let isUnique: Bool

    /// The engine's longest key less a row's key.
    static let maximum = 511 - 8

    init(_ description: Schema.IndexDescription, of entity: Schema.Entity, database: MDB_dbi) {
        self.database = database
        columns = description.columns
        types = description.columns.map { entity.columns[$0].type }
        isUnique = description.isUnique
    }

    /// The row that an entry is of.
    @inline(__always)
    static func rowKey(_ key: MDB_val, _ data: MDB_val) -> Int64? {
        data.mv_size == 8 ? data.orderedNumber : key.orderedNumber
    }
}

/// The rows of one entity with their indexes, in the order of the schema's descriptions.
final class EntityTable: Sendable {
    let entity: Schema.Entity
    let layout: PackedRowLayout
    let database: MDB_dbi
    let indexes: [IndexTable]
    /// For each column the position of an index that begins with it.
    let leading: [Int?]
    /// The columns of all indexes.
    let indexed: ColumnSet

    init(_ entity: Schema.Entity, database: MDB_dbi, indexes: [IndexTable]) {
        self.entity = entity
        layout = PackedRowLayout(entity)
        self.database = database
        self.indexes = indexes
        indexed = ColumnSet(indexes.flatMap(\.columns))
        leading = entity.columns.indices.map { column in indexes.firstIndex { $0.columns.first == column } }
    }
}

/// The sub-databases of one store.
final class Tables: Sendable {
    let meta: MDB_dbi
    let history: MDB_dbi
    let entities: [EntityTable]
    /// Rises whenever the stored schema changes.
    let generation: Int64

    init(meta: MDB_dbi, history: MDB_dbi, entities: [EntityTable], generation: Int64) {
        self.meta = meta
        self.history = history
        self.entities = entities
        self.generation = generation
    }

    /// The table of a request's entity.
    @inline(__always)
    func table(_ entity: Int) throws -> EntityTable {
        guard entities.indices.contains(entity) else {
            throw StoreError(.unsupportedQuery, "A request names entity \(entity), which the schema does not have.")
        }
        return entities[entity]
    }
}
#endif
