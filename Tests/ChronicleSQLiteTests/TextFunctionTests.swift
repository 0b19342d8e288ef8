#if SQLite
import ChronicleSQLite
import ChronicleSchema
import ChronicleStore
import Foundation
import Testing

/// Texts that SQL searches, measures and orders by Swift's functions: the answers are the evaluator's, and SQL gives all of them.
@Suite struct TextFunctionTests {
    private static let texts = [
        "", "a", "A", "ab", "aB\r\n", "\n", "\r", "b\r", "x\r\nb", "\u{e9}", "e\u{301}", "E\u{301}", "Stra\u{df}e",
        "STRASSE",
        "\u{3c3}", "\u{3c2}", "\u{130}", "i", "\u{ff21}\u{ff22}", "nul\0nul", "Q10", "q9", "Q010",
        "\u{1F469}\u{200D}\u{1F469}",
        "\u{1F469}", "\u{212A}", "k", "\u{c5}", "A\u{30a}", "\u{ac00}", "\u{1100}\u{1161}", "a b", "a-b",
        "a\u{301}\u{302}",
    ]

    private func store(_ folder: Folder) throws -> SQLiteStore {
        let store = try Fixture.store(folder.file())
        let texts = Self.texts.map { StoredValue.text($0) } + [.null]
        try Fixture.insert(
            texts.enumerated().map { index, text in
                let other = texts[(index * 8 + 3) % texts.count]
                return Fixture.flight("c\(index)", [1: text, 2: other, 8: .data(Data(repeating: 7, count: index))])
            }, into: store)
        return store
    }

    private func check(_ request: FetchRequest, _ store: SQLiteStore) throws {
        let expected = try Fixture.evaluated(request, store)
        #expect(try store.fetchKeys(request) == expected, "\(request)")
        #expect(try store.count(request) == expected.count, "\(request)")
        var delivered: [Int64] = []
        try store.fetch(request) { delivered.append($0.key) }
        #expect(delivered == expected, "\(request)")
        #expect(try store.explain(request, measuring: false).evaluatedAfterReading.isEmpty, "\(request)")
    }

    private func check(_ condition: Query.Condition, _ store: SQLiteStore) throws {
        try check(FetchRequest(entity: 0, condition: condition), store)
        try check(FetchRequest(entity: 0, condition: .not(condition), offset: 1, limit: 5), store)
    }

    @Test func aSearchIsPushedDown() throws {
        let folder = try Folder()
        let store = try store(folder)
        for text in Self.texts {
            try check(.search(Fixture.column(1), .literal(.text(text))), store)
            try check(.search(.literal(.text(text)), Fixture.column(2)), store)
            try check(.contains(Fixture.column(1), .literal(.text(text))), store)
            try check(.startsWith(Fixture.column(1), .literal(.text(text))), store)
        }
        try check(.search(Fixture.column(1), Fixture.column(2)), store)
        try check(.search(.coalesce(Fixture.column(1), Fixture.column(2)), .literal(.text("A"))), store)
        try check(.search(Fixture.column(1), .literal(.null)), store)
    }

    @Test func aRegularExpressionIsPushedDownWithTheSpellingOfTheText() throws {
        let folder = try Folder()
        let store = try store(folder)
        // Scalar by scalar, "é" is another text than "e" with a mark.
        for source in ["a", "^.$", "[0-9]+", "\u{e9}", "(?i)strasse", "\\u{301}", "x*"] {
            for isScalar in [false, true] {
                let regex = try Regex(source)
                let pattern = Query.TextPattern(
                    isScalar ? regex.matchingSemantics(.unicodeScalar) : regex, source: "\(source) \(isScalar)")
                try check(.matches(Fixture.column(1), pattern), store)
                try check(.matches(.coalesce(Fixture.column(2), .literal(.text("e\u{301}"))), pattern), store)
            }
        }
    }

    @Test func aLengthIsPushedDown() throws {
        let folder = try Folder()
        let store = try store(folder)
        for length in 0..<8 {
            for comparison in [Query.Comparison.equal, .notEqual, .greater] {
                for column in [1, 2, 8] {
                    try check(
                        .compare(.length(Fixture.column(column)), comparison, .literal(.integer(Int64(length)))), store)
                }
            }
        }
        try check(.compare(.length(Fixture.column(1)), .less, .length(Fixture.column(2))), store)
        try check(.compare(.length(.literal(.text("\r\ne\u{301}"))), .equal, .length(Fixture.column(1))), store)
    }

    @Test(arguments: [Query.Collation.scalars, .caseInsensitive, .standard])
    func anOrderIsPushedDown(_ collation: Query.Collation) throws {
        let folder = try Folder()
        let store = try store(folder)
        for text in Self.texts {
            for sign: Int64 in [-1, 0, 1] {
                try check(
                    .compare(
                        .order(collation, Fixture.column(1), .literal(.text(text))), .equal, .literal(.integer(sign))),
                    store)
            }
        }
        try check(
            .compare(.order(collation, Fixture.column(1), Fixture.column(2)), .less, .literal(.integer(0))), store)
        for column in [1, 2] {
            for isReversed in [false, true] {
                for limit in [nil, 4] {
                    let key = Query.SortKey(Fixture.column(column), isReversed: isReversed, collation: collation)
                    let request = FetchRequest(entity: 0, order: [key], offset: limit == nil ? 0 : 3, limit: limit)
                    try check(request, store)
                    let plan = try store.explain(request, measuring: true)
                    // Only the rows that are delivered leave SQLite, in their order.
                    #expect(plan.statement?.text.contains("LIMIT") == (limit != nil))
                }
            }
        }
    }
}
#endif
