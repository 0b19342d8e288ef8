import ChronicleMemory
import ChronicleSchema
import ChronicleStore
import Foundation

/// A generator whose seed is printed, so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

    static func printed(_ name: String) -> SeededGenerator {
        let seed = UInt64.random(in: 0..<1_000_000)
        print("\(name): seed \(seed)")
        return SeededGenerator(seed)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}

/// One entity with a column of every type, some of them indexed.
enum Items {
    static let types: [ColumnType] = [
        .text, .integer, .double, .date, .bool, .unsigned, .decimal, .uuid, .data, .reference,
    ]
    static let schema = Schema(
        entities: [
            Schema.Entity(
                name: "Item", index: 0,
                columns: types.map {
                    Schema.Column(
                        name: $0.rawValue, type: $0, isOptional: true, destination: $0 == .reference ? "Item" : nil)
                },
                properties: types.enumerated().map { index, type in
                    Schema.Property(
                        name: type.rawValue, columns: index..<index + 1, isPreserved: type == .text,
                        isOpaque: type == .data)
                },
                indexes: [
                    .init(name: "text", columns: [0], isUnique: false),
                    .init(name: "integer-text", columns: [1, 0], isUnique: false),
                    .init(name: "bool-double", columns: [4, 2], isUnique: false),
                    .init(name: "date", columns: [3], isUnique: false),
                    .init(name: "decimal", columns: [6], isUnique: false),
                ], deleteActions: [], link: nil)
        ], version: .init(1, 0, 0))
    static let path = Query.Path(entity: 0)

    static func column(_ type: ColumnType) -> Int { types.firstIndex(of: type) ?? 0 }
    static func value(_ type: ColumnType) -> Query.Value { .column(path, column(type)) }

    static let texts = [
        "", "a", "ab", "abc", "b", "A", "\0", "a\0", "a\0b", "e", "é", "e\u{301}", "éa", "e\u{301}x", "\r\n", "\r",
        "\n",
        "a\r\nb", "\u{212A}", "K", "K1", "ö", "o\u{308}", "한", "\u{1112}\u{1161}\u{11AB}", "日本", "🇩🇪", "👨‍👩‍👧", "\u{FFFF}",
        "\u{10FFFF}", "abcdefgh", "abcdefghi", "abcdefghé", "abcdefg\u{301}", "\u{1EBF}", "e\u{302}\u{301}", "zz",
    ]
    static let decimals = [
        "0", "1", "1.00", "-1", "0.1", "-0.1", "10", "100", "99.99", "-99.99", "123456789012345678901234.5",
    ]

    static func random(_ type: ColumnType, _ generator: inout SeededGenerator, rows: Int64 = 50) -> StoredValue {
        switch type {
        case .text: .text(texts.randomElement(using: &generator) ?? "")
        case .integer: .integer([0, 1, -1, 2, 3, .max, .min].randomElement(using: &generator) ?? 0)
        case .double:
            .double([0.0, -0.0, 1, -1, 0.5, .infinity, -.infinity, 1e300].randomElement(using: &generator) ?? 0)
        case .date:
            .date(Date(timeIntervalSinceReferenceDate: Double(Int.random(in: -3...3, using: &generator)) / 3))
        case .bool: .bool(Bool.random(using: &generator))
        case .unsigned: .unsigned([0, 1, 2, .max].randomElement(using: &generator) ?? 0)
        case .decimal: .decimal(Decimal(string: decimals.randomElement(using: &generator) ?? "0") ?? 0)
        case .uuid:
            .uuid(
                UUID(
                    uuid: (
                        UInt8.random(in: 0...3, using: &generator), 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
                    )))
        case .data: .data(Data((0..<Int.random(in: 0...3, using: &generator)).map { UInt8($0 % 2) }))
        case .reference: .reference(Int64.random(in: 1...rows + 5, using: &generator))
        }
    }

    static func row(_ generator: inout SeededGenerator) -> [StoredValue] {
        types.map { Int.random(in: 0..<5, using: &generator) == 0 ? .null : random($0, &generator) }
    }

    /// A store with random rows, and the rows.
    static func filledStore(
        _ count: Int, _ generator: inout SeededGenerator
    ) throws -> (store: MemoryStore, rows: [Int64: [StoredValue]]) {
        let store = MemoryStore(schema: schema)
        var request = SaveRequest(timestamp: Date(timeIntervalSinceReferenceDate: 0))
        var batch = InsertBatch(entity: 0)
        var rows: [Int64: [StoredValue]] = [:]
        for key in try store.allocateKeys(count) {
            let row = row(&generator)
            batch.keys.append(key)
            batch.values.append(contentsOf: row)
            rows[key] = row
        }
        request.inserts = [batch]
        _ = try store.save(request)
        return (store, rows)
    }
}

/// Rows in a dictionary, handed out as cells over values: the other form of cell beside the packed one.
struct PlainRows: RowResolver {
    let rows: [Int64: [StoredValue]]

    func withRow<R>(entity: Int, key: Int64, _ body: (UnsafePointer<RowCell>?) throws -> R) throws -> R {
        guard let values = rows[key] else { return try body(nil) }
        return try values.withUnsafeBufferPointer { values in
            guard let base = values.baseAddress else { return try body(nil) }
            return try values.indices.map { RowCell.value(base + $0) }.withUnsafeBufferPointer {
                try body($0.baseAddress)
            }
        }
    }

    func scan(_ visit: QueryEvaluator.Visit) throws {
        for key in rows.keys.sorted() {
            let goesOn = try withRow(entity: 0, key: key) { cells in try cells.map { try visit(key, $0) } ?? true }
            if !goesOn { return }
        }
    }
}
