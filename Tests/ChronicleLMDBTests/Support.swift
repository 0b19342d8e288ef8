#if LMDB
import ChronicleHistory
import ChronicleLMDB
import ChronicleSchema
import ChronicleStore
import Foundation
import Testing

/// A folder that is removed with its owner.
final class Folder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "chronicle-lmdb-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    var store: URL { url.appending(path: "store") }
    var data: URL { store.appending(path: "data.mdb") }
}

enum Fixture {
    /// Trips with a unique code, an indexed title, a number and a reference to another trip.
    static func schema(
        name: String = "Trip", columns: [Schema.Column] = columns, unique: Int? = 0, index: Int? = 1
    ) -> Schema {
        var indexes: [Schema.IndexDescription] = []
        if let unique { indexes.append(Schema.IndexDescription(name: "unique", columns: [unique], isUnique: true)) }
        if let index { indexes.append(Schema.IndexDescription(name: "index", columns: [index], isUnique: false)) }
        let trip = Schema.Entity(
            name: name, index: 0, columns: columns,
            properties: columns.indices.map {
                Schema.Property(name: columns[$0].name, columns: $0..<($0 + 1), isPreserved: $0 == 0, isOpaque: false)
            }, indexes: indexes, deleteActions: [], link: nil)
        return Schema(entities: [trip], version: .init(1, 0, 0))
    }

    static let columns = [
        Schema.Column(name: "code", type: .text, isOptional: false),
        Schema.Column(name: "title", type: .text, isOptional: true),
        Schema.Column(name: "days", type: .integer, isOptional: true),
    ]

    static func request(_ author: String? = nil) -> SaveRequest {
        SaveRequest(author: author, timestamp: Date(timeIntervalSinceReferenceDate: 1))
    }

    @discardableResult
    static func insert(_ rows: [[StoredValue]], into store: LMDBStore) throws -> SaveResult {
        var batch = InsertBatch(entity: 0)
        batch.keys = Array(try store.allocateKeys(rows.count))
        batch.values = rows.flatMap { $0 }
        var request = request()
        request.inserts = [batch]
        return try store.save(request)
    }

    static func trip(_ code: String, _ title: String? = nil, days: Int64? = nil) -> [StoredValue] {
        [.text(code), title.map { .text($0) } ?? .null, days.map { .integer($0) } ?? .null]
    }

    static func codes(_ store: LMDBStore, _ request: FetchRequest = FetchRequest(entity: 0)) throws -> [String] {
        var codes: [String] = []
        try store.fetch(request) { row in
            guard case .text(let code) = try row.values(of: store.schema.entities[0])[0] else { return }
            codes.append(code)
        }
        return codes
    }

    static func equal(_ column: Int, _ text: String) -> FetchRequest {
        FetchRequest(
            entity: 0, condition: .compare(.column(Query.Path(entity: 0), column), .equal, .literal(.text(text))))
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
