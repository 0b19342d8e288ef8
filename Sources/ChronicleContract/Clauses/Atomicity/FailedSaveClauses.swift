import Foundation

extension ContractChapter {
    /// A save that is refused changes nothing, whatever the reason.
    static let failedSaveClauses: [ContractClause] = [
        ContractClause(
            "ATO-004", "A save with a new row that collides with two stored rows changes nothing.", cases: ["H20"]
        ) { probe in
            let context = try probe.context(Plot.self, Badge.self)
            let stored = Plot("stored", area: 1)
            try context.add(Badge("a", 1), Badge("b", 2), stored, Tag("t"))
            stored.area = 2
            stored.tags = try context.all(Tag.self)
            context.insert(Plot("new"))
            context.insert(Badge("c", 3))
            context.insert(Badge("a", 2))
            try probe.expectUntouched(context.container, .uniqueViolation, by: "the save of a doubly colliding badge") {
                try context.save()
            }
        },
        ContractClause("ATO-005", "A save with a changed row that collides with another changes nothing.") { probe in
            let context = try probe.context(Plot.self, Badge.self)
            let (a, b) = (Badge("a", 1), Badge("b", 2, holder: "B"))
            let gone = Plot("gone")
            try context.add(a, b, gone)
            a.holder = "A"
            b.code = "a"
            context.insert(Badge("c", 3))
            context.insert(Plant("leek"))
            context.delete(gone)
            try probe.expectUntouched(context.container, .uniqueViolation, by: "the save of a badge with a taken code")
            {
                try context.save()
            }
        },
        ContractClause("ATO-006", "A save that a deny rule refuses changes nothing.") { probe in
            let context = try probe.context(House.self, Plot.self)
            let house = House("villa")
            house.rooms = [Room("hall"), Room("attic")]
            house.rooms[0].shelves = [Shelf("top")]
            house.guests = [Guest("Ann")]
            house.visitors = [Visitor("Bob")]
            house.debts = [Debt("roof")]
            let free = House("free")
            free.rooms = [Room("cell")]
            try context.add(house, free, Plot("plot"))
            try context.all(Plot.self).first?.area = 9
            context.insert(Plot("new"))
            context.delete(free)
            context.delete(house)
            try probe.expectUntouched(context.container, .deleteDenied, by: "the save of a denied deletion") {
                try context.save()
            }
        },
        ContractClause(
            "ATO-007", "A save that changes a row deleted by someone else changes nothing.", cases: ["H22"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let (mine, theirs) = (ModelContext(container), ModelContext(container))
            try mine.add(Plot("a"), Plot("b"))
            let plots = try mine.all(Plot.self)
            plots[0].area = 5
            plots[1].area = 6
            plots[0].plants = [Plant("leek")]
            mine.insert(Plot("c"))
            theirs.delete(try probe.require(try theirs.all(Plot.self).last, "the second plot"))
            try theirs.save()
            try probe.expectUntouched(container, .deletedElsewhere, by: "the save of an edit of a deleted plot") {
                try mine.save()
            }
        },
        ContractClause(
            "ATO-008", "A save with a NaN in its last row changes nothing.", cases: ["H16"]
        ) { probe in
            let container = try probe.open(Badge.self)
            try ModelContext(container).add(Badge("a", 1))
            let store = try container.store(probe)
            let entity = try probe.require(store.schema.entitiesByName["Badge"], "the entity of badges")
            var batch = InsertBatch(entity: entity.index)
            for (number, weight) in [(2, 1.0), (3, .nan)] {
                batch.keys += try store.allocateKeys(1)
                batch.values += [.text("new \(number)"), .integer(Int64(number)), .null, .double(weight)]
            }
            var request = SaveRequest(timestamp: Date(timeIntervalSinceReferenceDate: 0))
            request.inserts = [batch]
            try probe.expectUntouched(container, .invalidValue, by: "the save of a NaN") { _ = try store.save(request) }
        },
        ContractClause("ATO-009", "A bulk delete is undone when another part of its save fails.") { probe in
            let context = try probe.context(House.self, Badge.self)
            for number in 0..<5 {
                let house = House("house \(number)")
                house.rooms = [Room("room"), Room("room")]
                context.insert(house)
            }
            try context.add(Badge("a", 1), Badge("b", 2))
            try context.delete(model: House.self)
            context.insert(Badge("a", 2))
            try probe.expectUntouched(context.container, .uniqueViolation, by: "the save of a bulk delete that fails") {
                try context.save()
            }
        },
        ContractClause("ATO-010", "An upsert in a save that fails leaves the stored row as it was.") { probe in
            let context = try probe.context(Plot.self, Badge.self)
            let stored = Plot("stored", area: 1, note: "old")
            stored.plants = [Plant("leek")]
            try context.add(stored, Badge("a", 1), Badge("b", 2))
            let twin = Plot("stored", area: 2, note: "new")
            context.insert(twin)
            twin.plants = [Plant("kale")]
            twin.tags = [Tag("t")]
            context.insert(Badge("b", 1))
            try probe.expectUntouched(context.container, .uniqueViolation, by: "a failing save with an upsert") {
                try context.save()
            }
        },
        ContractClause(
            "ATO-011", "A save that fails leaves no history and does not move the current position.",
            requires: [.history]
        ) { probe in
            let context = try probe.context(Badge.self)
            try context.add(Badge("a", 1), Badge("b", 2))
            let before = try context.currentHistoryTokens()
            context.insert(Badge("c", 3))
            context.insert(Badge("a", 2))
            probe.expectStoreError(.uniqueViolation, from: "the save of a doubly colliding badge") {
                try context.save()
            }
            probe.expectEqual(try context.history().count, 1, "the transactions after a good and a failed save")
            probe.expectEqual(try context.currentHistoryTokens(), before, "the current position after the failed save")
        },
        ContractClause(
            "ATO-012", "Nothing of a failed save is there after the store is opened again.", requires: [.persistence]
        ) { probe in
            let container = try probe.open(Badge.self, Plot.self)
            let context = ModelContext(container)
            try context.add(Badge("a", 1), Badge("b", 2), Plot("p"))
            let before = try StoreImage(try container.store(probe))
            try context.all(Plot.self).first?.area = 3
            context.insert(Badge("c", 3))
            context.insert(Badge("a", 2))
            probe.expectStoreError(.uniqueViolation, from: "the save of a doubly colliding badge") {
                try context.save()
            }
            try container.close()
            let reopened = try probe.open(Badge.self, Plot.self).store(probe)
            for difference in try StoreImage(reopened).differences(from: before) {
                probe.expect(false, "\(difference) after a failed save and reopening")
            }
            try probe.expectIndexesFit(reopened, "after a failed save and reopening")
        },
    ]
}
