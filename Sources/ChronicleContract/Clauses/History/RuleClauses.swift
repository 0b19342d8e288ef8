import Foundation

extension HistoryClauses {
    /// What history tells of deletions, rules, upserts and relationships.
    static let rules: [ContractClause] = [
        ContractClause(
            "HIS-012", "A deletion by condition is told row by row.", requires: [.history], cases: ["H06", "H10"]
        ) { probe in
            let context = try probe.context(Plot.self)
            let plots = (0..<20).map { Plot("plot \($0)", area: $0 % 2) }
            for plot in plots { context.insert(plot) }
            try context.save()
            let token = try probe.lastToken(of: context)
            try context.delete(model: Plot.self, where: #Predicate { $0.area == 1 })
            try context.save()
            let saved = try probe.transactions(1, after: token, in: context, "the history of a deletion by condition")
            probe.expectEqual(
                Set(saved[0].told), Set(plots.filter { $0.area == 1 }.map { "delete \($0.persistentModelID)" }),
                "the changes of a deletion by condition")
        },
        ContractClause(
            "HIS-013", "A store's own deletion by condition is told row by row, by the rules.", requires: [.history],
            cases: ["H06", "H10"]
        ) {
            probe in
            let entries = try EntryStore(probe)
            let keys = try entries.add((0..<4).map { try entries.values(number: $0) })
            let child = try entries.add([try entries.values(number: 9, parent: keys[1])])[0]
            var request = try entries.request()
            let number = try entries.column("number")
            request.bulkDeletes = [
                BulkDelete(entity: entries.entity.index, condition: .compare(number, .less, .literal(.integer(2))))
            ]
            _ = try entries.store.save(request)
            let changes = try entries.history().fetchHistory(HistoryRequest()).last?.changes ?? []
            probe.expectEqual(
                Set(changes.filter { $0.operation == .delete }.map(\.key)), Set(keys.prefix(2)),
                "the keys told as deleted")
            probe.expectEqual(
                changes.filter { $0.operation == .update }.map { "\($0.key) \($0.properties)" },
                ["\(child) [\"parent\"]"],
                "the rows told as updated because what they referred to is gone")
        },
        ContractClause(
            "HIS-014", "The children that a deletion takes with it are told as deleted, in the same transaction.",
            requires: [.history], cases: ["H06", "H10"]
        ) {
            probe in
            let context = try probe.context(Plot.self)
            let plot = Plot("parent")
            context.insert(plot)
            let plants = (0..<3).map { Plant("child \($0)", plot: plot) }
            for plant in plants { context.insert(plant) }
            let other = Plant("not a child")
            try context.add(other)
            let token = try probe.lastToken(of: context)
            context.delete(plot)
            try context.save()
            let saved = try probe.transactions(1, after: token, in: context, "the history of a cascade")
            probe.expectEqual(
                Set(saved[0].told),
                Set(([plot.persistentModelID] + plants.map(\.persistentModelID)).map { "delete \($0)" }),
                "the changes of a cascade")
        },
        ContractClause(
            "HIS-015", "A model that loses a related one to a deletion is told as updated in that relationship.",
            requires: [.history], cases: ["H06"]
        ) {
            probe in
            let context = try probe.context(Plot.self)
            let (plot, tag) = (Plot("plot"), Tag("tag"))
            plot.tags = [tag]
            try context.add(plot, tag)
            let token = try probe.lastToken(of: context)
            context.delete(tag)
            try context.save()
            let saved = try probe.transactions(
                1, after: token, in: context, "the history of the deletion of a related model")
            probe.expectEqual(
                Set(saved[0].told), ["update \(plot.persistentModelID) [tags]", "delete \(tag.persistentModelID)"],
                "the changes of the deletion of a related model")
        },
        ContractClause(
            "HIS-016", "A changed to-one relationship is told as an update of the model that holds it.",
            requires: [.history]
        ) {
            probe in
            let context = try probe.context(Plot.self)
            let (plot, plant) = (Plot("plot"), Plant("plant"))
            try context.add(plot, plant)
            let token = try probe.lastToken(of: context)
            plot.plants = [plant]
            try context.save()
            plant.plot = nil
            try context.save()
            let saved = try probe.transactions(
                2, after: token, in: context, "the history of two changes of a relationship")
            for transaction in saved {
                probe.expectEqual(
                    transaction.told, ["update \(plant.persistentModelID) [plot]"], "the change of a relationship")
            }
        },
        ContractClause("HIS-017", "A link between two models is told as an update of both ends.", requires: [.history])
        { probe in
            let context = try probe.context(Plot.self)
            let (plot, tag) = (Plot("plot"), Tag("tag"))
            try context.add(plot, tag)
            let token = try probe.lastToken(of: context)
            plot.tags = [tag]
            try context.save()
            tag.plots = []
            try context.save()
            let saved = try probe.transactions(2, after: token, in: context, "the history of a link made and undone")
            for transaction in saved {
                probe.expectEqual(
                    Set(transaction.told),
                    ["update \(plot.persistentModelID) [tags]", "update \(tag.persistentModelID) [plots]"],
                    "the changes of a link")
            }
        },
        ContractClause(
            "HIS-018", "An upsert is told as an update of the stored row, with the attributes that it changed.",
            requires: [.history],
            cases: ["H20"]
        ) { probe in
            let context = try probe.context(Plot.self)
            let stored = Plot("one", area: 1, note: "n")
            try context.add(stored)
            let identifier = stored.persistentModelID
            let token = try probe.lastToken(of: context)
            try ModelContext(context.container).add(Plot("one", area: 2, note: "n"))
            let saved = try probe.transactions(1, after: token, in: context, "the history of an upsert")
            probe.expectEqual(saved[0].told, ["update \(identifier) [area]"], "the change of an upsert")
        },
        ContractClause(
            "HIS-019", "An upsert that changes nothing leaves no history.", requires: [.history], cases: ["H20", "H31"]
        ) { probe in
            let context = try probe.context(Tag.self)
            try context.add(Tag("same"))
            try ModelContext(context.container).add(Tag("same"))
            probe.expectEqual(
                try context.history().count, 1, "the transactions of an insert and an upsert of the same value")
        },
        ContractClause(
            "HIS-020", "A row that replaces a deleted one of its unique value in one save is told apart from it.",
            requires: [.history], cases: ["H21"]
        ) {
            probe in
            let context = try probe.context(Plot.self)
            let old = Plot("name", area: 1)
            try context.add(old)
            let identifier = old.persistentModelID
            let token = try probe.lastToken(of: context)
            context.delete(old)
            let new = Plot("name", area: 2)
            try context.add(new)
            let saved = try probe.transactions(1, after: token, in: context, "the history of a replacement")
            probe.expectEqual(
                Set(saved[0].told), ["delete \(identifier)", "insert \(new.persistentModelID)"],
                "the changes of a replacement")
            probe.expect(
                new.persistentModelID != identifier, "the new row has the identifier \(identifier) of the deleted one")
        },
        ContractClause(
            "HIS-021",
            "Rows follow from history: inserts bring them, deletes take them, updates concern rows that are there.",
            level: .stochastic, requires: [.history], cases: ["H06"]
        ) { probe in
            let context = try probe.context(Plot.self)
            var generator = SeededGenerator(seed: probe.seed)
            for _ in 0..<30 {
                switch generator.number(below: 4) {
                case 0, 1: context.insert(Plot("plot \(generator.number(below: 12))", area: generator.number(below: 5)))
                case 2: try context.all(Plot.self).first?.area += 1
                default:
                    let area = generator.number(below: 5)
                    try context.delete(model: Plot.self, where: #Predicate { $0.area == area })
                }
                if generator.once(in: 2) { try context.save() }
            }
            try context.save()
            var present: Set<PersistentIdentifier> = []
            for change in try context.history().flatMap(\.changes) {
                let identifier = change.changedPersistentIdentifier
                switch change {
                case .insert:
                    probe.expect(present.insert(identifier).inserted, "\(identifier) is told as inserted twice")
                case .update:
                    probe.expect(
                        present.contains(identifier), "\(identifier) is told as updated while it does not exist")
                case .delete:
                    probe.expect(
                        present.remove(identifier) != nil, "\(identifier) is told as deleted while it does not exist")
                }
            }
            probe.expectEqual(
                present, Set(try context.fetchIdentifiers(FetchDescriptor<Plot>())),
                "the rows that history makes, and those in the store")
        },
    ]
}
