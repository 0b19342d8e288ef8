import Foundation

extension ContractChapter {
    /// A new row with a stored unique value.
    static let upsertClauses: [ContractClause] = [
        ContractClause(
            "UNQ-001",
            "A new row with the unique value of a stored one becomes an update of it: one row, the new values.",
            cases: ["H10", "H20"]
        ) { probe in
            let context = try probe.context(Plot.self)
            try context.add(Plot("a", area: 1), Plot("b", area: 5))
            try context.add(Plot("a", area: 2, note: "new"))
            let check = ModelContext(context.container)
            let plots = try check.all(Plot.self)
            probe.expectEqual(plots.map(\.name), ["a", "b"], "the names after the upsert")
            probe.expectEqual(plots.map(\.area), [2, 5], "the areas after the upsert")
            probe.expectEqual(plots.first?.note, "new", "the note after the upsert")
            probe.expectEqual(
                try check.fetchCount(FetchDescriptor<Plot>(predicate: #Predicate { $0.area == 1 })), 0,
                "the rows that an index finds under the replaced value")
        },
        ContractClause(
            "UNQ-002", "An upsert keeps the stored row's identifier, and the new model goes on under it.",
            cases: ["H20"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let (first, second) = (ModelContext(container), ModelContext(container))
            let stored = Plot("a", area: 1)
            try first.add(stored)
            let identifier = stored.persistentModelID
            let twin = Plot("a", area: 2)
            try second.add(twin)
            let check = ModelContext(container)
            probe.expectEqual(
                try check.all(Plot.self).map(\.persistentModelID), [identifier], "the identifiers after the upsert")
            probe.expectEqual(twin.persistentModelID, identifier, "the identifier of the model that was inserted again")
            twin.area = 3
            try second.save()
            probe.expectEqual(
                try ModelContext(container).all(Plot.self).map(\.area), [3], "the area after a later edit of that model"
            )
        },
        ContractClause(
            "UNQ-003", "An upsert leaves the stored row's children and links in place and adds the new row's.",
            cases: ["H20"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let first = ModelContext(container)
            let stored = Plot("a")
            stored.plants = [Plant("old 1"), Plant("old 2"), Plant("old 3")]
            stored.tags = [Tag("old")]
            try first.add(stored)
            let children = Set(stored.plants.map(\.persistentModelID))
            let second = ModelContext(container)
            let twin = Plot("a")
            twin.plants = [Plant("new")]
            twin.tags = [Tag("new")]
            try second.add(twin)
            let check = ModelContext(container)
            let plot = try probe.require(try check.all(Plot.self).first, "the plot")
            probe.expectEqual(
                plot.plants.map(\.label).sorted(), ["new", "old 1", "old 2", "old 3"], "the plants after the upsert")
            probe.expect(
                children.isSubset(of: plot.plants.map(\.persistentModelID)), "the old plants have other identifiers")
            probe.expectEqual(plot.tags.map(\.word).sorted(), ["new", "old"], "the tags after the upsert")
            probe.expectEqual(try check.fetchCount(FetchDescriptor<Plant>()), 4, "the number of plants in the store")
        },
        ContractClause(
            "UNQ-004", "An upsert leaves columns alone that the save says were never set.", cases: ["H20"]
        ) { probe in
            let container = try probe.open(Badge.self)
            try ModelContext(container).add(Badge("a", 1, holder: "Ann"))
            let store = try container.store(probe)
            let entity = try probe.require(store.schema.entitiesByName["Badge"], "the entity of badges")
            var batch = InsertBatch(entity: entity.index)
            batch.keys = Array(try store.allocateKeys(1))
            batch.values = [.text("a"), .integer(7), .null, .double(2.5)]
            batch.unset = [ColumnSet([2])]
            var request = SaveRequest(timestamp: Date(timeIntervalSinceReferenceDate: 0))
            request.inserts = [batch]
            let result = try store.save(request)
            probe.expectEqual(result.upserts.count, 1, "the upserts that the result tells of")
            let badges = try ModelContext(container).all(Badge.self)
            probe.expectEqual(badges.map(\.holder), ["Ann"], "the holder, which the new row never set")
            probe.expectEqual(badges.map(\.number), [7], "the number, which the new row set")
            probe.expectEqual(badges.map(\.weight), [2.5], "the weight, which the new row set")
        },
        ContractClause(
            "UNQ-005", "History tells an upsert as an update, and of nothing but what it changed.",
            requires: [.history],
            cases: ["H20"]
        ) { probe in
            let context = try probe.context(Plot.self)
            let stored = Plot("a", area: 1, note: "same")
            try context.add(stored)
            let identifier = stored.persistentModelID
            let other = ModelContext(context.container)
            try other.add(Plot("a", area: 2, note: "same"))
            let changes = try other.history().last?.changes ?? []
            probe.expectEqual(changes.count, 1, "the changes of the upsert")
            guard case .update(let update as DefaultHistoryUpdate<Plot>)? = changes.first else {
                throw probe.fail(
                    "the upsert is told as \(ContractProbe.shortened(changes)), expected an update of a plot")
            }
            probe.expectEqual(update.changedPersistentIdentifier, identifier, "the row that history says was updated")
            probe.expectEqual(update.updatedAttributeNames, ["area"], "the attributes that history says were updated")
        },
        ContractClause(
            "UNQ-006", "An upsert that brings nothing new changes nothing and leaves no history.", requires: [.history],
            cases: ["H31"]
        ) { probe in
            let context = try probe.context(Plot.self)
            try context.add(Plot("a", area: 1))
            let before = try StoreImage(try context.container.store(probe))
            try ModelContext(context.container).add(Plot("a", area: 1))
            for difference in try StoreImage(try context.container.store(probe)).differences(from: before) {
                probe.expect(false, "\(difference) after an upsert with the stored values")
            }
        },
        ContractClause(
            "UNQ-007", "Of two new rows with one unique value in a save one row is left, with the later one's values."
        ) { probe in
            let context = try probe.context(Plot.self)
            let (one, two) = (Plot("a", area: 1), Plot("a", area: 2))
            context.insert(one)
            context.insert(two)
            let plants = [Plant("p", plot: one), Plant("q", plot: two)]
            for plant in plants { context.insert(plant) }
            try context.save()
            let check = ModelContext(context.container)
            let plots = try check.all(Plot.self)
            probe.expectEqual(plots.map(\.area), [2], "the areas of the plots of that name")
            probe.expectEqual(plots.first?.plants.map(\.label), ["p", "q"], "the plants of both")
        },
        ContractClause(
            "UNQ-008",
            "The result of a save tells which stored row each upserted new row became, and what changed in it."
        ) { probe in
            let container = try probe.open(Badge.self)
            let stored = Badge("a", 1, holder: "Ann")
            let context = ModelContext(container)
            try context.add(stored)
            let key = stored.persistentModelID.primaryKey
            let store = try container.store(probe)
            let entity = try probe.require(store.schema.entitiesByName["Badge"], "the entity of badges")
            var batch = InsertBatch(entity: entity.index)
            batch.keys = Array(try store.allocateKeys(1))
            batch.values = [.text("a"), .integer(1), .text("Bob"), .double(0)]
            var request = SaveRequest(timestamp: Date(timeIntervalSinceReferenceDate: 0))
            request.inserts = [batch]
            let result = try store.save(request)
            let given = RowReference(entity: entity.index, key: batch.keys[0])
            probe.expectEqual(result.upserts, [given: key], "the upserts that the result tells of")
            probe.expectEqual(result.changes.map(\.row.key), [key], "the rows that the result says were changed")
            probe.expectEqual(result.changes.map(\.operation), [.update], "what the result says became of them")
            probe.expectEqual(
                result.changes.map { Array($0.columns) }, [[2]], "the columns that the result says changed")
        },
    ]
}
