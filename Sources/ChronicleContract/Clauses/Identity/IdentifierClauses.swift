import Foundation

extension ContractChapter {
    /// Identifiers of models.
    static let identifierClauses: [ContractClause] = [
        ContractClause(
            "IDN-001", "A model's identifier is permanent from its insertion and names its store and entity."
        ) {
            probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let plot = Plot("a")
            probe.expect(plot.persistentModelID.isTemporary, "a model that was not inserted has a permanent identifier")
            context.insert(plot)
            let identifier = plot.persistentModelID
            probe.expect(!identifier.isTemporary, "an inserted model has a temporary identifier")
            try context.save()
            probe.expectEqual(plot.persistentModelID, identifier, "the identifier after the save")
            plot.area = 5
            try context.save()
            probe.expectEqual(plot.persistentModelID, identifier, "the identifier after a change")
            probe.expectEqual(identifier.entityName, "Plot", "the identifier's entity")
            let name = container.configurations.first?.name ?? ""
            probe.expectEqual(
                identifier.storeIdentifier, container.storeIdentifier(forConfigurationNamed: name),
                "the identifier's store")
        },
        ContractClause("IDN-002", "Two contexts know a row by one identifier, each with an object of its own.") {
            probe in
            let container = try probe.open(Plot.self)
            let (one, two) = (ModelContext(container), ModelContext(container))
            let plot = Plot("a")
            try one.add(plot)
            let other = try probe.require(try two.all(Plot.self).first, "the row in the second context")
            probe.expectEqual(other.persistentModelID, plot.persistentModelID, "the identifier in the second context")
            probe.expect(other !== plot, "two contexts share one object")
            probe.expect(try one.all(Plot.self).first === plot, "one context has two objects of one row")
            probe.expect(
                try two.model(for: plot.persistentModelID, as: Plot.self) === other,
                "a look-up by identifier gives another object than the fetch in the same context")
        },
        ContractClause(
            "IDN-003", "An identifier finds its model after the store was closed and opened again.",
            requires: [.persistence]
        ) { probe in
            var container = try probe.open(Plot.self)
            let (a, b) = (Plot("a"), Plot("b"))
            let writer = ModelContext(container)
            try writer.add(a, b)
            let identifiers = [b.persistentModelID, a.persistentModelID]
            try container.close()
            container = try probe.open(Plot.self)
            let context = ModelContext(container)
            probe.expectEqual(
                try identifiers.map { try context.model(for: $0, as: Plot.self)?.name }, ["b", "a"],
                "the models by their identifiers after reopening")
            probe.expectEqual(
                try context.fetchIdentifiers(FetchDescriptor<Plot>()), identifiers.reversed(),
                "the identifiers after reopening")
        },
        ContractClause("IDN-004", "An identifier that was encoded and decoded is the same and finds its model.") {
            probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let (a, b) = (Plot("a"), Plot("b"))
            try context.add(a, b)
            let data = try JSONEncoder().encode([a.persistentModelID, b.persistentModelID])
            let decoded = try JSONDecoder().decode([PersistentIdentifier].self, from: data)
            probe.expectEqual(decoded, [a.persistentModelID, b.persistentModelID], "the decoded identifiers")
            let other = ModelContext(container)
            probe.expectEqual(
                try decoded.map { try other.model(for: $0, as: Plot.self)?.name }, ["a", "b"],
                "the models by their decoded identifiers")
        },
        ContractClause(
            "IDN-005",
            "An identifier that names no row gives nil: one never given, of a deleted row, of another entity."
        ) { probe in
            let container = try probe.open(Plot.self, Leaf.self)
            let context = ModelContext(container)
            let (plot, doomed) = (Plot("a"), Plot("b"))
            try context.add(plot, doomed, Leaf("l"))
            let (identifier, gone) = (plot.persistentModelID, doomed.persistentModelID)
            context.delete(doomed)
            try context.save()
            let other = ModelContext(container)
            let unknown = PersistentIdentifier(
                storeIdentifier: identifier.storeIdentifier, entityName: "Plot", primaryKey: 1 << 40)
            probe.expect(try other.model(for: unknown, as: Plot.self) == nil, "an identifier never given gave a model")
            probe.expect(
                try other.model(for: gone, as: Plot.self) == nil, "the identifier of a deleted row gave a model")
            probe.expect(other.model(for: gone) == nil, "the identifier of a deleted row gave a model of any type")
            let wrong = PersistentIdentifier(
                storeIdentifier: identifier.storeIdentifier, entityName: "Leaf", primaryKey: identifier.primaryKey)
            probe.expect(
                try other.model(for: wrong, as: Leaf.self) == nil, "a plot's number gave a model of another entity")
            let foreign = PersistentIdentifier(
                storeIdentifier: "another store", entityName: "Plot", primaryKey: identifier.primaryKey)
            probe.expect(
                try other.model(for: foreign, as: Plot.self) == nil, "the identifier of another store gave a model")
            probe.expectEqual(
                try other.model(for: identifier, as: Plot.self)?.name, "a", "the name of the row that is left")
        },
        ContractClause("IDN-006", "A registered model is one that the context holds; the store is not asked.") {
            probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let plot = Plot("a")
            try context.add(plot)
            let identifier = plot.persistentModelID
            let held: Plot? = context.registeredModel(for: identifier)
            probe.expect(held === plot, "the context does not know the model that it holds")
            let other = ModelContext(container)
            let before: Plot? = other.registeredModel(for: identifier)
            probe.expect(before == nil, "a context knows a model that it never fetched")
            let fetched = try other.model(for: identifier, as: Plot.self)
            let after: Plot? = other.registeredModel(for: identifier)
            probe.expect(after != nil && after === fetched, "the context does not know the model that it fetched")
        },
        ContractClause(
            "IDN-007", "A context with an old model never writes to a row that came after it.", cases: ["H21"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let (one, two) = (ModelContext(container), ModelContext(container))
            try one.add(Plot("Pear"))
            let stale = try probe.require(try two.all(Plot.self).first, "the row in the second context")
            let pear = stale.persistentModelID
            stale.note = "ghost"
            one.delete(try probe.require(try one.all(Plot.self).first, "the row in the first context"))
            try one.save()
            let plum = Plot("Plum")
            try one.add(plum)
            probe.expect(plum.persistentModelID != pear, "the new row has the identifier of the deleted one")
            probe.expectStoreError(.deletedElsewhere, from: "saving a change of the deleted row") { try two.save() }
            let check = ModelContext(container)
            let found = try check.all(Plot.self)
            probe.expectEqual(found.map { "\($0.name) \($0.note ?? "nil")" }, ["Plum nil"], "the rows afterwards")
            probe.expect(try check.model(for: pear, as: Plot.self) == nil, "the old identifier gave a model")
        },
        ContractClause(
            "IDN-008", "Identifiers are never given again: not after all rows were deleted, nor after reopening.",
            cases: ["H21"]
        ) { probe in
            var container = try probe.open(Plot.self, Tag.self)
            var seen: Set<Int64> = []
            for round in 1...3 {
                let context = ModelContext(container)
                let models: [any PersistentModel] = [Plot("a"), Tag("b"), Plot("c")]
                for model in models { context.insert(model) }
                try context.save()
                for model in models {
                    probe.expect(
                        seen.insert(model.persistentModelID.primaryKey).inserted,
                        "\(model.persistentModelID) was given again in round \(round)")
                }
                try context.delete(model: Plot.self)
                try context.delete(model: Tag.self)
                try context.save()
                if try probe.capabilities().persistence {
                    try container.close()
                    container = try probe.open(Plot.self, Tag.self)
                }
            }
        },
    ]
}
