import ChronicleMemory
import ChronicleSchema
import ChronicleStore
import Foundation
import Testing

@Suite struct QueryPlanTests {
    func condition(_ generator: inout SeededGenerator, depth: Int = 2) -> Query.Condition {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 5), using: &generator) {
        case 0:
            return .startsWith(Items.value(.text), .literal(Items.random(.text, &generator)))
        case 1:
            let type = Items.types.filter { $0 != .data }.randomElement(using: &generator) ?? .text
            let members = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                Int.random(in: 0..<6, using: &generator) == 0 ? .null : Items.random(type, &generator)
            }
            return .member(Items.value(type), .init(members))
        case 2:
            return .compare(.key(Items.path), .equal, .literal(Items.random(.reference, &generator)))
        case 3: return .isTrue(Items.value(.bool))
        case 4:
            let type = Items.types.filter { $0 != .data && $0 != .bool }.randomElement(using: &generator) ?? .text
            let literal = Int.random(in: 0..<8, using: &generator) == 0 ? .null : Items.random(type, &generator)
            let path = Query.Path(references: Int.random(in: 0..<4, using: &generator) == 0 ? [9] : [], entity: 0)
            let comparison = EvaluatorTests.comparisons.randomElement(using: &generator) ?? .equal
            return .compare(.column(path, Items.column(type)), comparison, .literal(literal))
        case 5: return .or([condition(&generator, depth: depth - 1), condition(&generator, depth: depth - 1)])
        case 6: return .not(condition(&generator, depth: depth - 1))
        default: return .and([condition(&generator, depth: depth - 1), condition(&generator, depth: depth - 1)])
        }
    }

    @Test func plannedFetchesAnswerAsTheEvaluatorDoesOverAllRows() throws {
        var generator = SeededGenerator.printed("plans")
        let (store, rows) = try Items.filledStore(200, &generator)
        let plain = PlainRows(rows: rows)
        for _ in 0..<400 {
            let keys = Items.types.filter { $0 != .data }.shuffled(using: &generator)
            let request = FetchRequest(
                entity: 0, condition: condition(&generator),
                order: keys.prefix(Int.random(in: 0...2, using: &generator)).map {
                    .init(Items.value($0), isReversed: Int.random(in: 0..<3, using: &generator) == 0)
                },
                offset: Int.random(in: 0..<3, using: &generator),
                limit: Bool.random(using: &generator) ? Int.random(in: 0...20, using: &generator) : nil)
            let expected = try QueryEvaluator(request, schema: Items.schema).keys(plain) { try plain.scan($0) }
            #expect(try store.fetchKeys(request) == expected, "\(request)")
            #expect(try store.count(request) == expected.count, "\(request)")
            var delivered: [Int64] = []
            try store.fetch(request) { delivered.append($0.key) }
            #expect(delivered == expected)
        }
    }

    @Test func anIndexNarrowsAFetchAndItsOrderSavesTheSort() throws {
        let entity = Items.schema.entities[0]
        func plan(_ condition: Query.Condition?, _ order: [Query.SortKey] = [], limit: Int? = nil) throws -> QueryPlan {
            try QueryPlan(
                FetchRequest(entity: 0, condition: condition, order: order, limit: limit), schema: Items.schema,
                indexes: entity.indexes)
        }
        let equal = try plan(.compare(Items.value(.text), .equal, .literal(.text("a"))))
        #expect(equal.residual == nil && equal.orderIsSatisfied && equal.access != .scan)
        let sorted = try plan(
            .compare(Items.value(.integer), .equal, .literal(.integer(1))), [.init(Items.value(.text))], limit: 5)
        #expect(sorted.orderIsSatisfied && sorted.access != .scan)
        #expect(try plan(.compare(Items.value(.text), .notEqual, .literal(.text("a")))).access == .scan)
        #expect(try plan(.compare(.key(Items.path), .equal, .literal(.reference(7)))).access == .keys([7]))
    }
}
