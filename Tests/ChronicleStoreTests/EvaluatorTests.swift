import ChronicleMemory
import ChronicleSchema
import ChronicleStore
import Foundation
import Testing

@Suite struct EvaluatorTests {
    static let comparisons: [Query.Comparison] = [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]

    /// The answer over values in packed form and as they are, which must be the same.
    func answer(_ condition: Query.Condition, _ row: [StoredValue]) throws -> Bool {
        let compiled = try CompiledCondition(condition, schema: Items.schema, entity: 0)
        let rows = PlainRows(rows: [1: row])
        let plain = try rows.withRow(entity: 0, key: 1) { try $0.map { try compiled.matches(key: 1, cells: $0, rows) } }
        let layout = PackedRowLayout(Items.schema.entities[0])
        let packed = try layout.pack(row[...]).withUnsafeBytes { bytes in
            try withUnsafeTemporaryAllocation(of: RowCell.self, capacity: 10) { cells in
                guard let base = cells.baseAddress else { return false }
                try layout.cells(of: bytes, into: base)
                return try compiled.matches(key: 1, cells: base, rows)
            }
        }
        #expect(plain == packed)
        return packed
    }

    func expected(_ a: StoredValue, _ comparison: Query.Comparison, _ b: StoredValue) -> Bool {
        if a.isNull || b.isNull {
            return comparison == .equal ? a.isNull && b.isNull : comparison == .notEqual && a.isNull != b.isNull
        }
        return switch comparison {
        case .equal: a == b
        case .notEqual: a != b
        case .less: isLess(a, b)
        case .lessOrEqual: a == b || isLess(a, b)
        case .greater: isLess(b, a)
        case .greaterOrEqual: a == b || isLess(b, a)
        }
    }

    @Test func comparisonsAreSwifts() throws {
        var generator = SeededGenerator.printed("comparisons")
        for type in Items.types where type != .data {
            for _ in 0..<600 {
                var row = Items.row(&generator)
                if Bool.random(using: &generator) { row[Items.column(type)] = Items.random(type, &generator) }
                let literal = Int.random(in: 0..<8, using: &generator) == 0 ? .null : Items.random(type, &generator)
                let comparison = Self.comparisons.randomElement(using: &generator) ?? .equal
                if type == .bool && comparison != .equal && comparison != .notEqual { continue }
                let value = row[Items.column(type)]
                let right = try answer(.compare(Items.value(type), comparison, .literal(literal)), row)
                #expect(right == expected(value, comparison, literal), "\(value) \(comparison) \(literal)")
                let left = try answer(.compare(.literal(literal), comparison, Items.value(type)), row)
                #expect(left == expected(literal, comparison, value), "\(literal) \(comparison) \(value)")
                let member = try answer(.member(Items.value(type), .init([literal])), row)
                #expect(member == (value == literal))
            }
        }
    }

    @Test func textSearchIsByGraphemeCluster() throws {
        for text in Items.texts {
            var row = [StoredValue](repeating: .null, count: 10)
            row[0] = .text(text)
            for other in Items.texts {
                let starts = try answer(.startsWith(Items.value(.text), .literal(.text(other))), row)
                #expect(starts == text.starts(with: other), "\(text.debugDescription) \(other.debugDescription)")
                let contains = try answer(.contains(Items.value(.text), .literal(.text(other))), row)
                let clusters = Array(text)
                let sought = Array(other)
                let found = sought.isEmpty || clusters.indices.contains { clusters[$0...].starts(with: sought) }
                #expect(contains == found, "\(text.debugDescription) \(other.debugDescription)")
            }
        }
    }

    @Test func overflowAndDivisionByZeroAreErrors() throws {
        var row = [StoredValue](repeating: .null, count: 10)
        row[1] = .integer(.max)
        let one = Query.Value.literal(.integer(1))
        let zero = Query.Value.literal(.integer(0))
        for value in [
            Query.Value.arithmetic(.add, Items.value(.integer), one), .arithmetic(.divide, one, zero),
            .arithmetic(.remainder, one, zero),
        ] {
            #expect(throws: StoreError.self) { try answer(.compare(value, .equal, one), row) }
        }
        row[1] = .integer(4)
        #expect(
            try answer(
                .compare(
                    .arithmetic(.multiply, Items.value(.integer), .literal(.integer(3))), .equal, .literal(.integer(12))
                ), row))
        #expect(
            try answer(
                .compare(.coalesce(Items.value(.double), .literal(.double(2))), .equal, .literal(.double(2))), row))
    }

    @Test func integersAndUnsignedNumbersCompareExactly() throws {
        var row = [StoredValue](repeating: .null, count: 10)
        row[5] = .unsigned(.max)
        #expect(try !answer(.compare(Items.value(.unsigned), .equal, .literal(.integer(-1))), row))
        #expect(try answer(.compare(Items.value(.unsigned), .greater, .literal(.integer(-1))), row))
    }

    @Test func nonsenseIsRefusedWhenItIsCompiled() {
        let nonsense: [Query.Condition] = [
            .compare(Items.value(.text), .equal, .literal(.integer(1))), .isTrue(Items.value(.text)),
            .compare(Items.value(.data), .equal, .literal(.data(Data()))),
            .compare(.column(Items.path, 99), .equal, .literal(.null)),
            .contains(Items.value(.integer), .literal(.text("1"))),
            .compare(Items.value(.bool), .less, .literal(.bool(true))),
            .compare(.column(.init(references: [0], entity: 0), 1), .equal, .literal(.null)),
        ]
        for condition in nonsense {
            #expect(throws: StoreError.self) { try CompiledCondition(condition, schema: Items.schema, entity: 0) }
        }
    }

    @Test func sortedFetchesAreSwiftsAndTiesComeByKey() throws {
        var generator = SeededGenerator.printed("sorting")
        let (store, rows) = try Items.filledStore(300, &generator)
        for _ in 0..<150 {
            let types = Items.types.filter { $0 != .data }.shuffled(using: &generator).prefix(
                Int.random(in: 1...2, using: &generator))
            let order = types.map { Query.SortKey(Items.value($0), isReversed: Bool.random(using: &generator)) }
            let offset = Int.random(in: 0...20, using: &generator)
            let limit = Bool.random(using: &generator) ? Int.random(in: 0...30, using: &generator) : nil
            let got = try store.fetchKeys(FetchRequest(entity: 0, order: order, offset: offset, limit: limit))
            let all = rows.keys.sorted { a, b in
                for (key, type) in zip(order, types) {
                    guard let x = rows[a]?[Items.column(type)], let y = rows[b]?[Items.column(type)] else {
                        return false
                    }
                    if x == y { continue }
                    let less = x.isNull || (!y.isNull && isLess(x, y))
                    return key.isReversed ? !less : less
                }
                return a < b
            }
            #expect(
                got == Array(all.dropFirst(offset).prefix(limit ?? .max)),
                "\(order) \(offset) \(String(describing: limit))")
        }
    }
}
