#if SQLite
import ChronicleSQLite
import ChronicleSchema
import ChronicleStore
import Foundation
import Testing

/// Whole numbers of one kind beside those of another: SQLite keeps unsigned ones as the signed ones of the same bits.
@Suite struct MixedNumberTests {
    private static let integers: [StoredValue] = [
        .null, .integer(.min), .integer(-3), .integer(-1), .integer(0), .integer(5), .integer(7), .integer(.max),
    ]
    private static let unsigned: [StoredValue] = [
        .null, .unsigned(0), .unsigned(5), .unsigned(7), .unsigned((1 << 63) - 1), .unsigned(1 << 63),
        .unsigned(.max - 2), .unsigned(.max),
    ]
    private static let comparisons: [Query.Comparison] = [
        .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
    ]

    /// A store with a row for each pair of numbers, whose integers and unsigned numbers are indexed.
    private func store(_ folder: Folder) throws -> SQLiteStore {
        let columns = [
            Schema.Column(name: "whole", type: .integer, isOptional: true),
            Schema.Column(name: "big", type: .unsigned, isOptional: true),
            Schema.Column(name: "other", type: .reference, isOptional: true, destination: "Number"),
        ]
        let entity = Fixture.entity(
            "Number", 0, columns,
            indexes: [
                Schema.IndexDescription(name: "whole", columns: [0], isUnique: false),
                Schema.IndexDescription(name: "big", columns: [1], isUnique: false),
            ])
        let store = try Fixture.store(
            folder.file(), schema: Schema(entities: [entity], version: .init(1, 0, 0)))
        let rows = Self.integers.flatMap { whole in Self.unsigned.map { [whole, $0, StoredValue.reference(5)] } }
        try Fixture.insert(rows, into: store)
        return store
    }

    private func check(_ condition: Query.Condition, _ store: SQLiteStore) throws {
        for condition in [condition, .not(condition), .or([condition, .isTrue(.condition(condition))])] {
            let request = FetchRequest(entity: 0, condition: condition)
            let expected = try Fixture.evaluated(request, store)
            #expect(try store.fetchKeys(request) == expected, "\(condition)")
            #expect(try store.count(request) == expected.count, "\(condition)")
        }
    }

    @Test func comparisonsOfUnlikeNumbersAreThoseOfTheEvaluator() throws {
        let folder = try Folder()
        let store = try store(folder)
        let (whole, big, other) = (Fixture.column(0), Fixture.column(1), Fixture.column(2))
        for comparison in Self.comparisons {
            try check(.compare(whole, comparison, big), store)
            try check(.compare(big, comparison, whole), store)
            try check(.compare(big, comparison, big), store)
            try check(.compare(whole, comparison, other), store)
            try check(.compare(.key(Fixture.pathToSelf), comparison, whole), store)
            for constant in Self.unsigned {
                for value in [whole, big, .coalesce(whole, .literal(.integer(-1)))] {
                    try check(.compare(value, comparison, .literal(constant)), store)
                    try check(.compare(.literal(constant), comparison, value), store)
                }
            }
            for constant in Self.integers {
                for value in [big, other, .coalesce(big, .literal(.unsigned(.max)))] {
                    try check(.compare(value, comparison, .literal(constant)), store)
                    try check(.compare(.literal(constant), comparison, value), store)
                }
                for other in Self.unsigned {
                    try check(.compare(.literal(constant), comparison, .literal(other)), store)
                }
            }
        }
    }

    @Test func unlikeMembersAreThoseOfTheEvaluator() throws {
        let folder = try Folder()
        let store = try store(folder)
        for members in [Self.unsigned, Self.integers, Self.integers + Self.unsigned, [.unsigned(.max)], [.integer(-1)]]
        {
            for members in [members, members.filter { !$0.isNull }] {
                try check(.member(Fixture.column(0), .init(members)), store)
                try check(.member(Fixture.column(1), .init(members)), store)
            }
        }
        let references = Self.integers + [.reference(5), .reference(-1), .reference(0)]
        try check(.member(Fixture.column(0), .init(references)), store)
        try check(.member(.key(Fixture.pathToSelf), .init(references)), store)
        try check(.member(Fixture.column(2), .init(references)), store)
    }

    @Test func numbersOfUnlikeKindsThatHaveNoOrderAreRefused() throws {
        let folder = try Folder()
        let store = try store(folder)
        for (value, constant): (Query.Value, StoredValue) in [
            (Fixture.column(0), .double(1)), (Fixture.column(1), .double(1)), (Fixture.column(1), .reference(1)),
        ] {
            for condition in [
                Query.Condition.compare(value, .less, .literal(constant)), .member(value, .init([constant])),
            ] {
                let request = FetchRequest(entity: 0, condition: condition)
                #expect(code { _ = try store.fetchKeys(request) } == .unsupportedQuery, "\(condition)")
            }
        }
    }

    @Test(arguments: [
        (1, Query.Comparison.equal, StoredValue.integer(5)), (1, .equal, .unsigned(.max)), (1, .less, .unsigned(7)),
        (1, .less, .integer(7)), (1, .greater, .unsigned(1 << 63)), (0, .equal, .unsigned(5)),
    ])
    func anIndexFindsThem(_ column: Int, _ comparison: Query.Comparison, _ constant: StoredValue) throws {
        let folder = try Folder()
        let store = try store(folder)
        let plan = try store.explain(request(column, comparison, constant), measuring: true)
        #expect(plan.evaluatedAfterReading.isEmpty)
        #expect(plan.access == .index || plan.access == .union, "\(plan)")
        #expect(plan.figures?.rowsRead == plan.figures?.rowsReturned)
    }

    @Test(arguments: [Query.Comparison.less, .lessOrEqual, .greater, .greaterOrEqual, .equal])
    func anUnsignedConstantBesideIntegersIsOneOfThem(_ comparison: Query.Comparison) throws {
        let folder = try Folder()
        let store = try store(folder)
        let unsigned = try store.explain(request(0, comparison, .unsigned(5)), measuring: true)
        let signed = try store.explain(request(0, comparison, .integer(5)), measuring: true)
        #expect(unsigned.statement == signed.statement)
    }

    private func request(_ column: Int, _ comparison: Query.Comparison, _ constant: StoredValue) -> FetchRequest {
        FetchRequest(entity: 0, condition: .compare(Fixture.column(column), comparison, .literal(constant)))
    }
}
#endif
