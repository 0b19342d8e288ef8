import Foundation
import Synchronization

extension ContractChapter {
    /// How calls come.
    static let signalOrderClauses: [ContractClause] = [
        ContractClause("WAK-007", "Calls may be merged, but the last commit is always followed by one.") { probe in
            let container = try probe.open(Plot.self)
            let store = try container.store(probe)
            let entity = try probe.require(store.schema.entitiesByName["Plot"], "the entity of plots")
            let (bell, seen) = (Bell(), Counts())
            let observation = store.observeCommits {
                if let count = try? store.count(FetchRequest(entity: entity.index)) { seen.add(count) }
                bell.ring()
            }
            defer { withExtendedLifetime(observation) {} }
            for round in 1...5 {
                probe.inParallel(3) { thread in
                    let context = ModelContext(container)
                    for number in 0..<5 { try context.add(Plot("\(round).\(thread).\(number)")) }
                }
                if bell.wait(until: { (seen.last ?? 0) == round * 15 }) { continue }
                throw probe.fail(
                    "no call within 5 seconds saw all \(round * 15) rows, the last one saw \(seen.last ?? 0)")
            }
        },
        ContractClause("WAK-008", "Calls of one observer come one at a time, though several threads save.") { probe in
            let container = try probe.open(Plot.self)
            let store = try container.store(probe)
            let entity = try probe.require(store.schema.entitiesByName["Plot"], "the entity of plots")
            let (bell, seen) = (Bell(), Counts())
            let state = Mutex((inside: 0, most: 0))
            let observation = store.observeCommits {
                state.withLock {
                    $0.inside += 1
                    $0.most = max($0.most, $0.inside)
                }
                // Enough work for another call to come into it, were there one.
                for _ in 0..<5 {
                    if let count = try? store.count(FetchRequest(entity: entity.index)) { seen.add(count) }
                }
                state.withLock { $0.inside -= 1 }
                bell.ring()
            }
            defer { withExtendedLifetime(observation) {} }
            probe.inParallel(4) { thread in
                let context = ModelContext(container)
                for number in 0..<10 { try context.add(Plot("\(thread).\(number)")) }
            }
            probe.expect(bell.wait { (seen.last ?? 0) == 40 }, "no call within 5 seconds saw all 40 rows")
            probe.expectEqual(state.withLock { $0.most }, 1, "the calls of one observer that ran at once")
        },
        ContractClause("WAK-009", "An observer may save to the store that calls it.") { probe in
            let container = try probe.open(Plot.self)
            let bell = Bell()
            let failures = Mutex<[String]>([])
            let mayAnswer = Mutex(true)
            let store = try container.store(probe)
            let observation = store.observeCommits {
                let isFirst = mayAnswer.withLock { may in
                    defer { may = false }
                    return may
                }
                if isFirst {
                    do { try ModelContext(container).add(Plot("answer")) } catch {
                        failures.withLock { $0.append(ContractProbe.describe(error)) }
                    }
                }
                bell.ring()
            }
            defer { withExtendedLifetime(observation) {} }
            let context = ModelContext(container)
            try context.add(Plot("question"))
            let isAnswered = try bell.wait { try ModelContext(container).fetchCount(FetchDescriptor<Plot>()) == 2 }
            probe.expect(isAnswered, "what the observer saved was not there within 5 seconds")
            probe.expectEqual(failures.withLock { $0 }, [], "what the observer's save threw")
        },
        ContractClause(
            "WAK-010",
            "After the store is closed no call comes, and to observe it, or to let go of an observation, is harmless."
        ) { probe in
            let container = try probe.open(Plot.self)
            let store = try container.store(probe)
            let bell = Bell()
            var observation: CommitObservation? = store.observeCommits { bell.ring() }
            try ModelContext(container).add(Plot("a"))
            probe.expect(bell.wait(), "no call came within 5 seconds after a save")
            try container.close()
            _ = probe.quiet(bell)
            let before = bell.count
            let late = store.observeCommits { bell.ring() }
            withExtendedLifetime((observation, late)) {}
            observation = nil
            let again = try probe.context(Plot.self)
            try again.add(Plot("b"))
            let fence = Bell()
            let other = try again.container.store(probe).observeCommits { fence.ring() }
            try again.add(Plot("c"))
            probe.expect(fence.wait(), "an observer of the store that was opened again was not called within 5 seconds")
            withExtendedLifetime(other) {}
            probe.expectEqual(bell.count - before, 0, "the calls of observers of the closed store")
        },
    ]
}

/// Numbers that observers have seen, from any thread.
final class Counts: Sendable {
    private let numbers = Mutex<[Int]>([])

    /// All of them, in order.
    var all: [Int] { numbers.withLock { $0 } }
    /// The last one.
    var last: Int? { numbers.withLock { $0.last } }

    func add(_ number: Int) { numbers.withLock { $0.append(number) } }
}
