import Dispatch
import Foundation
import Synchronization

extension ContractChapter {
    /// What becomes of a store when it is closed.
    static let closedStoreClauses: [ContractClause] = [
        ContractClause("LIF-008", "Closing a store twice does nothing more.") { probe in
            let store = try probe.openStore(Leaf.self)
            try store.addLeaves(LeafRow("a"))
            try store.close()
            try store.close()
            if store.capabilities.persistence {
                probe.expectEqual(
                    try probe.openStore(Leaf.self).leaves(), [LeafRow("a")], "the rows after closing the store twice")
            }
        },
        ContractClause("LIF-009", "Every read of a closed store throws `closed`.") { probe in
            let store = try probe.openStore(Leaf.self)
            let keys = try store.addLeaves(LeafRow("a"), LeafRow("b"))
            _ = try store.leaves()
            let request = try store.leafRequest()
            try store.close()
            probe.expectStoreError(.closed, from: "a fetch of a closed store") { try store.fetch(request) { _ in } }
            probe.expectStoreError(.closed, from: "a fetch by key of a closed store") {
                try store.fetch(entity: request.entity, keys: [keys[0]]) { _ in }
            }
            probe.expectStoreError(.closed, from: "a fetch by keys of a closed store") {
                try store.fetch(entity: request.entity, keys: keys) { _ in }
            }
            probe.expectStoreError(.closed, from: "a count of a closed store") { _ = try store.count(request) }
            probe.expectStoreError(.closed, from: "a fetch of keys of a closed store") {
                _ = try store.fetchKeys(request)
            }
        },
        ContractClause("LIF-010", "Every write to a closed store throws `closed` and leaves nothing.") { probe in
            let store = try probe.openStore(Leaf.self)
            let key = try store.addLeaves(LeafRow("a"))[0]
            let spare = try store.allocateKeys(1).lowerBound
            var request = SaveRequest(timestamp: Date())
            request.inserts = [try store.leafBatch([LeafRow("late")], keys: [spare])]
            var deletion = SaveRequest(timestamp: Date())
            deletion.deletes = [try store.leafReference(key)]
            try store.close()
            probe.expectStoreError(.closed, from: "an insert into a closed store") { _ = try store.save(request) }
            probe.expectStoreError(.closed, from: "a deletion from a closed store") { _ = try store.save(deletion) }
            probe.expectStoreError(.closed, from: "allocating a key of a closed store") {
                _ = try store.allocateKeys(1)
            }
            probe.expectStoreError(.closed, from: "allocating many keys of a closed store") {
                _ = try store.allocateKeys(100_000)
            }
            if store.capabilities.persistence {
                probe.expectEqual(
                    try probe.openStore(Leaf.self).leaves(), [LeafRow("a")], "the rows after writes to the closed store"
                )
            }
        },
        ContractClause("LIF-011", "Every history request to a closed store throws `closed`.", requires: [.history]) {
            probe in
            let store = try probe.openStore(Leaf.self)
            try store.addLeaves(LeafRow("a"))
            let history = try probe.require(
                store as? any HistoryProviding, "the store's conformance to HistoryProviding")
            try store.close()
            probe.expectStoreError(.closed, from: "fetching the history of a closed store") {
                _ = try history.fetchHistory(HistoryRequest())
            }
            probe.expectStoreError(.closed, from: "deleting the history of a closed store") {
                try history.deleteHistory(HistoryRequest())
            }
            probe.expectStoreError(.closed, from: "the current position of a closed store") {
                _ = try history.currentPosition()
            }
            probe.expectStoreError(.closed, from: "the oldest position of a closed store") {
                _ = try history.oldestPosition()
            }
        },
        ContractClause("LIF-012", "A context whose container was closed throws `closed`, and its models stay readable.")
        {
            probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let plot = Plot("a", area: 3)
            try context.add(plot)
            try container.close()
            probe.expectStoreError(.closed, from: "a fetch after the container was closed") {
                _ = try context.all(Plot.self)
            }
            probe.expectStoreError(.closed, from: "a count after the container was closed") {
                _ = try context.fetchCount(FetchDescriptor<Plot>())
            }
            plot.area = 4
            probe.expectStoreError(.closed, from: "a save after the container was closed") { try context.save() }
            probe.expectEqual(plot.name, "a", "the name of a model that is held")
            probe.expect(context.hasChanges, "the change that could not be saved is no longer pending")
        },
        ContractClause(
            "LIF-013",
            "A fetch that is under way when its store is closed ends as usual or throws `closed`; it never ends early "
                + "in silence."
        ) { probe in
            let store = try probe.openStore(Leaf.self)
            try store.addLeaves((0..<200).map { LeafRow("\($0)", count: $0) })
            let request = try store.leafRequest()
            let isClosed = DispatchSemaphore(value: 0)
            let failure = Mutex<(any Error)?>(nil)
            var seen = 0
            do {
                try store.fetch(request) { _ in
                    seen += 1
                    guard seen == 10 else { return }
                    // From a thread of its own, as closing may wait for the fetch.
                    Thread.detachNewThread {
                        do { try store.close() } catch { failure.withLock { $0 = error } }
                        isClosed.signal()
                    }
                    _ = isClosed.wait(timeout: .now() + .milliseconds(20))
                    isClosed.signal()
                }
                probe.expectEqual(seen, 200, "the rows of a fetch during which the store was closed")
            } catch let error as StoreError {
                probe.expectEqual(error.code, .closed, "the error of a fetch during which the store was closed")
            }
            let ended = isClosed.wait(timeout: .now() + 10) == .success
            probe.expect(ended, "closing the store during a fetch did not end within ten seconds")
            if let error = failure.withLock({ $0 }) { throw error }
        },
        ContractClause(
            "LIF-014", "Two openings of a place see each other's rows, under one identifier.",
            requires: [.multipleOpenings], cases: ["H26"]
        ) { probe in
            let first = try probe.openStore(Leaf.self)
            let second = try probe.openStore(Leaf.self)
            probe.expectEqual(second.identifier, first.identifier, "the identifier of the second opening")
            try first.addLeaves(LeafRow("from the first"))
            probe.expectEqual(try second.leaves().map(\.name), ["from the first"], "the rows of the second opening")
            try second.addLeaves(LeafRow("from the second"))
            probe.expectEqual(
                try first.leaves().map(\.name), ["from the first", "from the second"], "the rows of the first opening")
        },
        ContractClause(
            "LIF-015", "Closing one of two openings leaves the other at work.", requires: [.multipleOpenings],
            cases: ["H26"]
        ) { probe in
            let first = try probe.openStore(Leaf.self)
            let second = try probe.openStore(Leaf.self)
            try second.addLeaves((0..<100).map { LeafRow("\($0)", note: "one") })
            var seen: [LeafRow] = []
            let entity = first.schema.entities[try first.index(of: Leaf.self)]
            try first.fetch(try first.leafRequest()) { row in
                // Another opening of the same place, so that this is no call of the store that fetches.
                if seen.count == 50 { try second.close() }
                seen.append(try LeafRow(row.values(of: entity)))
            }
            probe.expectEqual(
                seen, (0..<100).map { LeafRow("\($0)", note: "one") }, "a fetch while the other opening was closed")
            try first.addLeaves(LeafRow("after"))
            probe.expectEqual(try first.leaves().count, 101, "the rows after the other opening was closed")
            probe.expectEqual(
                try probe.openStore(Leaf.self).leaves().count, 101, "the rows of a third opening")
        },
        ContractClause(
            "LIF-016", "A new place may be opened by many threads at once, and all of them get one store.",
            requires: [.multipleOpenings]
        ) { probe in
            // Held open, so that a store that lives as long as its openings is one store as well.
            let stores = Mutex<[any DataStore]>([])
            let errors = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 6) { number in
                do {
                    let store = try probe.openStore(Leaf.self)
                    stores.withLock { $0.append(store) }
                    try store.addLeaves(LeafRow("\(number)"))
                } catch {
                    errors.withLock { $0.append("\(error)") }
                }
            }
            probe.expectEqual(errors.withLock { $0 }, [], "the errors of opening and saving on six threads")
            let identifiers = Set(stores.withLock { $0.map(\.identifier) })
            probe.expectEqual(identifiers.count, 1, "the identifiers of six openings of one place")
            probe.expectEqual(
                Set(try probe.openStore(Leaf.self).leaves().map(\.name)), Set((0..<6).map { "\($0)" }),
                "the rows that six threads saved")
        },
    ]
}
