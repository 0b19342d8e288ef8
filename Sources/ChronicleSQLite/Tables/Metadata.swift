#if SQLite
import ChronicleSchema
import ChronicleStore
import Foundation

/// What a store file says about itself.
struct Metadata {
    var identifier: String
    var lineage: String

    /// `Chro`: marks a file as a store of this kind.
    static let applicationID: Int64 = 0x4368_726f
    /// The version of the tables' form.
    static let format: Int64 = 1

    static let tables = """
        CREATE TABLE chronicle_metadata (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
        CREATE TABLE chronicle_history (
            sequence INTEGER PRIMARY KEY, timestamp REAL, author TEXT, process TEXT, bundle TEXT,
            first_change INTEGER, change_count INTEGER);
        CREATE TABLE chronicle_history_change (
            id INTEGER PRIMARY KEY, sequence INTEGER, entity TEXT, key INTEGER, operation INTEGER,
            properties TEXT, tombstone BLOB);
        """

    /// Makes the tables of a new store; inside a write transaction.
    static func create(in connection: Connection) throws {
        try connection.execute(tables)
        let values: [(String, String)] = [
            ("identifier", UUID().uuidString), ("lineage", UUID().uuidString), ("format", String(format)),
            ("next_key", "1"), ("purged", "0"),
        ]
        let insert = try connection.prepare("INSERT INTO chronicle_metadata VALUES (?1, ?2)")
        for (key, value) in values {
            try insert.bind(1, key)
            if let number = Int64(value) { try insert.bind(2, number) } else { try insert.bind(2, value) }
            try insert.run()
        }
        try connection.execute("PRAGMA application_id = \(applicationID)")
    }

    /// Reads what a store says about itself.
    static func read(from connection: Connection) throws -> Metadata {
        let location = connection.location
        let format = try connection.integer("SELECT value FROM chronicle_metadata WHERE key = 'format'") ?? 0
        guard format <= Self.format else {
            throw StoreError(
                .newerFormat,
                "\(location) has format \(format), this version reads up to \(Self.format): use a newer version.",
                location: location)
        }
        let statement = try connection.prepare("SELECT value FROM chronicle_metadata WHERE key = ?1")
        func text(_ key: String) throws -> String {
            try statement.bind(1, key)
            defer { statement.reset() }
            guard try statement.step(), let value = statement.text(0) else {
                throw StoreError(
                    .corrupt, "\(location) lacks its \(key): restore it from a copy.", location: location)
            }
            return value
        }
        return Metadata(identifier: try text("identifier"), lineage: try text("lineage"))
    }

    // MARK: The schema

    /// The description of the schema; nil when there is none.
    static func storedSchema(in connection: Connection) throws -> StoredSchema? {
        let statement = try connection.prepare("SELECT value FROM chronicle_metadata WHERE key = 'schema'")
        guard try statement.step() else { return nil }
        return StoredSchema(text: statement.text(0) ?? "")
    }

    /// Whether the description is not what it is after the store was opened with a schema.
    static func mustDescribe(_ schema: Schema, in connection: Connection) throws -> Bool {
        let stored = try storedSchema(in: connection)
        return try StoredSchema.after(opening: schema, over: stored) != stored
    }

    /// Writes the description; inside a write transaction.
    static func describe(_ schema: Schema, in connection: Connection) throws {
        let text = try StoredSchema.after(opening: schema, over: try storedSchema(in: connection)).text
        let insert = try connection.prepare("INSERT OR REPLACE INTO chronicle_metadata VALUES ('schema', ?1)")
        try insert.bind(1, text)
        try insert.run()
    }
}
#endif
