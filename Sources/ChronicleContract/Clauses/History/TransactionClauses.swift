import Foundation

extension HistoryClauses {
    /// What one save leaves in history.
    static let transactions: [ContractClause] = [
        ContractClause("HIS-001", "One save is one transaction, whatever it changes.", requires: [.history]) {
            probe in
            let context = try probe.context(Plot.self)
            context.insert(Plot("a"))
            context.insert(Tag("b"))
            context.insert(Plant("c"))
            try context.save()
            let history = try context.history()
            probe.expectEqual(history.count, 1, "the transactions of one save")
            probe.expectEqual(history.first?.changes.count, 3, "the changes of a save of three models")
        },
        ContractClause(
            "HIS-002", "Inserts are told in the order of insertion, before updates, and those before deletes.",
            requires: [.history]
        ) {
            probe in
            let context = try probe.context(Plot.self)
            let plots = ["a", "b", "c"].map { Plot($0) }
            for plot in plots { context.insert(plot) }
            try context.save()
            let first = try probe.transactions(1, in: context, "the history of one save")
            probe.expectEqual(
                first[0].told, plots.map { "insert \($0.persistentModelID)" }, "the changes of three inserts")
            context.delete(plots[0])
            plots[2].area = 4
            plots[1].area = 5
            let new = Plot("d")
            context.insert(new)
            try context.save()
            let second = try probe.transactions(1, after: first[0].token, in: context, "the history of a second save")
            let told = second[0].told
            probe.expectEqual(
                told.first, "insert \(new.persistentModelID)",
                "the first change of a save that inserts, updates and deletes")
            probe.expectEqual(told.last, "delete \(plots[0].persistentModelID)", "its last change")
            probe.expectEqual(
                Set(told.dropFirst().dropLast()),
                ["update \(plots[1].persistentModelID) [area]", "update \(plots[2].persistentModelID) [area]"],
                "the changes between")
        },
        ContractClause(
            "HIS-003", "A model is told of once in a transaction, whatever was done to it.", requires: [.history]
        ) { probe in
            let context = try probe.context(Plot.self)
            let (plot, tag) = (Plot("a"), Tag("t"))
            try context.add(plot, tag)
            let token = try probe.lastToken(of: context)
            plot.area = 1
            plot.note = "n"
            plot.tags = [tag]
            plot.area = 2
            try context.save()
            let saved = try probe.transactions(1, after: token, in: context, "the history after one save")
            let identifiers = saved[0].changes.map(\.changedPersistentIdentifier)
            probe.expectEqual(
                Set(identifiers).count, identifiers.count, "the models among the changes \(saved[0].told)")
        },
        ContractClause(
            "HIS-004", "An update names exactly the attributes that changed, in the order of their declaration.",
            requires: [.history]
        ) {
            probe in
            let context = try probe.context(Plot.self)
            let plot = Plot("a", area: 1)
            try context.add(plot)
            let token = try probe.lastToken(of: context)
            plot.note = "n"
            plot.area = 2
            plot.stage = nil
            try context.save()
            plot.spot = Spot(row: 1, depth: nil)
            try context.save()
            plot.spot?.depth = 2
            plot.name = "b"
            try context.save()
            let saved = try probe.transactions(3, after: token, in: context, "the history of three edits")
            let identifier = plot.persistentModelID
            probe.expectEqual(saved[0].told, ["update \(identifier) [area, note]"], "the change of two attributes")
            probe.expectEqual(saved[1].told, ["update \(identifier) [spot]"], "the change of a composite")
            probe.expectEqual(
                saved[2].told, ["update \(identifier) [name, spot]"], "the change of a composite's field and a text")
        },
        ContractClause(
            "HIS-005", "A save that has nothing to do leaves no history.", requires: [.history], cases: ["H31"]
        ) { probe in
            let context = try probe.context(Plot.self)
            try context.save()
            try context.add(Plot("a"))
            try context.save()
            try context.save()
            probe.expectEqual(
                try context.history().count, 1, "the transactions of one save with changes and three without")
        },
        ContractClause(
            "HIS-006", "Setting an attribute to the value that it has leaves no history.", requires: [.history],
            cases: ["H17", "H31"]
        ) {
            probe in
            let context = try probe.context(Plot.self)
            let plot = Plot("a", area: 3, note: "n", stage: .grown)
            plot.spot = Spot(row: 1, depth: 0.1 + 0.2)
            plot.madeAt = Date(timeIntervalSinceReferenceDate: 0.1)
            try context.add(plot)
            plot.area = 3
            plot.note = "n"
            plot.stage = .grown
            plot.spot = Spot(row: 1, depth: 0.1 + 0.2)
            plot.madeAt = Date(timeIntervalSinceReferenceDate: 0.1)
            try context.save()
            plot.area = 4
            plot.area = 3
            try context.save()
            probe.expectEqual(try context.history().map(\.told), [["insert \(plot.persistentModelID)"]], "the history")
        },
        ContractClause(
            "HIS-007", "A save that fails leaves no history, and the next one goes on as if it had not been.",
            requires: [.history]
        ) {
            probe in
            let context = try probe.context(Plot.self)
            let (first, second) = (Plot("first"), Plot("second"))
            try context.add(first, second)
            let token = try probe.lastToken(of: context)
            second.name = "first"
            context.insert(Plot("third"))
            probe.expectStoreError(.uniqueViolation, from: "a save that renames a row to another's unique name") {
                try context.save()
            }
            probe.expectEqual(try context.history(after: token).map(\.told), [], "the history after the failed save")
            context.rollback()
            first.area = 1
            try context.save()
            let saved = try probe.transactions(1, after: token, in: context, "the history after the next save")
            probe.expectEqual(
                saved[0].told, ["update \(first.persistentModelID) [area]"], "the changes of the next save")
        },
        ContractClause("HIS-008", "A rollback leaves no history.", requires: [.history]) { probe in
            let context = try probe.context(Plot.self)
            let plot = Plot("a")
            try context.add(plot)
            plot.area = 1
            context.insert(Plot("b"))
            context.rollback()
            try context.save()
            probe.expectEqual(try context.history().count, 1, "the transactions of one save and a rollback")
        },
        ContractClause(
            "HIS-009", "A model inserted and deleted within one save leaves no history.", requires: [.history],
            cases: ["H06"]
        ) {
            probe in
            let context = try probe.context(Plot.self)
            let plot = Plot("short-lived")
            context.insert(plot)
            context.delete(plot)
            try context.save()
            probe.expectEqual(try context.history().map(\.told), [], "the history of a model that was never saved")
        },
        ContractClause(
            "HIS-010", "A row inserted and deleted by one request of a store leaves no history.", requires: [.history],
            cases: ["H06"]
        ) {
            probe in
            let entries = try EntryStore(probe)
            let keys = Array(try entries.store.allocateKeys(2))
            var request = try entries.request(deletes: [keys[0]])
            var batch = InsertBatch(entity: entries.entity.index)
            batch.keys = keys
            batch.values = try entries.values(number: 1) + entries.values(number: 2)
            request.inserts = [batch]
            _ = try entries.store.save(request)
            let records = try entries.history().fetchHistory(HistoryRequest())
            probe.expectEqual(records.flatMap(\.changes).map(\.key), [keys[1]], "the keys in history")
            probe.expectEqual(try entries.keys(nil), [keys[1]], "the keys in the store")
        },
        ContractClause(
            "HIS-011", "A model changed and deleted within one save is told as deleted only.", requires: [.history],
            cases: ["H06"]
        ) {
            probe in
            let entries = try EntryStore(probe)
            let key = try entries.add([try entries.values(number: 1)])[0]
            _ = try entries.store.save(try entries.request(updates: [key: [("number", .integer(2))]], deletes: [key]))
            let records = try entries.history().fetchHistory(HistoryRequest())
            probe.expectEqual(records.count, 2, "the records of two saves")
            probe.expectEqual(
                records.last?.changes.map(\.operation), [.delete], "the changes of an update and a delete of one row")
        },
    ]
}
