import Foundation
import Synchronization

extension ContractChapter {
    /// Opening and closing while others are at work.
    static let closeWhileUsedClauses: [ContractClause] = [
        ContractClause("CON-013", "A store can be closed while threads fetch: each gets its answer or `closed`.") {
            probe in
            let container = try probe.open(Plot.self)
            let setup = ModelContext(container)
            for number in 0..<50 { setup.insert(Plot("plot \(number)", area: 1)) }
            try setup.save()
            let started = Bell()
            probe.inParallel(4) { thread in
                if thread == 0 {
                    // The others have begun once each of them had an answer.
                    for _ in 0..<3 { probe.expect(started.wait(), "a reader had no answer within 5 seconds") }
                    try container.close()
                    return
                }
                var rounds = 0
                while true {
                    do {
                        let context = ModelContext(container)
                        let plots = try context.all(Plot.self, #Predicate { $0.area == 1 })
                        probe.expectEqual(plots.count, 50, "the plots that a thread got while the store was closed")
                    } catch let error as StoreError where error.code == .closed { return }
                    rounds += 1
                    if rounds == 1 { started.ring() }
                }
            }
        },
        ContractClause(
            "CON-014", "A store can be closed while threads save: what returned is stored, what threw `closed` is not.",
            requires: [.persistence]
        ) { probe in
            let container = try probe.open(Plot.self)
            let started = Bell()
            let saved = Mutex<Set<String>>([])
            probe.inParallel(3) { thread in
                if thread == 0 {
                    for _ in 0..<6 { probe.expect(started.wait(), "the others did not save within 5 seconds") }
                    try container.close()
                    return
                }
                let context = ModelContext(container)
                for number in 0... {
                    let name = "\(thread).\(number)"
                    do { try context.add(Plot(name), Plant(name)) } catch let error as StoreError
                        where error.code == .closed
                    {
                        return
                    }
                    _ = saved.withLock { $0.insert(name) }
                    started.ring()
                }
            }
            let check = try probe.context(Plot.self)
            let names = saved.withLock { $0 }.sorted()
            probe.expectEqual(try check.all(Plot.self).map(\.name).sorted(), names, "the plots after opening again")
            probe.expectEqual(try check.all(Plant.self).map(\.label).sorted(), names, "the plants after opening again")
        },
        ContractClause("CON-015", "Several threads can close a store at once, and each use afterwards throws `closed`.")
        {
            probe in
            let store = try probe.openStore(Plot.self)
            probe.inParallel(6) { _ in try store.close() }
            try store.close()
            let entity = try probe.require(store.schema.entitiesByName["Plot"], "the entity of plots").index
            probe.expectStoreError(.closed, from: "a fetch") { try store.fetch(FetchRequest(entity: entity)) { _ in } }
            probe.expectStoreError(.closed, from: "a fetch by keys") {
                try store.fetch(entity: entity, keys: [1]) { _ in }
            }
            probe.expectStoreError(.closed, from: "a count") { _ = try store.count(FetchRequest(entity: entity)) }
            probe.expectStoreError(.closed, from: "a fetch of keys") {
                _ = try store.fetchKeys(FetchRequest(entity: entity))
            }
            probe.expectStoreError(.closed, from: "a save") {
                var request = SaveRequest(timestamp: Date(timeIntervalSinceReferenceDate: 0))
                request.bulkDeletes = [BulkDelete(entity: entity, condition: nil)]
                _ = try store.save(request)
            }
        },
        ContractClause(
            "CON-016", "Several threads can open a store that does not exist yet at once, and get the same one.",
            requires: [.multipleOpenings], cases: ["H26"]
        ) { probe in
            let identifiers = Mutex<Set<String>>([])
            probe.inParallel(4) { thread in
                let container = try probe.open(Plot.self)
                try ModelContext(container).add(Plot("\(thread)"))
                let identifier = try container.store(probe).identifier
                _ = identifiers.withLock { $0.insert(identifier) }
            }
            probe.expectEqual(identifiers.withLock { $0.count }, 1, "the different identifiers of the store")
            let check = try probe.context(Plot.self)
            probe.expectEqual(
                try check.all(Plot.self).map(\.name).sorted(), ["0", "1", "2", "3"], "the plots of four openings")
        },
        ContractClause(
            "CON-017", "Openings can come and go on several threads while others are used.",
            requires: [.multipleOpenings],
            cases: ["H26"]
        ) { probe in
            let kept = try probe.open(Plot.self)
            probe.inParallel(3) { thread in
                if thread == 0 {
                    let context = ModelContext(kept)
                    for number in 0..<20 {
                        try context.add(Plot("kept \(number)"))
                        probe.expect(
                            try context.fetchCount(FetchDescriptor<Plot>()) > number,
                            "own rows are missing beside openings"
                        )
                    }
                    return
                }
                for number in 0..<5 {
                    let container = try probe.open(Plot.self)
                    try ModelContext(container).add(Plot("\(thread).\(number)"))
                    try container.close()
                }
            }
            let store = try kept.store(probe)
            probe.expectEqual(
                try ModelContext(kept).fetchCount(FetchDescriptor<Plot>()), 30, "the plots of all openings together")
            try probe.expectIndexesFit(store, "after openings have come and gone")
        },
    ]
}
