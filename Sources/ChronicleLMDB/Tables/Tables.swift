#if LMDB
import CLMDB
import ChronicleSchema
import ChronicleStore

/// One index in its sub-database.
///
/// The key of an entry is the encoded values, its data the row's key. In a unique index each entry has a key of its own: where
/// the values hold a null or were cut, rows may share them, so that the row's key follows the values. Any other index keeps
/// the keys of all rows that share values side by side, under the values written once.
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

    /// How the sub-database of an index is made.
    static func flags(isUnique: Bool) -> UInt32 { isUnique ? 0 : UInt32(MDB_DUPSORT | MDB_DUPFIXED) }
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
    let schema: Schema
    let meta: MDB_dbi
    let history: MDB_dbi
    let entities: [EntityTable]
    /// Rises whenever the stored schema changes.
    let generation: Int64

    init(schema: Schema, meta: MDB_dbi, history: MDB_dbi, entities: [EntityTable], generation: Int64) {
        self.schema = schema
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
