import ChronicleHistory
import ChronicleSchema
import ChronicleStore
import Foundation

/// `store.json`: what the store is. It is written last when a store is made.
struct IdentityFile: Codable {
    static let format = 1
    var format = IdentityFile.format
    var identifier = UUID().uuidString
    var lineage = UUID().uuidString
    /// The entities, each with its columns and unique indexes: a store opens for the schema that it was made with.
    var schema: [String: [String]]

    static func describe(_ schema: Schema) -> [String: [String]] {
        schema.entitiesByName.mapValues { entity in
            let columns = entity.columns.map {
                "\($0.name): \($0.type.rawValue)\($0.isOptional ? "?" : "")\($0.destination.map { " \($0)" } ?? "")"
            }
            let uniques = entity.indexes.filter(\.isUnique).map { index in
                "unique " + index.columns.map { entity.columns[$0].name }.joined(separator: ", ")
            }
            return columns + uniques
        }
    }

    /// Refuses a schema that is not the store's own.
    func check(_ schema: Schema, _ folder: StoreFolder) throws {
        let wanted = IdentityFile.describe(schema)
        let names = Set(wanted.keys).union(self.schema.keys).sorted()
        guard let name = names.first(where: { wanted[$0] != self.schema[$0] }) else { return }
        throw StoreError(
            .schemaMismatch,
            "The store at \(folder.path) was made with another \(name), or without it: open it with the models that it "
                + "was made with.", entity: name, location: folder.path)
    }
}

/// `keys.json`: the next key that was never handed out.
struct KeysFile: Codable {
    var next: Int64 = 1
}

/// `commits/N.json`: one save. The file's name appears when it is whole and on the medium, and that is the commit.
struct CommitFile: Codable {
    var sequence: Int64
    /// Seconds since 2001, as text: JSON numbers are not read back bit for bit everywhere.
    var timestamp: String
    var author: String?
    var process: String
    var program: String
    var changes: [ChangeForm]
    var rows: [RowForm]
}

/// `rows.json`: all rows as of a commit, written when history is deleted, as the commits then no longer tell all of it.
struct CheckpointFile: Codable {
    var sequence: Int64
    /// The last commit that is no longer part of the history.
    var deletedThrough: Int64
    var rows: [RowForm]
}

/// A row; without values it is gone.
struct RowForm: Codable {
    var entity: String
    var key: Int64
    var values: [String: JSONValue]?
}

/// What history tells of a row.
struct ChangeForm: Codable {
    var entity: String
    var key: Int64
    var operation: String
    var properties: [String]
    var tombstone: [String: JSONValue]
}
