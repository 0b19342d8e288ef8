import Foundation
import Synchronization

extension ContractChapter {
    /// Threads that read at once.
    static let parallelReadClauses: [ContractClause] = [
        ContractClause("CON-008", "Many threads can read at once, each its own answer.") { probe in
            let container = try probe.open(Plot.self)
            let setup = ModelContext(container)
            for number in 0..<100 {
                setup.insert(Plot("plot \(number)", area: number % 10))
                setup.insert(Plant("plant \(number)"))
            }
            try setup.save()
            probe.inParallel(24) { thread in
                let context = ModelContext(container)
                let area = thread % 10
                for _ in 0..<3 {
                    let plots = try context.all(Plot.self, #Predicate { $0.area == area }, by: SortDescriptor(\.name))
                    probe.expectEqual(
                        plots.map(\.name), (0..<10).map { "plot \($0 * 10 + area)" }.sorted(),
                        "the plots that thread \(thread) got")
                    probe.expectEqual(try context.fetchCount(FetchDescriptor<Plant>()), 100, "the plants' count")
                }
            }
        },
        ContractClause("CON-009", "Readers beside writers see whole saves, and never go back in time.") { probe in
            let container = try probe.open(Plot.self)
            let running = Mutex(2)
            probe.inParallel(5) { thread in
                let context = ModelContext(container)
                if thread < 2 {
                    defer { running.withLock { $0 -= 1 } }
                    for number in 0..<15 {
                        for part in 0..<4 { context.insert(Plot("\(thread).\(number).\(part)", area: 1)) }
                        try context.save()
                    }
                    return
                }
                var latest = 0
                while running.withLock({ $0 }) > 0 {
                    let count = try context.fetchCount(FetchDescriptor<Plot>(predicate: #Predicate { $0.area == 1 }))
                    guard count % 4 == 0, count >= latest else {
                        throw probe.fail(
                            "a reader beside saves of 4 rows saw \(count) rows after it had seen \(latest)")
                    }
                    latest = count
                }
            }
            probe.expectEqual(
                try ModelContext(container).fetchCount(FetchDescriptor<Plot>()), 120, "the rows after 30 saves of 4")
        },
        ContractClause("CON-010", "Rows that are deleted while others read are passed over, without an error.") {
            probe in
            let container = try probe.open(Plot.self)
            let setup = ModelContext(container)
            for number in 0..<120 { setup.insert(Plot("plot \(number)", area: number)) }
            try setup.save()
            let store = try container.store(probe)
            let entity = try probe.require(store.schema.entitiesByName["Plot"], "the entity of plots")
            let isDone = Mutex(false)
            probe.inParallel(3) { thread in
                let context = ModelContext(container)
                if thread == 0 {
                    defer { isDone.withLock { $0 = true } }
                    for number in 0..<20 {
                        let (low, high) = (number * 6, number * 6 + 6)
                        try context.delete(model: Plot.self, where: #Predicate { $0.area >= low && $0.area < high })
                        try context.save()
                    }
                    return
                }
                while !isDone.withLock({ $0 }) {
                    let keys = try store.fetchKeys(FetchRequest(entity: entity.index))
                    var found: [Int64] = []
                    try store.fetch(entity: entity.index, keys: keys) { found.append($0.key) }
                    guard found.count <= keys.count, found == found.sorted(), found.count % 6 == 0 else {
                        throw probe.fail("a fetch of \(keys.count) keys beside deletions of 6 rows gave \(found.count)")
                    }
                    for plot in try ModelContext(container).all(Plot.self, #Predicate { $0.area >= 60 }) {
                        _ = plot.name
                    }
                }
            }
            probe.expectEqual(try store.count(FetchRequest(entity: entity.index)), 0, "the rows at the end")
        },
        ContractClause(
            "CON-011", "History that is deleted while others read it is theirs in full or expired, never with a hole.",
            requires: [.history], cases: ["H01", "H02"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let setup = ModelContext(container)
            for number in 0..<30 { try setup.add(Plot("\(number)")) }
            let store = try container.store(probe)
            let history = try probe.require(store as? any DataStore & HistoryProviding, "the history of the store")
            let records = try history.fetchHistory(HistoryRequest())
            let current = try history.currentPosition()
            let isDone = Mutex(false)
            probe.inParallel(3) { thread in
                if thread == 0 {
                    defer { isDone.withLock { $0 = true } }
                    for record in records { try history.deleteHistory(HistoryRequest(through: record.sequence)) }
                    return
                }
                var index = 0
                while !isDone.withLock({ $0 }) {
                    index = (index + 7) % records.count
                    var position = current
                    position.sequence = records[index].sequence
                    let seen: [Int64]
                    do {
                        seen = try history.fetchHistory(HistoryRequest(after: position)).map(\.sequence)
                    } catch let error as HistoryError where error.code == .historyTokenExpired { continue }
                    let right = records[(index + 1)...].map(\.sequence)
                    if seen != right {
                        throw probe.fail("history after \(position.sequence) of \(right.count) records gave \(seen)")
                    }
                }
            }
            probe.expectEqual(try history.fetchHistory(HistoryRequest()).count, 0, "the records at the end")
        },
        ContractClause("CON-012", "A fetch that its caller ends with an error ends there, and the store goes on.") {
            probe in
            struct Enough: Error {}
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            for number in 0..<20 { context.insert(Plot("plot \(number)")) }
            try context.save()
            let store = try container.store(probe)
            let entity = try probe.require(store.schema.entitiesByName["Plot"], "the entity of plots")
            for round in 0..<30 {
                var rows = 0
                do {
                    try store.fetch(FetchRequest(entity: entity.index)) { _ in
                        rows += 1
                        if rows == 3 { throw Enough() }
                    }
                    probe.expect(false, "what the caller threw at the third row did not come through")
                } catch is Enough {
                    // As it should be.
                }
                probe.expectEqual(rows, 3, "the rows that were delivered")
                try context.add(Plot("round \(round)"))
            }
            probe.expectEqual(try store.count(FetchRequest(entity: entity.index)), 50, "the rows at the end")
        },
    ]
}
