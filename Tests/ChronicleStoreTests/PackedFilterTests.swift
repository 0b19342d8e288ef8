import ChronicleSchema
import ChronicleStore
import Foundation
import Testing

@Suite struct PackedFilterTests {
    private let comparisons: [Query.Comparison] = [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]
    private let types: [ColumnType] = [.integer, .double, .date, .unsigned, .reference, .bool]

    private func part(_ generator: inout SeededGenerator) -> Query.Condition {
        let type = types.randomElement(using: &generator) ?? .integer
        switch Int.random(in: 0..<8, using: &generator) {
        case 0:
            let text = Query.Value.literal(Items.random(.text, &generator))
            return Bool.random(using: &generator)
                ? .contains(Items.value(.text), text) : .startsWith(Items.value(.text), text)
        case 1:
            return .compare(
                Items.value(.text), comparisons.randomElement(using: &generator) ?? .equal,
                .literal(Items.random(.text, &generator)))
        case 2 where type != .bool:
            let members = (0..<4).map { $0 == 0 ? .null : Items.random(type, &generator) }
            return .member(Items.value(type), .init(members))
        default: break
        }
        if type == .bool { return .isTrue(Items.value(.bool)) }
        let comparison = comparisons.randomElement(using: &generator) ?? .equal
        if [.equal, .notEqual].contains(comparison), Int.random(in: 0..<4, using: &generator) == 0 {
            return .compare(Items.value(type), comparison, .literal(.null))
        }
        let constant = Query.Value.literal(Items.random(type, &generator))
        if Bool.random(using: &generator) {
            let inPlaceOfNull = Query.Value.literal(Items.random(type, &generator))
            return .compare(.coalesce(Items.value(type), inPlaceOfNull), comparison, constant)
        }
        return .compare(Items.value(type), comparison, constant)
    }

    /// The answer for a value in place of null, told without the compiler's quick forms; nil for other conditions.
    private static func plainly(_ condition: Query.Condition, _ row: [StoredValue]) throws -> Bool? {
        guard
            case .compare(.coalesce(.column(_, let column), .literal(let other)), let comparison, let constant) =
                condition
        else { return nil }
        let filled = Query.Value.literal(row[column].isNull ? other : row[column])
        let compiled = try CompiledCondition(
            .compare(filled, comparison, constant), schema: Items.schema, entity: 0)
        let rows = PlainRows(rows: [0: row])
        return try rows.withRow(entity: 0, key: 0) { cells in
            try cells.map { try compiled.matches(key: 0, cells: $0, rows) }
        }
    }

    @Test func packedRowsGiveTheAnswersOfTheirValues() throws {
        var generator = SeededGenerator.printed("packed filters")
        let layout = PackedRowLayout(Items.schema.entities[0])
        let rows = (0..<40).map { _ in Items.row(&generator) }
        let plain = PlainRows(rows: Dictionary(uniqueKeysWithValues: rows.enumerated().map { (Int64($0), $1) }))
        for _ in 0..<500 {
            let parts = (0..<Int.random(in: 1...3, using: &generator)).map { _ in part(&generator) }
            let condition = try CompiledCondition(
                parts.count == 1 ? parts[0] : .and(parts), schema: Items.schema, entity: 0)
            let filter = try #require(PackedFilter(condition, layout: layout))
            #expect(filter.isWhole)
            for (key, row) in rows.enumerated() {
                let answer = try plain.withRow(entity: 0, key: Int64(key)) { cells in
                    try cells.map { try condition.matches(key: Int64(key), cells: $0, plain) }
                }
                let packed = try layout.pack(row[...]).withUnsafeBytes { try filter.holds($0) }
                #expect(packed == answer, "\(parts) over \(row)")
                let plainAnswers = try parts.map { try Self.plainly($0, row) }
                if !plainAnswers.contains(nil) {
                    #expect(packed == !plainAnswers.contains(false), "\(parts) over \(row)")
                }
            }
        }
    }

    /// Also for nulls, which are neither less nor greater than anything.
    @Test func theOppositeOfAPartHoldsWhereThePartDoesNot() throws {
        var generator = SeededGenerator.printed("opposites")
        let rows = (0..<60).map { _ in Items.row(&generator) }
        let layout = PackedRowLayout(Items.schema.entities[0])
        let plain = PlainRows(rows: Dictionary(uniqueKeysWithValues: rows.enumerated().map { (Int64($0), $1) }))
        for _ in 0..<400 {
            let part = self.part(&generator)
            let condition = try CompiledCondition(part, schema: Items.schema, entity: 0)
            let opposite = try CompiledCondition(.not(part), schema: Items.schema, entity: 0)
            let filter = PackedFilter(opposite, layout: layout)
            for (key, row) in rows.enumerated() {
                let answers = try plain.withRow(entity: 0, key: Int64(key)) { cells in
                    try cells.map {
                        (
                            try condition.matches(key: Int64(key), cells: $0, plain),
                            try opposite.matches(key: Int64(key), cells: $0, plain)
                        )
                    }
                }
                let (holds, isOpposite) = try #require(answers)
                #expect(isOpposite == !holds, "\(part) over \(row)")
                if let filter {
                    let packed = try layout.pack(row[...]).withUnsafeBytes { try filter.holds($0) }
                    #expect(packed == !holds, "\(part) over \(row)")
                }
            }
        }
    }

    @Test func onlyTheFirstPartsOfAConditionAreAskedOfPackedRows() throws {
        let layout = PackedRowLayout(Items.schema.entities[0])
        let number = Query.Condition.compare(Items.value(.integer), .greater, .literal(.integer(1)))
        let text = Query.Condition.contains(Items.value(.text), Items.value(.text))
        func filter(_ condition: Query.Condition) throws -> PackedFilter? {
            PackedFilter(try CompiledCondition(condition, schema: Items.schema, entity: 0), layout: layout)
        }
        #expect(try filter(.and([number, text]))?.isWhole == false)
        #expect(try filter(.and([text, number])) == nil)
        #expect(try filter(.not(text)) == nil)
        #expect(try filter(.not(number))?.isWhole == true)
        #expect(throws: StoreError.self) { try filter(number)?.holds(UnsafeRawBufferPointer(start: nil, count: 0)) }
    }
}
