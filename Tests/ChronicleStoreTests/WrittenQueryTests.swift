import ChronicleSchema
import ChronicleStore
import Foundation
import Testing

@Suite struct WrittenQueryTests {
    private let entity = Items.schema.entities[0]

    private func condition(_ source: String) throws -> Query.Condition {
        try WrittenQuery.condition(source, schema: Items.schema, entity: entity)
    }

    private func equal(_ type: ColumnType, _ value: StoredValue) -> Query.Condition {
        .compare(Items.value(type), .equal, .literal(value))
    }

    @Test func conditionsAreReadAsTheyAreWritten() throws {
        #expect(
            try condition("text = 'LIS' and integer > 30")
                == .and([
                    equal(.text, .text("LIS")), .compare(Items.value(.integer), .greater, .literal(.integer(30))),
                ]))
        #expect(
            try condition("text == \"it's\" || bool")
                == .or([equal(.text, .text("it's")), .isTrue(Items.value(.bool))]))
        #expect(try condition("text = 'it''s'") == equal(.text, .text("it's")))
        #expect(
            try condition("not (double <= -1.5)")
                == .not(
                    .compare(Items.value(.double), .lessOrEqual, .literal(.double(-1.5)))))
        #expect(try condition("decimal is not nil") == .compare(Items.value(.decimal), .notEqual, .literal(.null)))
        #expect(try condition("text starts with 'a'") == .startsWith(Items.value(.text), .literal(.text("a"))))
        #expect(
            try condition("integer in (1, 2)") == .member(Items.value(.integer), .init([.integer(1), .integer(2)])))
        #expect(try condition("id > 7") == .compare(.key(Items.path), .greater, .literal(.reference(7))))
        #expect(
            try condition("reference.text contains 'x'")
                == .contains(
                    .column(Query.Path(references: [9], entity: 0), 0), .literal(.text("x"))))
        #expect(
            try condition("date >= 2001-01-02T00:00:00Z")
                == .compare(
                    Items.value(.date), .greaterOrEqual, .literal(.date(Date(timeIntervalSinceReferenceDate: 86_400)))))
        #expect(
            try condition("date < '2001-01-02'")
                == .compare(
                    Items.value(.date), .less, .literal(.date(Date(timeIntervalSinceReferenceDate: 86_400)))))
    }

    @Test func ordersAreReadAsTheyAreWritten() throws {
        let order = try WrittenQuery.order("text desc, integer", schema: Items.schema, entity: entity)
        #expect(order == [.init(Items.value(.text), isReversed: true), .init(Items.value(.integer))])
    }

    @Test(arguments: [
        "", "text", "text =", "text = LIS", "integer = 'x'", "weight = 1", "(integer = 1", "integer = 1)",
        "integer = 1 or",
        "date < '2026-02-30'", "date < 2026-02-30T00:00:00Z", "date < 2025-02-29T00:00:00+01:00", "date < '2026-13-01'",
        "text = 'open", "integer # 1", "reference.weight = 1", String(repeating: "(", count: 5_000),
    ]) func whatMakesNoSenseIsRefusedWithItsPlace(_ source: String) {
        #expect { try condition(source) } throws: { ($0 as? StoreError)?.code == .unsupportedQuery }
    }
}
