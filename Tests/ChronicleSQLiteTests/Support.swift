#if SQLite
import ChronicleHistory
import ChronicleSQLite
import ChronicleSchema
import ChronicleStore
import Foundation
import Testing

/// A folder that is removed with its owner.
final class Folder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "chronicle-sqlite-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String = "store.db") -> URL { url.appending(path: name) }
}

enum Fixture {
    static let pathToSelf = Query.Path(entity: 0)

    /// One entity with a column of every type, and one that it refers to.
    static func schema() -> Schema {
        let types: [(String, ColumnType, Bool)] = [
            ("code", .text, false), ("origin", .text, true), ("note", .text, true), ("delay", .integer, true),
            ("big", .unsigned, true), ("ratio", .double, true), ("price", .decimal, true), ("at", .date, true),
            ("blob", .data, true), ("id", .uuid, true), ("isLate", .bool, true),
        ]
        var columns = types.map { Schema.Column(name: $0.0, type: $0.1, isOptional: $0.2) }
        columns.append(Schema.Column(name: "plane", type: .reference, isOptional: true, destination: "Plane"))
        let flight = entity(
            "Flight", 0, columns,
            indexes: [
                Schema.IndexDescription(name: "code", columns: [0], isUnique: true),
                Schema.IndexDescription(name: "origin", columns: [1], isUnique: false),
            ])
        let plane = entity("Plane", 1, [Schema.Column(name: "model", type: .text, isOptional: true)])
        return Schema(entities: [flight, plane], version: .init(1, 0, 0))
    }

    static func entity(
        _ name: String, _ index: Int, _ columns: [Schema.Column], indexes: [Schema.IndexDescription] = []
    ) -> Schema.Entity {
        Schema.Entity(
            name: name, index: index, columns: columns,
            properties: columns.indices.map {
                Schema.Property(name: columns[$0].name, columns: $0..<($0 + 1), isPreserved: $0 == 0, isOpaque: false)
            }, indexes: indexes, deleteActions: [], link: nil)
    }

    static func store(_ url: URL, schema: Schema = schema(), _ change: (inout SQLiteConfiguration) -> Void = { _ in })
        throws -> SQLiteStore
    {
        var configuration = SQLiteConfiguration(url: url)
        change(&configuration)
        return try SQLiteStore(schema: schema, configuration: configuration)
    }

    static func flight(_ code: String, _ values: [Int: StoredValue] = [:]) -> [StoredValue] {
        var row = [StoredValue](repeating: .null, count: 12)
        row[0] = .text(code)
        for (column, value) in values { row[column] = value }
        return row
    }

    @discardableResult
    static func insert(_ rows: [[StoredValue]], entity: Int = 0, into store: SQLiteStore) throws -> [Int64] {
        let keys = Array(try store.allocateKeys(rows.count))
        var batch = InsertBatch(entity: entity)
        batch.keys = keys
        batch.values = rows.flatMap { $0 }
        var request = SaveRequest(author: "test", timestamp: Date(timeIntervalSinceReferenceDate: 1))
        request.inserts = [batch]
        _ = try store.save(request)
        return keys
    }

    static func column(_ index: Int) -> Query.Value { .column(pathToSelf, index) }

    static func rows(_ store: SQLiteStore, entity: Int = 0, keys: [Int64]) throws -> [[StoredValue]] {
        var rows: [[StoredValue]] = []
        try store.fetch(entity: entity, keys: keys) { rows.append(try $0.values(of: store.schema.entities[entity])) }
        return rows
    }
}

extension Fixture {
    /// What the shared evaluator selects of all rows: the right answer.
    static func evaluated(_ request: FetchRequest, _ store: SQLiteStore) throws -> [Int64] {
        try QueryEvaluator(request, schema: store.schema).keys(EvaluatedRows(store: store)) { visit in
            do {
                try store.fetch(FetchRequest(entity: request.entity)) {
                    if try !visit($0.key, $0.cells) { throw Enough() }
                }
            } catch is Enough {}
        }
    }
}

/// Ends a scan early.
private struct Enough: Error {}

/// Looks rows up by key in a store.
private struct EvaluatedRows: RowResolver {
    let store: SQLiteStore

    func withRow<R>(entity: Int, key: Int64, _ body: (UnsafePointer<RowCell>?) throws -> R) throws -> R {
        var result: R?
        try store.fetch(entity: entity, keys: [key]) { result = try body($0.cells) }
        return try result ?? body(nil)
    }
}

/// The code of the store error that a body throws.
func code(of body: () throws -> Void) -> StoreError.Code? {
    do {
        try body()
        return nil
    } catch let error as StoreError {
        return error.code
    } catch {
        Issue.record("\(error) is no store error")
        return nil
    }
}
#endif
