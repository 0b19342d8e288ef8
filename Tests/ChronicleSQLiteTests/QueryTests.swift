#if SQLite
import ChronicleSQLite
import ChronicleSchema
import ChronicleStore
import Foundation
import Testing

@Suite struct QueryTests {
    @Test func aPredicateOf1500TermsIsAnswered() throws {
        let folder = try Folder()
        let store = try Fixture.store(folder.file())
        let keys = try Fixture.insert(
            (0..<2000).map { Fixture.flight("c\($0)", [3: .integer(Int64($0))]) }, into: store)
        let terms = (0..<1500).map {
            Query.Condition.compare(Fixture.column(3), .equal, .literal(.integer(Int64($0))))
        }
        let flat = FetchRequest(entity: 0, condition: .or(terms))
        #expect(try store.fetchKeys(flat) == Array(keys[..<1500]))
        let deep = terms.dropFirst().reduce(terms[0]) { .or([$0, $1]) }
        #expect(try store.count(FetchRequest(entity: 0, condition: deep)) == 1500)
        let few = Query.Condition.or(Array(terms[..<700]))
        #expect(try store.count(FetchRequest(entity: 0, condition: few)) == 700)
    }

    @Test(arguments: [0, 1, 300_000])
    func aSetOfAnySizeIsSearched(count: Int) throws {
        let folder = try Folder()
        let store = try Fixture.store(folder.file())
        let keys = try Fixture.insert(
            [Fixture.flight("c0"), Fixture.flight("zz"), Fixture.flight("c299999")], into: store)
        let set = Query.ValueSet((0..<count).map { StoredValue.text("c\($0)") })
        let found = try store.fetchKeys(FetchRequest(entity: 0, condition: .member(Fixture.column(0), set)))
        #expect(found == (count == 0 ? [] : count == 1 ? [keys[0]] : [keys[0], keys[2]]))
        let others = try store.fetchKeys(FetchRequest(entity: 0, condition: .not(.member(Fixture.column(1), set))))
        #expect(others == keys)
    }

    @Test func randomQueriesAnswerAsTheSharedEvaluator() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed \(seed)")
        var generator = RandomQueries(seed: seed)
        let folder = try Folder()
        let store = try Fixture.store(folder.file())
        let planes = try Fixture.insert([[.text("A320")], [.null], [.text("e\u{301}")]], entity: 1, into: store)
        var rows: [[StoredValue]] = []
        for index in 0..<200 { rows.append(generator.row(code: "k\(index)", planes: planes)) }
        try Fixture.insert(rows, into: store)
        for _ in 0..<600 {
            let request = generator.request()
            let expected = try Fixture.evaluated(request, store)
            #expect(try store.fetchKeys(request) == expected, "\(request)")
            var delivered: [Int64] = []
            try store.fetch(request) { delivered.append($0.key) }
            #expect(delivered == expected)
            #expect(try store.count(request) == expected.count)
        }
    }
}

/// Random rows and requests over the fixture's schema.
private struct RandomQueries {
    private var state: UInt64
    private let texts = [
        "", "a", "ab", "B", "e\u{301}", "\u{e9}", "a\r\n", "\n", "A\u{30a}", "\u{d6}x", "EWR\0", "\u{1F1E9}\u{1F1EA}",
    ]
    private let numbers: [Double] = [-0.0, 0, 1.5, -2, .infinity, 1e300]

    init(seed: UInt64) { state = seed | 1 }

    mutating func next(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }

    mutating func value(_ type: ColumnType) -> StoredValue {
        switch type {
        case .bool: .bool(next(2) == 0)
        case .integer: .integer([-3, 0, 7, .min, .max][next(5)])
        case .unsigned: .unsigned([0, 5, 1 << 63, .max][next(4)])
        case .double: .double(numbers[next(numbers.count)])
        case .decimal: .decimal([0, 1, Decimal(string: "1.50") ?? 0, -20][next(4)])
        case .text: .text(texts[next(texts.count)])
        case .date: .date(Date(timeIntervalSinceReferenceDate: numbers[next(numbers.count)]))
        case .data: .data(Data([UInt8(next(3))]))
        case .uuid: .uuid(UUID(uuid: (UInt8(next(3)), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)))
        case .reference: .reference(Int64(next(5)))
        }
    }

    private static let types: [ColumnType] = [
        .text, .text, .text, .integer, .unsigned, .double, .decimal, .date, .data, .uuid, .bool, .reference,
    ]

    mutating func row(code: String, planes: [Int64]) -> [StoredValue] {
        var row = Self.types.map { type in next(4) == 0 ? StoredValue.null : value(type) }
        row[0] = .text(code)
        row[11] = next(3) == 0 ? .null : .reference(planes[next(planes.count)])
        return row
    }

    mutating func operand(_ type: ColumnType) -> Query.Value {
        switch next(8) {
        case 0: .literal(next(6) == 0 ? .null : value(type))
        case 1: .coalesce(operand(type), .literal(value(type)))
        case 2: .conditional(condition(2), operand(type), .literal(value(type)))
        case 3 where type == .text: .column(Query.Path(references: [11], entity: 1), 0)
        case 3 where type == .bool: .condition(condition(2))
        case 3 where type == .integer: .length(operand(.text))
        case 4 where type == .integer: .order(collation(), column(.text), operand(.text))
        default: column(type)
        }
    }

    mutating func collation() -> Query.Collation { [.scalars, .caseInsensitive, .standard][next(3)] }

    /// A number beside which another is compared: at times of the other kind.
    mutating func unlike(_ type: ColumnType) -> ColumnType {
        guard next(3) == 0 else { return type }
        return type == .integer ? .unsigned : type == .unsigned ? .integer : type
    }

    mutating func column(_ type: ColumnType) -> Query.Value {
        let columns = Self.types.indices.filter { Self.types[$0] == type }
        return .column(Query.Path(entity: 0), columns[next(columns.count)])
    }

    mutating func condition(_ depth: Int) -> Query.Condition {
        let comparable: [ColumnType] = [.text, .integer, .unsigned, .double, .date, .text, .decimal]
        let equatable = comparable + [.uuid, .bool, .data]
        switch depth > 2 ? 5 + next(4) : next(9) {
        case 0: return .and([condition(depth + 1), condition(depth + 1)])
        case 1: return .or([condition(depth + 1), condition(depth + 1)])
        case 2, 3: return .not(condition(depth + 1))
        case 4: return .isTrue(operand(.bool))
        case 5:
            let type = equatable[next(equatable.count)]
            var members = (0..<next(5)).map { _ in value(unlike(type)) }
            if type == .integer, next(3) == 0 { members += (0..<100).map { .integer(Int64($0)) } }
            if next(3) == 0 { members.append(.null) }
            return .member(column(type), Query.ValueSet(members))
        case 6:
            return next(2) == 0
                ? .contains(column(.text), .literal(value(.text))) : .search(operand(.text), operand(.text))
        case 7: return .startsWith(column(.text), .literal(value(.text)))
        default:
            if next(2) == 0 {
                let type = equatable[next(equatable.count)]
                return .compare(operand(type), next(2) == 0 ? .equal : .notEqual, operand(unlike(type)))
            }
            let type = comparable[next(comparable.count)]
            let comparisons: [Query.Comparison] = [.less, .lessOrEqual, .greater, .greaterOrEqual]
            return .compare(operand(type), comparisons[next(4)], operand(unlike(type)))
        }
    }

    mutating func request() -> FetchRequest {
        let sortable: [ColumnType] = [.text, .integer, .unsigned, .double, .date, .decimal]
        return FetchRequest(
            entity: 0, condition: next(8) == 0 ? nil : condition(0),
            order: (0..<next(3)).map { _ in
                let type = sortable[next(6)]
                return Query.SortKey(
                    operand(type), isReversed: next(2) == 0, collation: type == .text ? collation() : .scalars)
            },
            offset: next(3) == 0 ? next(20) : 0, limit: next(2) == 0 ? next(50) : nil)
    }
}
#endif
