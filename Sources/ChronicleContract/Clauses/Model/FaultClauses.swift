import Foundation

extension RandomWorkClauses {
    /// What is left after a fault in the middle of work.
    static let faults: [ContractClause] = [
        ContractClause(
            "MOD-007",
            "An error thrown while a row is delivered ends the fetch, comes through unchanged, and harms nothing."
        ) {
            probe in
            let entries = try EntryStore(probe)
            let keys = try entries.add((0..<6).map { try entries.values(number: $0 % 2, word: "w\($0)") })
            let word = try entries.column("word")
            for order in [[], [Query.SortKey(word, isReversed: true)]] {
                let request = FetchRequest(entity: entries.entity.index, order: order)
                for position in [1, 3, 6] {
                    var delivered = 0
                    do {
                        try entries.store.fetch(request) { _ in
                            delivered += 1
                            if delivered == position { throw Interruption(position: position) }
                        }
                        probe.expect(false, "a fetch whose row \(position) could not be taken went through")
                    } catch let interruption as Interruption {
                        probe.expectEqual(interruption.position, position, "the error that came through")
                    }
                    probe.expectEqual(delivered, position, "the rows delivered up to the error")
                }
            }
            probe.expectEqual(try entries.keys(nil), keys, "the rows of the next fetch")
            _ = try entries.store.save(try entries.request(deletes: [keys[0]]))
            probe.expectEqual(try entries.keys(nil), Array(keys.dropFirst()), "the rows after the next save")
        },
        ContractClause(
            "MOD-008", "A save that fails before its commit leaves all of it pending, and made again it is stored once."
        ) { probe in
            let faults = FaultInjection()
            let context = try context(probe, faults)
            defer { try? context.container.close() }
            let (kept, gone) = (Plot("kept", area: 1), Plot("gone"))
            try context.add(kept, gone)
            kept.area = 2
            context.delete(gone)
            let new = Plot("new")
            context.insert(new)
            context.insert(Plant("plant", plot: new))
            faults.plan = .failing(.saveBeforeCommit, with: .diskFull)
            probe.expectStoreError(.diskFull, from: "the save whose store failed") { try context.save() }
            probe.expect(context.hasChanges, "after the failed save nothing is pending")
            let reader = ModelContext(context.container)
            probe.expectEqual(
                try reader.all(Plot.self).map { "\($0.name) \($0.area)" }, ["kept 1", "gone 0"],
                "the stored rows after the failed save")
            try context.save()
            probe.expectEqual(
                try reader.all(Plot.self).map { "\($0.name) \($0.area)" }, ["kept 2", "new 0"],
                "the stored rows after the next save")
            probe.expectEqual(
                try reader.all(Plant.self).map(\.label), ["plant"], "the stored plants after the next save")
            if try probe.capabilities().history {
                probe.expectEqual(
                    try reader.history().map(\.changes.count), [2, 4], "the changes of the two saves that went through")
            }
        },
        ContractClause("MOD-009", "A save made again because its success was lost makes no row twice.") { probe in
            let faults = FaultInjection()
            let context = try context(probe, faults)
            defer { try? context.container.close() }
            context.insert(Plot("plot", area: 1))
            context.insert(Plant("plant"))
            faults.plan = .failing(.saveAfterCommit)
            probe.expectStoreError(.inputOutput, from: "the save whose success was lost") { try context.save() }
            // That the rows exist may be found out by the store or not; what is refused is refused with a typed error.
            do { try context.save() } catch let error as StoreError {
                probe.expect(!error.message.isEmpty, "the refusal of the repeated save says nothing")
            }
            let reader = ModelContext(context.container)
            probe.expectEqual(try reader.all(Plot.self).map(\.name), ["plot"], "the plots in the store")
            probe.expectEqual(try reader.all(Plant.self).map(\.label), ["plant"], "the plants in the store")
        },
        ContractClause(
            "MOD-010",
            "When no key could be had at the insert, the save asks again, and stores the model under a key of its own."
        ) {
            probe in
            let faults = FaultInjection()
            let context = try context(probe, faults)
            defer { try? context.container.close() }
            faults.plan = .failing(.allocateKeys, with: .locked)
            let (first, second) = (Plot("first"), Plot("second"))
            context.insert(first)
            context.insert(second)
            try context.save()
            probe.expect(!first.persistentModelID.isTemporary, "a saved model has a temporary identifier")
            probe.expect(first.persistentModelID != second.persistentModelID, "two models have one identifier")
            let reader = ModelContext(context.container)
            probe.expectEqual(
                Set(try reader.all(Plot.self).map(\.name)), ["first", "second"], "the names in the store")
        },
    ]

    private struct Interruption: Error { var position: Int }

    /// A context over the store with faults in front of it.
    private static func context(_ probe: ContractProbe, _ faults: FaultInjection) throws -> ModelContext {
        ModelContext(try ModelContainer(for: Plot.self, configurations: probe.configuration().injectingFaults(faults)))
    }
}
