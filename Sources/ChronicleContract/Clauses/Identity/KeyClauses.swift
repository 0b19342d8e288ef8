import Dispatch
import Foundation
import Synchronization

extension ContractChapter {
    /// Keys as a store gives and takes them.
    static let keyClauses: [ContractClause] = [
        ContractClause("IDN-009", "A store gives as many keys as it is asked for, above zero and ascending.") { probe in
            let store = try probe.openStore(Leaf.self)
            var last: Int64 = 0
            for count in [1, 1, 16, 1000, 1, 100_000, 3] {
                let keys = try store.allocateKeys(count)
                probe.expectEqual(keys.count, count, "the number of keys of a block of \(count)")
                probe.expect(
                    keys.lowerBound > last, "a block begins at \(keys.lowerBound), expected a key above \(last)")
                last = max(last, keys.upperBound - 1)
            }
            probe.expectEqual(try store.allocateKeys(0).count, 0, "the number of keys of an empty block")
        },
        ContractClause(
            "IDN-010", "Blocks of keys that many threads take do not overlap, through whatever opening.", cases: ["H21"]
        ) { probe in
            let store = try probe.openStore(Leaf.self)
            var stores = [store]
            if store.capabilities.multipleOpenings { stores.append(try probe.openStore(Leaf.self)) }
            let openings = stores
            let blocks = Mutex<[Range<Int64>]>([])
            let errors = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                for round in 0..<12 {
                    do {
                        let block = try openings[(thread + round) % openings.count].allocateKeys(1 + (round * 37) % 600)
                        blocks.withLock { $0.append(block) }
                    } catch {
                        errors.withLock { $0.append("\(error)") }
                    }
                }
            }
            probe.expectEqual(errors.withLock { $0 }, [], "the errors of taking keys on eight threads")
            let sorted = blocks.withLock { $0.sorted { $0.lowerBound < $1.lowerBound } }
            for (block, next) in zip(sorted, sorted.dropFirst()) {
                probe.expect(block.upperBound <= next.lowerBound, "the blocks \(block) and \(next) overlap")
            }
        },
        ContractClause(
            "IDN-011", "Keys that were given are not given again after reopening, whether they were used or not.",
            requires: [.persistence], cases: ["H21"]
        ) { probe in
            var last: Int64 = 0
            for round in 1...3 {
                let store = try probe.openStore(Leaf.self)
                let keys = try store.allocateKeys(5)
                probe.expect(
                    keys.lowerBound > last,
                    "opening \(round) gave \(keys.lowerBound), expected a key above \(last), which was given before")
                last = keys.upperBound - 1
                if round == 2 {
                    var request = SaveRequest(timestamp: Date())
                    request.inserts = [try store.leafBatch([LeafRow("used")], keys: [last])]
                    _ = try store.save(request)
                }
                try store.close()
            }
        },
        ContractClause("IDN-012", "Keys are unique over all entities of a store.") { probe in
            let container = try probe.open(Plot.self, Leaf.self)
            let context = ModelContext(container)
            var models: [any PersistentModel] = []
            for number in 0..<50 {
                models += [Plot("\(number)"), Leaf("\(number)"), Tag("\(number)")] as [any PersistentModel]
            }
            for model in models { context.insert(model) }
            try context.save()
            let keys = Set(models.map(\.persistentModelID.primaryKey))
            probe.expectEqual(
                keys.count, models.count, "the different keys of \(models.count) models of three entities")
        },
        ContractClause(
            "IDN-013",
            "A fetch by keys delivers the rows in the order of the keys, and passes over keys that name none."
        ) { probe in
            let store = try probe.openStore(Leaf.self, Moss.self)
            let keys = try store.addLeaves((0..<6).map { LeafRow("\($0)") })
            var deletion = SaveRequest(timestamp: Date())
            deletion.deletes = [try store.leafReference(keys[3])]
            _ = try store.save(deletion)
            let wanted = [keys[5], 1 << 40, keys[0], keys[3], keys[2], -1, 0, keys[4]]
            probe.expectEqual(
                try store.leaves(keys: wanted).map(\.name), ["5", "0", "2", "4"], "the rows with the keys \(wanted)")
            probe.expectEqual(try store.leaves(keys: []), [], "the rows with no keys")
            probe.expectEqual(try store.leaves(keys: [Int64.max]), [], "the rows with the largest number as key")
            var seen = 0
            try store.fetch(entity: try store.index(of: Moss.self), keys: keys) { _ in seen += 1 }
            probe.expectEqual(seen, 0, "the rows of another entity with a leaf's keys")
        },
        ContractClause(
            "IDN-014",
            "Rows keep the keys that they are saved under, in whatever order, and come in ascending order of them."
        ) { probe in
            let store = try probe.openStore(Leaf.self)
            let keys = Array(try store.allocateKeys(300))
            let shuffled = keys.enumerated().sorted { ($0.offset * 7919) % 300 < ($1.offset * 7919) % 300 }.map(
                \.element)
            for part in [shuffled[..<100], shuffled[100..<150], shuffled[150...]] {
                var request = SaveRequest(timestamp: Date())
                request.inserts = [try store.leafBatch(part.map { LeafRow("\($0)") }, keys: Array(part))]
                _ = try store.save(request)
            }
            probe.expectEqual(try store.fetchKeys(try store.leafRequest()), keys, "the keys in order")
            probe.expectEqual(try store.leaves().map(\.name), keys.map { "\($0)" }, "the rows in order of their keys")
        },
        ContractClause("IDN-015", "Models come in the order of their insertion unless another is asked for.") { probe in
            let container = try probe.open(Leaf.self)
            let context = ModelContext(container)
            let names = (0..<40).map { "\(($0 * 17) % 40)" }
            for (number, name) in names.enumerated() {
                context.insert(Leaf(name))
                if number % 13 == 0 { try context.save() }
            }
            try context.save()
            probe.expectEqual(
                try ModelContext(container).all(Leaf.self).map(\.name), names, "the models in the order of insertion")
            probe.expectEqual(
                try ModelContext(container).all(Leaf.self, #Predicate { $0.count == 0 }).map(\.name), names,
                "the models that tie, in the order of insertion")
        },
    ]
}
