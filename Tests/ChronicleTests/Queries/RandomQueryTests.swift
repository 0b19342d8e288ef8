import Chronicle
import Foundation
import Testing

/// Random predicates, orders and limits over random rows: each store answers as `Predicate.evaluate` and `sorted(using:)` do
/// over the same models.
///
/// `CHRONICLE_QUERIES` sets the number of queries, `CHRONICLE_QUERY_SEED` the first seed. A failure prints its seed, the
/// smallest predicate and the fewest rows that still fail.
@Suite struct RandomQueryTests {
    private static let perWorld = 60

    @Test func everyStoreAnswersAsSwift() throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["CHRONICLE_QUERIES"].flatMap { Int($0) } ?? 300
        let first = environment["CHRONICLE_QUERY_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1 << 32)
        print("random queries: seed \(first)")
        var asked = 0
        var selected = 0
        var seed = first
        while asked < count {
            var choices = Choices(seed: seed)
            let world = QueryWorld(&choices, items: 4 + choices.pick(24))
            for isPending in [false, true] {
                let run = try QueryRun(world, isPending: isPending)
                for number in 0..<Self.perWorld / 2 where asked < count {
                    asked += 1
                    var generator = PredicateGenerator(Choices(seed: seed &* 1000 &+ UInt64(number) &+ (isPending ? 500 : 0)))
                    let query = RandomQuery(&generator)
                    switch try run.check(query) {
                    case .same(let rows): selected += rows
                    case .different(let what):
                        let (smallest, rows) = try shrink(world, isPending, generator.choices.taken)
                        Issue.record("seed \(seed), pending \(isPending): \(what)\n\(smallest)\nrows: \(rows)")
                        return
                    }
                }
            }
            seed += 1
        }
        print("random queries: \(asked) asked, \(selected) rows selected, next seed \(seed)")
        #expect(selected > 0)
    }

    /// The smallest query and the fewest rows that still fail.
    private func shrink(
        _ world: QueryWorld, _ isPending: Bool, _ choices: [UInt64]
    ) throws -> (what: String, rows: [Int]) {
        var (world, choices) = (world, choices)
        func failure(_ world: QueryWorld, _ choices: [UInt64]) -> String? {
            var generator = PredicateGenerator(Choices(choices))
            let query = RandomQuery(&generator)
            guard let run = try? QueryRun(world, isPending: isPending),
                case .different(let what)? = try? run.check(query)
            else { return nil }
            return what + "\n" + query.description
        }
        var what = failure(world, choices) ?? "does not fail again"
        for index in world.items.indices where world.items[index] != nil {
            var fewer = world
            fewer.items[index] = nil
            if let found = failure(fewer, choices) { (world, what) = (fewer, found) }
        }
        var isSmaller = true
        var attempts = 0
        while isSmaller, attempts < 2000 {
            isSmaller = false
            for attempt in Choices.smaller(choices) where attempts < 2000 {
                attempts += 1
                guard let found = failure(world, attempt) else { continue }
                (choices, what, isSmaller) = (attempt, found, true)
                break
            }
        }
        return (what, world.items.indices.filter { world.items[$0] != nil })
    }
}
