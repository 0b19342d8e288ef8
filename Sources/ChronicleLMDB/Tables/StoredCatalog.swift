#if LMDB
import ChronicleSchema

/// What a store keeps of the schema: the names and numbers of its tables, and the columns of the rows as they are stored.
struct StoredCatalog: Codable, Equatable {
    /// One column as the rows have it.
    struct Column: Codable, Equatable {
        var name: String
        var type: ColumnType
        var isOptional: Bool

        init(_ column: Schema.Column) {
            name = column.name
            type = column.type
            isOptional = column.isOptional
        }
    }

    /// One index; its sub-database is named by number.
    struct Index: Codable, Equatable {
        var number: Int
        var columns: [String]
        var isUnique: Bool
        /// Whether the keys of rows with the same values lie side by side; in format 1 they did not.
        var isGrouped: Bool?
    }

    /// One entity; the sub-database of its rows is named by number, as names may be longer than the engine allows.
    struct Entity: Codable, Equatable {
        var number: Int
        var columns: [Column]
        var indexes: [Index]
    }

    /// The number of the next table.
    var next = 1
    var entities: [String: Entity] = [:]

    static let historyName = "history"
    static func rowsName(_ number: Int) -> String { "r\(number)" }
    static func indexName(_ number: Int) -> String { "i\(number)" }

    /// Whether every entity of a schema is stored just as it is; an index more would not be kept up to date.
    func holds(_ schema: Schema) -> Bool {
        schema.entities.allSatisfy { entity in
            guard let stored = entities[entity.name] else { return false }
            return stored.columns == entity.columns.map(Column.init)
                && stored.indexes.count == entity.indexes.count
                && entity.indexes.allSatisfy { stored.index(for: $0, of: entity) != nil }
        }
    }
}

extension StoredCatalog.Entity {
    /// The stored index that is the same as a declared one, unless it is of an older form.
    func index(for description: Schema.IndexDescription, of entity: Schema.Entity) -> StoredCatalog.Index? {
        let names = description.columns.map { entity.columns[$0].name }
        return indexes.first {
            $0.columns == names && $0.isUnique == description.isUnique && ($0.isUnique || $0.isGrouped == true)
        }
    }
}
#endif
