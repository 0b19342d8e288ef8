import Chronicle
import ChronicleStore
import Foundation
import Testing

/// Conditions with arithmetic that fails for some rows: whether a query fails is what Swift's `filter` over all rows comes to,
/// whatever index, order, offset and limit make a store look at.
@Suite struct FailingConditionTests {
    private static let path = PlanGarden.path
    private static let age = Query.Value.column(path, 2)
    /// Divides by the age less a number, so that it fails for the rows of one age.
    private static func quotient(_ number: Int64) -> Query.Condition {
        .compare(
            .arithmetic(
                .divide, .literal(.integer(60)), .arithmetic(.subtract, age, .literal(.integer(number)))), .less,
            .literal(.integer(100)))
    }
    private static func older(_ comparison: Query.Comparison, _ number: Int64) -> Query.Condition {
        .compare(age, comparison, .literal(.integer(number)))
    }

    /// What Swift comes to: nil where it fails.
    private static func answer(_ request: FetchRequest, _ rows: PlanRows) throws -> [Int64]? {
        if let condition = request.condition {
            let compiled = try CompiledCondition(condition, schema: PlanGarden.schema, entity: request.entity)
            for key in rows.rows[request.entity].keys {
                let isSound = try rows.withRow(entity: request.entity, key: key) { cells in
                    guard let cells else { return true }
                    do { _ = try compiled.matches(key: key, cells: cells, rows) } catch let error as StoreError {
                        #expect(error.code == .unsupportedQuery)
                        return false
                    }
                    return true
                }
                if !isSound { return nil }
            }
        }
        return try rows.keys(request, PlanGarden.schema)
    }

    private static func stores(_ generator: inout PlanGenerator) throws -> PlanStores {
        let garden = try PlanStores()
        try garden.insert(PlanGarden.beds, 8) { keys, _ in PlanGarden.bed(&generator, keys) }
        let beds = garden.rows[PlanGarden.beds].keys.sorted()
        try garden.insert(PlanGarden.plants, 80) { _, number in
            PlanGarden.plant(&generator, number, beds)
        }
        return garden
    }

    private static func check(_ request: FetchRequest, _ garden: PlanStores, _ comment: String) throws {
        let expected = try answer(request, PlanRows(rows: garden.rows))
        for (name, store) in garden.stores {
            #expect(expect { try store.fetchKeys(request) } == expected, "\(name), keys, \(comment): \(request)")
            #expect(expect { try store.count(request) } == expected?.count, "\(name), count, \(comment): \(request)")
            let rows = expect {
                var keys: [Int64] = []
                try store.fetch(request) { keys.append($0.key) }
                return keys
            }
            #expect(rows == expected, "\(name), rows, \(comment): \(request)")
        }
    }

    /// Nil where the query fails as it should.
    private static func expect<Result>(_ body: () throws -> Result) -> Result? {
        do { return try body() } catch let error as StoreError {
            #expect(error.code == .unsupportedQuery)
        } catch { Issue.record(error) }
        return nil
    }

    @Test func aLimitInTheOrderOfKeysHidesNoFailure() throws {
        var generator = PlanGenerator(seed: 3)
        let garden = try Self.stores(&generator)
        for limit in [0, 1, 5, 79] {
            for isReversed in [false, true] {
                try Self.check(
                    FetchRequest(
                        entity: PlanGarden.plants, condition: Self.quotient(6),
                        order: [.init(.key(Self.path), isReversed: isReversed)], limit: limit), garden, "by key")
            }
            try Self.check(
                FetchRequest(entity: PlanGarden.plants, condition: Self.quotient(6), limit: limit), garden, "no order")
        }
    }

    @Test func aLimitInTheOrderOfAnIndexHidesNoFailure() throws {
        var generator = PlanGenerator(seed: 4)
        let garden = try Self.stores(&generator)
        for number: Int64 in [-2, 6] {
            for isReversed in [false, true] {
                try Self.check(
                    FetchRequest(
                        entity: PlanGarden.plants, condition: Self.quotient(number),
                        order: [.init(Self.age, isReversed: isReversed)], limit: 3), garden, "by an index")
                try Self.check(
                    FetchRequest(
                        entity: PlanGarden.plants,
                        condition: .and([Self.older(.greaterOrEqual, 1), Self.quotient(number)]),
                        order: [.init(Self.age, isReversed: isReversed)], limit: 3), garden, "within a range")
            }
        }
    }

    @Test func onlyWhatComesBeforeExcludesRowsFromFailing() throws {
        var generator = PlanGenerator(seed: 5)
        let garden = try Self.stores(&generator)
        let guarded = Self.older(.notEqual, 2)
        let narrow = Query.Condition.compare(.column(Self.path, 0), .equal, .literal(.text("ab")))
        for condition: Query.Condition in [
            .and([guarded, Self.quotient(2)]), .and([Self.quotient(2), guarded]),
            .and([Self.older(.equal, 3), Self.quotient(2)]), .and([Self.quotient(2), Self.older(.equal, 3)]),
            .and([narrow, Self.quotient(2)]), .and([Self.quotient(2), narrow]),
            .or([narrow, Self.quotient(2)]), .or([Self.older(.equal, 2), Self.quotient(2)]),
            .and([.or([narrow, Self.older(.equal, 3)]), Self.quotient(2), Self.older(.equal, 1)]),
            .and([Self.older(.equal, 3), narrow, Self.quotient(2)]),
        ] {
            for limit in [nil, 1] {
                try Self.check(
                    FetchRequest(entity: PlanGarden.plants, condition: condition, limit: limit), garden, "guarded")
            }
        }
    }

    /// Floating-point numbers divide by zero without an error, so that their queries still end at the limit.
    @Test func arithmeticOnFloatingPointNumbersEndsAtTheLimit() throws {
        var generator = PlanGenerator(seed: 6)
        let garden = try Self.stores(&generator)
        let request = FetchRequest(
            entity: PlanGarden.plants,
            condition: .compare(
                .arithmetic(.divide, .column(Self.path, 3), .literal(.double(2))), .greater, .literal(.double(-100))),
            limit: 3)
        try Self.check(request, garden, "floating")
        for (name, store) in garden.stores where name != "sqlite" {
            let read = try #require(try store.explain(request, measuring: true).figures?.rowsRead)
            #expect(read < 20, "\(name)")
        }
    }

    @Test func randomRequestsFailWhereSwiftDoes() throws {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["CHRONICLE_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 1...9_999_999)
        let count = environment["CHRONICLE_STEPS"].flatMap(Int.init) ?? 300
        print("failing conditions on every store: CHRONICLE_SEED=\(seed) CHRONICLE_STEPS=\(count)")
        var generator = PlanGenerator(seed: seed)
        let garden = try Self.stores(&generator)
        var requests = RandomRequests(generator: generator, keys: garden.rows[0].keys.sorted())
        for _ in 0..<count {
            var request = requests.next()
            var parts = request.condition.map { [$0] } ?? []
            if case .and(let inner)? = request.condition { parts = inner }
            let place = Int.random(in: 0...parts.count, using: &generator)
            // Of the numbers tried one is no age.
            let failing = Self.quotient(Int64.random(in: -2...7, using: &generator))
            parts.insert(failing, at: place)
            request.condition = Bool.random(using: &generator) ? .and(parts) : .or(parts)
            try Self.check(request, garden, "seed \(seed)")
        }
    }
}
