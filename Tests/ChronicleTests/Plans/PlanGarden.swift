import Chronicle
import ChronicleMemory
import ChronicleStore
import Foundation

#if SQLite
import ChronicleSQLite
#endif
#if LMDB
import ChronicleLMDB
#endif

/// Two entities in the terms of stores: plants, which refer to beds, with indexes of every kind.
enum PlanGarden {
    static let plants = 0
    static let beds = 1
    static let path = Query.Path(entity: plants)
    static let bedPath = Query.Path(references: [5], entity: beds)
    static let hillPath = Query.Path(references: [5, 2], entity: beds)

    /// Name, code, age, height, isRare, bed, note.
    static let plantTypes: [ColumnType] = [.text, .text, .integer, .double, .bool, .reference, .text]
    /// Name, size, neighbour.
    static let bedTypes: [ColumnType] = [.text, .integer, .reference]

    static let schema = Schema(
        entities: [
            entity(
                "Plant", plants, ["name", "code", "age", "height", "isRare", "bed", "note"], plantTypes,
                required: [2],
                [
                    .init(name: "name", columns: [0], isUnique: false),
                    .init(name: "code", columns: [1], isUnique: true),
                    .init(name: "age-height", columns: [2, 3], isUnique: false),
                    .init(name: "rare-name", columns: [4, 0], isUnique: false),
                    .init(name: "age", columns: [2], isUnique: false),
                    .init(name: "bed", columns: [5], isUnique: false),
                ]),
            entity(
                "Bed", beds, ["name", "size", "neighbour"], bedTypes, required: [],
                [
                    .init(name: "name", columns: [0], isUnique: false),
                    .init(name: "neighbour", columns: [2], isUnique: false),
                ]),
        ], version: .init(1, 0, 0))

    private static func entity(
        _ name: String, _ index: Int, _ names: [String], _ types: [ColumnType], required: Set<Int>,
        _ indexes: [Schema.IndexDescription]
    ) -> Schema.Entity {
        Schema.Entity(
            name: name, index: index,
            columns: names.indices.map {
                Schema.Column(
                    name: names[$0], type: types[$0], isOptional: !required.contains($0),
                    destination: types[$0] == .reference ? "Bed" : nil)
            },
            properties: names.indices.map {
                Schema.Property(name: names[$0], columns: $0..<$0 + 1, isPreserved: false, isOpaque: false)
            }, indexes: indexes, deleteActions: [], link: nil)
    }

    static let long = String(repeating: "long ", count: 120)
    static let texts = [
        "", "a", "ab", "abc", "b", "A", "e", "é", "e\u{301}", "éa", "e\u{301}x", "\r\n", "\r", "a\r\nb", "\u{212A}", "K",
        "한", "\u{1112}\u{1161}\u{11AB}", "\u{1112}\u{1161}", "日本", "🇩🇪", "🇩", "👨‍👩‍👧", "\u{10FFFF}", "\u{10FFFF}x", "zz",
        "ab\u{301}", "a\0", "a\0b", long, long + "1", long + "2", long + "é",
    ]

    static func text(_ generator: inout PlanGenerator) -> String { texts.randomElement(using: &generator) ?? "" }

    static func bed(_ generator: inout PlanGenerator, _ keys: [Int64]) -> [StoredValue] {
        [
            maybe(.text(text(&generator)), &generator), maybe(.integer(number(&generator)), &generator),
            maybe(.reference(keys.randomElement(using: &generator) ?? 0), &generator),
        ]
    }

    static func plant(_ generator: inout PlanGenerator, _ number: Int, _ beds: [Int64]) -> [StoredValue] {
        [
            maybe(.text(text(&generator)), &generator), maybe(.text("code \(number)"), &generator),
            .integer(self.number(&generator)),
            maybe(.double(Double(self.number(&generator)) / 2), &generator),
            maybe(.bool(Bool.random(using: &generator)), &generator),
            maybe(.reference(beds.randomElement(using: &generator) ?? 0), &generator),
            maybe(.text(text(&generator)), &generator),
        ]
    }

    static func number(_ generator: inout PlanGenerator) -> Int64 { Int64.random(in: -2...6, using: &generator) }

    private static func maybe(_ value: StoredValue, _ generator: inout PlanGenerator) -> StoredValue {
        Int.random(in: 0..<6, using: &generator) == 0 ? .null : value
    }
}

/// The stores of all kinds with the same rows, which are also at hand.
final class PlanStores {
    private let folder: URL
    let stores: [(name: String, store: any DataStore)]
    private(set) var rows: [[Int64: [StoredValue]]] = [[:], [:]]

    init(_ schema: Schema = PlanGarden.schema) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "chronicle-plans-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var stores: [(String, any DataStore)] = [("memory", MemoryStore(schema: schema))]
        #if SQLite
        stores.append(
            (
                "sqlite",
                try SQLiteStore(
                    schema: schema, configuration: SQLiteConfiguration(url: folder.appending(path: "store.sqlite")))
            ))
        #endif
        #if LMDB
        stores.append(("lmdb", try LMDBStore(at: folder.appending(path: "store.lmdb"), schema: schema, durability: .noSync)))
        #endif
        self.stores = stores
    }

    deinit {
        for (_, store) in stores { try? store.close() }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Saves rows under keys of every store, which must hand out the same.
    func insert(_ entity: Int, _ count: Int, _ make: ([Int64], Int) -> [StoredValue]) throws {
        var batch = InsertBatch(entity: entity)
        for (index, (name, store)) in stores.enumerated() {
            let keys = Array(try store.allocateKeys(count))
            if index == 0 {
                batch.keys = keys
                for (place, key) in keys.enumerated() {
                    let row = make(keys, place)
                    batch.values += row
                    rows[entity][key] = row
                }
            } else if keys != batch.keys {
                throw StoreError(.invalidValue, "\(name) hands out other keys")
            }
            var request = SaveRequest(timestamp: Date(timeIntervalSinceReferenceDate: 0))
            request.inserts = [batch]
            _ = try store.save(request)
        }
    }
}

/// The rows in dictionaries, by entity.
struct PlanRows: RowResolver {
    let rows: [[Int64: [StoredValue]]]

    func withRow<R>(entity: Int, key: Int64, _ body: (UnsafePointer<RowCell>?) throws -> R) throws -> R {
        guard let values = rows[entity][key] else { return try body(nil) }
        return try values.withUnsafeBufferPointer { values in
            guard let base = values.baseAddress else { return try body(nil) }
            return try values.indices.map { RowCell.value(base + $0) }.withUnsafeBufferPointer {
                try body($0.baseAddress)
            }
        }
    }

    func forEachRow(
        entity: Int, whose column: Int, refersTo key: Int64, _ body: (Int64, UnsafePointer<RowCell>) throws -> Bool
    ) throws {
        for row in rows[entity].keys.sorted() where rows[entity][row]?[column] == .reference(key) {
            guard try withRow(entity: entity, key: row, { try $0.map { try body(row, $0) } ?? true }) else { return }
        }
    }

    /// What every store must answer.
    func keys(_ request: FetchRequest, _ schema: Schema) throws -> [Int64] {
        try QueryEvaluator(request, schema: schema).keys(self) { visit in
            for key in rows[request.entity].keys.sorted() {
                let goesOn = try withRow(entity: request.entity, key: key) { try $0.map { try visit(key, $0) } ?? true }
                if !goesOn { return }
            }
        }
    }
}

/// Random numbers that a seed decides.
struct PlanGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 0x2545_F491_4F6C_DD1D
    }
}
