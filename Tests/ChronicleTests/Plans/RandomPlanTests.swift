import Chronicle
import ChronicleStore
import Foundation
import Testing

/// Random requests of the kinds that plans are made for: what every store finds is what the shared evaluator finds in all rows.
@Suite struct RandomPlanTests {
    @Test func plannedAnswersAreThoseOfTheEvaluatorOnEveryStore() throws {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["CHRONICLE_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 1...9_999_999)
        let count = environment["CHRONICLE_STEPS"].flatMap(Int.init) ?? 400
        print("plans on every store: CHRONICLE_SEED=\(seed) CHRONICLE_STEPS=\(count)")
        var generator = PlanGenerator(seed: seed)
        let garden = try PlanStores()
        try garden.insert(PlanGarden.beds, 12) { keys, _ in PlanGarden.bed(&generator, keys + [9_999]) }
        let beds = garden.rows[PlanGarden.beds].keys.sorted()
        try garden.insert(PlanGarden.plants, 240) { _, number in
            PlanGarden.plant(&generator, number, beds + [9_999])
        }
        let rows = PlanRows(rows: garden.rows)
        var requests = RandomRequests(generator: generator, keys: garden.rows[0].keys.sorted())
        for _ in 0..<count {
            let request = requests.next()
            let expected = try rows.keys(request, PlanGarden.schema)
            for (name, store) in garden.stores {
                #expect(try store.fetchKeys(request) == expected, "\(name), seed \(seed): \(request)")
                #expect(try store.count(request) == expected.count, "\(name), seed \(seed), count: \(request)")
                var delivered: [Int64] = []
                try store.fetch(request) { row in
                    delivered.append(row.key)
                    let values = try row.values(of: PlanGarden.schema.entities[0])
                    if values != garden.rows[0][row.key] { Issue.record("\(name): row \(row.key) has other values") }
                }
                #expect(delivered == expected, "\(name), seed \(seed), rows: \(request)")
            }
        }
    }
}

@Suite struct RepeatedPlanTests {
    /// A statement that is compiled for one request is run for others of its shape.
    @Test func constantsDecideWhetherRowsThatReferToNoneAreSelected() throws {
        var generator = PlanGenerator(seed: 11)
        let garden = try PlanStores()
        try garden.insert(PlanGarden.beds, 8) { keys, _ in PlanGarden.bed(&generator, keys) }
        let beds = garden.rows[PlanGarden.beds].keys.sorted()
        try garden.insert(PlanGarden.plants, 60) { _, number in PlanGarden.plant(&generator, number, beds) }
        let rows = PlanRows(rows: garden.rows)
        for bound: Int64 in [5, 0, 3, -1] {
            let size = Query.Value.coalesce(.column(PlanGarden.bedPath, 1), .literal(.integer(1)))
            let name = Query.Value.column(PlanGarden.bedPath, 0)
            let request = FetchRequest(
                entity: PlanGarden.plants,
                condition: .or([
                    .and([
                        .compare(name, .equal, .literal(.null)),
                        .compare(size, .greater, .literal(.integer(bound))),
                    ]), .compare(name, .equal, .literal(.text("ab"))),
                ]))
            let expected = try rows.keys(request, PlanGarden.schema)
            for (store, answer) in garden.stores {
                #expect(try answer.fetchKeys(request) == expected, "\(store), more than \(bound)")
            }
        }
    }
}

/// Makes requests.
struct RandomRequests {
    var generator: PlanGenerator
    let keys: [Int64]

    private mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

    mutating func next() -> FetchRequest {
        let condition = number(12) == 0 ? nil : self.condition(depth: 2)
        let order = (0..<[0, 0, 1, 1, 2, 3][number(6)]).map { _ in sortKey() }
        return FetchRequest(
            entity: PlanGarden.plants, condition: condition, order: order, offset: [0, 0, 0, 1, 5][number(5)],
            limit: number(2) == 0 ? nil : number(30))
    }

    private mutating func sortKey() -> Query.SortKey {
        let isReversed = number(2) == 0
        let value: Query.Value =
            switch number(10) {
            case 0: .key(PlanGarden.path)
            case 1: .column(PlanGarden.bedPath, number(2))
            case 2...5: .column(PlanGarden.path, [0, 2, 3][number(3)])
            default: .column(PlanGarden.path, [0, 1, 2, 3, 6][number(5)])
            }
        return .init(value, isReversed: isReversed)
    }

    private mutating func literal(_ type: ColumnType) -> StoredValue {
        if number(10) == 0 { return .null }
        return switch type {
        case .text: .text(PlanGarden.text(&generator))
        case .double: .double(Double(PlanGarden.number(&generator)) / 2)
        case .bool: .bool(number(2) == 0)
        case .reference: .reference(keys[number(keys.count)])
        default: .integer(PlanGarden.number(&generator))
        }
    }

    /// A column somewhere, and its type.
    private mutating func column() -> (Query.Value, ColumnType) {
        switch number(5) {
        case 0:
            let column = number(2)
            return (.column(PlanGarden.bedPath, column), PlanGarden.bedTypes[column])
        case 1 where number(2) == 0:
            let column = number(2)
            return (.column(PlanGarden.hillPath, column), PlanGarden.bedTypes[column])
        default:
            let column = [0, 0, 1, 2, 2, 3, 4, 6][number(8)]
            return (.column(PlanGarden.path, column), PlanGarden.plantTypes[column])
        }
    }

    private mutating func comparison(_ type: ColumnType) -> Query.Comparison {
        if type == .bool { return number(3) == 0 ? .notEqual : .equal }
        return [.equal, .equal, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual][number(8)]
    }

    /// The plants of the same bed, or those of its neighbouring bed, for which something holds.
    private mutating func neighbours() -> Query.Related {
        let own = Query.Value.column(PlanGarden.path, 2)
        let condition: Query.Condition? =
            switch number(4) {
            case 0: nil
            case 1: .compare(own, comparison(.integer), .column(Query.Path(entity: PlanGarden.plants, scope: 1), 2))
            case 2: .compare(.column(PlanGarden.bedPath, 1), comparison(.integer), .literal(literal(.integer)))
            default:
                .or([
                    .compare(own, comparison(.integer), .literal(literal(.integer))),
                    .startsWith(.column(PlanGarden.path, 0), .literal(literal(.text))),
                ])
            }
        return Query.Related(
            owner: number(2) == 0 ? PlanGarden.bedPath : PlanGarden.hillPath, link: .column(5),
            entity: PlanGarden.plants, condition: condition)
    }

    private mutating func condition(depth: Int) -> Query.Condition {
        switch number(depth > 0 ? 17 : 10) {
        case 15: return .exists(neighbours())
        case 16:
            return .compare(.count(neighbours()), comparison(.integer), .literal(.integer(Int64(number(25)))))
        case 0, 1: return .startsWith(.column(PlanGarden.path, [0, 6][number(2)]), .literal(literal(.text)))
        case 2: return .startsWith(.column(PlanGarden.bedPath, 0), .literal(literal(.text)))
        case 3:
            let column = [0, 1, 2, 5][number(4)]
            let type = PlanGarden.plantTypes[column]
            let members = (0..<number(6)).map { _ in literal(type) }
            return .member(.column(PlanGarden.path, column), .init(members))
        case 4:
            return .compare(.key(PlanGarden.path), comparison(.integer), .literal(.reference(keys[number(keys.count)])))
        case 5:
            let members = (0..<number(20)).map { _ in StoredValue.reference(keys[number(keys.count)]) }
            return .member(.key(PlanGarden.path), .init(members))
        case 6: return .isTrue(.column(PlanGarden.path, 4))
        case 7: return .contains(.column(PlanGarden.path, [0, 6][number(2)]), .literal(literal(.text)))
        case 8:
            let other = literal(.integer)
            return .compare(
                .coalesce(.column(PlanGarden.bedPath, 1), .literal(.integer(PlanGarden.number(&generator)))),
                comparison(.integer), .literal(other))
        case 9...10 where number(3) > 0:
            let (value, type) = column()
            return .compare(value, comparison(type), .literal(literal(type)))
        case 11: return .or((0..<number(4)).map { _ in condition(depth: depth - 1) })
        case 12: return .not(condition(depth: depth - 1))
        case 13, 14: return .and((0..<number(4)).map { _ in condition(depth: depth - 1) })
        default:
            let (value, type) = column()
            return .compare(.literal(literal(type)), comparison(type), value)
        }
    }
}
