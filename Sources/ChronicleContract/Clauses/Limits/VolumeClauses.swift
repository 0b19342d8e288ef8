import Dispatch
import Foundation
import Synchronization

extension ContractChapter {
    /// Many rows, and much at once.
    static let volumeClauses: [ContractClause] = [
        ContractClause("LIM-008", "One save may bring ten thousand rows, and one delete them.") { probe in
            let store = try probe.openStore(Leaf.self)
            let rows = (0..<10_000).map { LeafRow("\($0)", count: $0 % 100) }
            let keys = try store.addLeaves(rows)
            probe.expectEqual(try store.count(try store.leafRequest()), 10_000, "the count of the rows")
            probe.expectEqual(
                try store.count(try store.leafRequest(store.leaf(1, .equal, .integer(7)))), 100,
                "the count of the rows by an indexed value")
            probe.expectEqual(
                try store.leaves(keys: [keys[9_999], keys[0], keys[5_000]]).map(\.name), ["9999", "0", "5000"],
                "rows by key")
            var request = SaveRequest(timestamp: Date())
            request.deletes = try keys.dropLast().map { try store.leafReference($0) }
            _ = try store.save(request)
            probe.expectEqual(try store.leaves(), [rows[9_999]], "the rows after one save deleted all but one")
        },
        ContractClause("LIM-009", "A save may bring more bytes than a page, a buffer or a first map holds.") { probe in
            let limits = try probe.capabilities().limits
            let size = min(200_000, limits.dataBytes ?? .max)
            let container = try probe.open(Root.self)
            let context = ModelContext(container)
            for round in 0..<2 {
                for number in 0..<40 {
                    let root = Root("\(round) \(number)")
                    root.data = Data(repeating: UInt8(number), count: size)
                    context.insert(root)
                }
                try context.save()
            }
            var wrong: [String] = []
            try ModelContext(container).enumerate(FetchDescriptor<Root>(), batchSize: 10) { root in
                let number = UInt8(root.key.split(separator: " ").last ?? "") ?? 255
                if root.data.count != size || root.data.first != number || root.data.last != number {
                    wrong.append(root.key)
                }
            }
            probe.expectEqual(wrong, [], "the rows whose bytes are not what was saved")
            probe.expectEqual(
                try ModelContext(container).fetchCount(FetchDescriptor<Root>()), 80, "the number of rows")
        },
        ContractClause(
            "LIM-010", "A slow reader sees one state to its end, and a save that came meanwhile is done after it."
        ) { probe in
            let store = try probe.openStore(Leaf.self)
            let keys = try store.addLeaves((0..<200).map { LeafRow("\($0)", note: "old") })
            var request = SaveRequest(timestamp: Date())
            request.updates = try keys.map { RowUpdate(row: try store.leafReference($0), values: [(2, .text("new"))]) }
            request.deletes = [try store.leafReference(keys[150])]
            request.updates.remove(at: 150)
            let update = request
            let saved = DispatchSemaphore(value: 0)
            let failure = Mutex<(any Error)?>(nil)
            let entity = store.schema.entities[try store.index(of: Leaf.self)]
            var seen: [LeafRow] = []
            try store.fetch(try store.leafRequest()) { row in
                seen.append(try LeafRow(row.values(of: entity)))
                guard seen.count == 20 else { return }
                Thread.detachNewThread {
                    do { _ = try store.save(update) } catch { failure.withLock { $0 = error } }
                    saved.signal()
                }
                // A store may let the save wait for the reader, or not.
                if saved.wait(timeout: .now() + .milliseconds(20)) == .success { saved.signal() }
            }
            probe.expectEqual(
                seen, (0..<200).map { LeafRow("\($0)", note: "old") }, "what the reader saw while a save came")
            probe.expect(
                saved.wait(timeout: .now() + 10) == .success, "the save was not done ten seconds after the reader's end"
            )
            if let error = failure.withLock({ $0 }) { throw error }
            probe.expectEqual(try store.leaves().count, 199, "the rows after the save")
            probe.expectEqual(Set(try store.leaves().map(\.note)), ["new"], "the notes after the save")
        },
        ContractClause("LIM-011", "Many readers at a time get their answers, while a writer saves.") { probe in
            let store = try probe.openStore(Leaf.self)
            try store.addLeaves((0..<100).map { LeafRow("\($0)", count: 1) })
            let problems = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 24) { thread in
                do {
                    for round in 0..<5 {
                        if thread % 8 == 0 {
                            try store.addLeaves(
                                LeafRow("\(thread) \(round) a", count: 2), LeafRow("\(thread) \(round) b", count: 2))
                        } else {
                            let rows = try store.leaves()
                            let pairs = rows.filter { $0.count == 2 }.count
                            if rows.filter({ $0.count == 1 }).count != 100 || pairs % 2 != 0 {
                                problems.withLock { $0.append("saw \(rows.count) rows, \(pairs) of them in pairs") }
                            }
                        }
                    }
                } catch {
                    problems.withLock { $0.append("\(error)") }
                }
            }
            probe.expectEqual(problems.withLock { $0 }, [], "the problems of 21 readers and 3 writers")
            probe.expectEqual(try store.count(try store.leafRequest()), 130, "the rows at the end")
        },
        ContractClause("LIM-012", "Opening and closing a store a hundred times uses nothing up.") { probe in
            for round in 0..<100 {
                let store = try probe.configuration().open(Schema([Leaf.self]))
                if round % 40 == 0 { try store.addLeaves(LeafRow("\(round)")) }
                try store.close()
            }
            let store = try probe.openStore(Leaf.self)
            let expected = store.capabilities.persistence ? ["0", "40", "80"] : []
            probe.expectEqual(try store.leaves().map(\.name), expected, "the rows after 100 openings")
        },
        ContractClause("LIM-013", "A dozen stores may be open at a time, each with its own rows.") { probe in
            var places: [ContractPlace] = []
            for _ in 0..<12 { places.append(try probe.anotherPlace()) }
            let stores = try places.map { try probe.openStore(Leaf.self, at: $0) }
            for (number, store) in stores.enumerated() { try store.addLeaves(LeafRow("\(number)")) }
            for (number, store) in stores.enumerated() {
                probe.expectEqual(try store.leaves().map(\.name), ["\(number)"], "the rows of store \(number) of 12")
            }
        },
    ]
}
