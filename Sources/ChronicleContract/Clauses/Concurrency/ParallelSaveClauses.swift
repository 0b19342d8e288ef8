import Foundation
import Synchronization

extension ContractChapter {
    /// Threads that save at once.
    static let parallelSaveClauses: [ContractClause] = [
        ContractClause("CON-001", "Saves of several threads all land, each as a whole.") { probe in
            let container = try probe.open(Plot.self)
            try ModelContext(container).add(Tag("shared"))
            probe.inParallel(4) { thread in
                let context = ModelContext(container)
                for number in 0..<8 {
                    let plot = Plot("\(thread).\(number)", area: thread)
                    context.insert(plot)
                    plot.plants = [Plant("p"), Plant("q")]
                    plot.tags = try context.all(Tag.self)
                    try context.save()
                    plot.target = number
                    try context.save()
                }
            }
            let check = ModelContext(container)
            probe.expectEqual(try check.fetchCount(FetchDescriptor<Plot>()), 32, "the plots of four threads")
            probe.expectEqual(try check.fetchCount(FetchDescriptor<Plant>()), 64, "the plants of four threads")
            probe.expectEqual(try check.all(Tag.self).map(\.plots.count), [32], "the plots of the shared tag")
            for thread in 0..<4 {
                probe.expectEqual(
                    try check.all(Plot.self, #Predicate { $0.area == thread }).map(\.target), Array(0..<8),
                    "the targets of thread \(thread)")
            }
            try probe.expectIndexesFit(try container.store(probe), "after saves of four threads")
        },
        ContractClause(
            "CON-002", "Saves of several threads are one transaction each, in one order.", requires: [.history]
        ) { probe in
            let container = try probe.open(Plot.self)
            probe.inParallel(4) { thread in
                let context = ModelContext(container)
                context.author = "\(thread)"
                for number in 0..<10 {
                    context.insert(Plot("\(thread).\(number)"))
                    context.insert(Plant("\(thread).\(number)"))
                    try context.save()
                }
            }
            let history = try ModelContext(container).history()
            probe.expectEqual(history.count, 40, "the transactions of 40 saves")
            probe.expect(
                zip(history, history.dropFirst()).allSatisfy { $0.token < $1.token },
                "the tokens do not rise throughout")
            probe.expect(
                history.allSatisfy { $0.changes.count == 2 }, "a transaction does not have its save's two changes")
            for thread in 0..<4 {
                let own = history.filter { $0.author == "\(thread)" }
                probe.expectEqual(own.count, 10, "the transactions of thread \(thread)")
                let keys = own.flatMap(\.changes).map(\.changedPersistentIdentifier.primaryKey)
                probe.expectEqual(
                    keys, keys.sorted(), "the order in which history tells the inserts of thread \(thread)")
            }
        },
        ContractClause(
            "CON-003",
            "A reader that goes on from token to token while others save gets every transaction once, in order.",
            requires: [.history], cases: ["H05"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let store = try container.store(probe)
            let history = try probe.require(store as? any DataStore & HistoryProviding, "the history of the store")
            var position = try history.currentPosition()
            let start = position
            let running = Mutex(3)
            let finished = Bell()
            for thread in 0..<3 {
                Thread.detachNewThread {
                    do {
                        let context = ModelContext(container)
                        for number in 0..<12 { try context.add(Plot("\(thread).\(number)")) }
                    } catch { probe.expect(false, "thread \(thread) got \(ContractProbe.describe(error))") }
                    running.withLock { $0 -= 1 }
                    finished.ring()
                }
            }
            var drained: [HistoryRecord] = []
            while true {
                let isOver = running.withLock { $0 == 0 }
                let batch = try history.fetchHistory(HistoryRequest(after: position, limit: 2))
                drained += batch
                if let last = batch.last { position.sequence = last.sequence }
                if isOver, batch.isEmpty { break }
            }
            probe.expect(finished.wait { running.withLock { $0 == 0 } }, "the threads did not end within 5 seconds")
            let sequences = drained.map(\.sequence)
            probe.expectEqual(sequences.count, 36, "the transactions that the reader got of 36 saves")
            probe.expect(
                zip([start.sequence] + sequences, sequences).allSatisfy { $0 < $1 },
                "the sequences do not rise: \(sequences)")
            probe.expectEqual(
                sequences, try history.fetchHistory(HistoryRequest(after: start)).map(\.sequence),
                "the transactions that the reader got, against those that history holds")
            let rows = Set(drained.flatMap(\.changes).map(\.key))
            probe.expectEqual(rows.count, 36, "the rows that the reader heard of")
        },
        ContractClause("CON-004", "Keys that several threads are given are all different.", cases: ["H21"]) { probe in
            let store = try probe.openStore(Plot.self)
            let given = Mutex<[Range<Int64>]>([])
            probe.inParallel(4) { thread in
                for number in 0..<25 {
                    let range = try store.allocateKeys(1 + (thread + number) % 7 * 300)
                    given.withLock { $0.append(range) }
                }
            }
            let ranges = given.withLock { $0 }.sorted { $0.lowerBound < $1.lowerBound }
            probe.expectEqual(ranges.count, 100, "the ranges of keys")
            for (range, next) in zip(ranges, ranges.dropFirst()) where range.upperBound > next.lowerBound {
                probe.expect(false, "keys \(range) and keys \(next) overlap")
            }
            probe.expect((ranges.first?.lowerBound ?? 1) > 0, "keys are given that are not positive")
        },
        ContractClause("CON-005", "Threads that insert one unique value at once leave one row.", cases: ["H20"]) {
            probe in
            let container = try probe.open(Plot.self)
            let identifiers = Mutex<Set<PersistentIdentifier>>([])
            probe.inParallel(4) { thread in
                for round in 0..<8 {
                    let context = ModelContext(container)
                    let plot = Plot("plot \(round)", area: thread)
                    context.insert(plot)
                    plot.plants = [Plant("\(thread)")]
                    try context.save()
                    _ = identifiers.withLock { $0.insert(plot.persistentModelID) }
                }
            }
            let check = ModelContext(container)
            let plots = try check.all(Plot.self)
            probe.expectEqual(plots.map(\.name).sorted(), (0..<8).map { "plot \($0)" }, "the plots of eight names")
            probe.expectEqual(
                Set(plots.map(\.persistentModelID)), identifiers.withLock { $0 }, "the identifiers that the threads got"
            )
            probe.expectEqual(
                plots.map { $0.plants.map(\.label).sorted() }, Array(repeating: ["0", "1", "2", "3"], count: 8),
                "the plants of each plot")
        },
        ContractClause(
            "CON-006", "Threads that change different attributes of one row at once all win.", cases: ["H22"]
        ) {
            probe in
            let container = try probe.open(Plot.self)
            try ModelContext(container).add(Plot("shared"))
            probe.inParallel(3) { thread in
                let context = ModelContext(container)
                let plot = try probe.require(try context.all(Plot.self).first, "the plot")
                for number in 1...15 {
                    switch thread {
                    case 0: plot.area = number
                    case 1: plot.target = number
                    default: plot.note = "\(number)"
                    }
                    try context.save()
                }
            }
            let plots = try ModelContext(container).all(Plot.self)
            probe.expectEqual(plots.map(\.area), [15], "the area that the first thread saved last")
            probe.expectEqual(plots.map(\.target), [15], "the target that the second thread saved last")
            probe.expectEqual(plots.map(\.note), ["15"], "the note that the third thread saved last")
            try probe.expectIndexesFit(try container.store(probe), "after edits of one row by three threads")
        },
        ContractClause(
            "CON-007", "Observers can come and go while threads save, and those that stay are called."
        ) { probe in
            let container = try probe.open(Plot.self)
            let store = try container.store(probe)
            let entity = try probe.require(store.schema.entitiesByName["Plot"], "the entity of plots")
            let (bell, seen) = (Bell(), Counts())
            let observation = store.observeCommits {
                if let count = try? store.count(FetchRequest(entity: entity.index)) { seen.add(count) }
                bell.ring()
            }
            defer { withExtendedLifetime(observation) {} }
            probe.inParallel(4) { thread in
                let context = ModelContext(container)
                for number in 0..<10 {
                    if thread == 0 {
                        withExtendedLifetime(store.observeCommits {}) {}
                    } else {
                        try context.add(Plot("\(thread).\(number)"))
                    }
                }
            }
            probe.expect(
                bell.wait { (seen.last ?? 0) == 30 },
                "no call within 5 seconds saw all 30 rows, the last one saw \(seen.last ?? 0)")
        },
    ]
}
