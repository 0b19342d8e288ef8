import Foundation

extension ContractChapter {
    /// What comes after a save that was refused.
    static let afterFailureClauses: [ContractClause] = [
        ContractClause("ATO-013", "An index finds nothing of a failed save, and all that was there before.") { probe in
            let context = try probe.context(Plot.self, Badge.self)
            let stored = Plot("stored", area: 10, note: "n")
            try context.add(stored, Badge("a", 1), Badge("b", 2))
            stored.name = "renamed"
            stored.area = 20
            stored.note = "m"
            context.insert(Plot("new", area: 30))
            context.insert(Badge("a", 2))
            probe.expectStoreError(.uniqueViolation, from: "the save of a doubly colliding badge") {
                try context.save()
            }
            let check = ModelContext(context.container)
            func names(_ predicate: Predicate<Plot>) throws -> [String] {
                try check.all(Plot.self, predicate).map(\.name)
            }
            probe.expectEqual(try names(#Predicate { $0.area == 10 }), ["stored"], "the plots of the stored area")
            probe.expectEqual(try names(#Predicate { $0.area == 20 }), [], "the plots of the area that was not saved")
            probe.expectEqual(try names(#Predicate { $0.area == 30 }), [], "the plots of the area of the new plot")
            probe.expectEqual(try names(#Predicate { $0.area > 5 }), ["stored"], "the plots in a range of areas")
            probe.expectEqual(
                try names(#Predicate { $0.name == "renamed" }), [], "the plots of the name that was not saved")
            probe.expectEqual(try names(#Predicate { $0.name == "stored" }), ["stored"], "the plots of the stored name")
            probe.expectEqual(
                try names(#Predicate { $0.target == 0 && $0.note == "m" }), [],
                "the plots of the note that was not saved")
            probe.expectEqual(
                try names(#Predicate { $0.target == 0 && $0.note == "n" }), ["stored"], "the plots of the stored note")
        },
        ContractClause(
            "ATO-014", "What a failed save wanted is saved in full by the next save once the cause is gone."
        ) { probe in
            let context = try probe.context(Plot.self, Badge.self)
            let stored = Plot("stored")
            try context.add(stored, Badge("a", 1), Badge("b", 2))
            let new = Plot("new")
            let bad = Badge("a", 2)
            stored.area = 4
            context.insert(new)
            new.tags = [Tag("t")]
            context.insert(bad)
            let identifiers = [new.persistentModelID, bad.persistentModelID]
            probe.expectStoreError(.uniqueViolation, from: "the save of a doubly colliding badge") {
                try context.save()
            }
            bad.code = "c"
            bad.number = 3
            try context.save()
            probe.expectEqual(
                [new.persistentModelID, bad.persistentModelID], identifiers,
                "the identifiers of the models saved at last")
            let check = ModelContext(context.container)
            probe.expectEqual(try check.all(Plot.self).map(\.area), [4, 0], "the areas after the second save")
            probe.expectEqual(
                try check.all(Badge.self).map(\.code), ["a", "b", "c"], "the badges after the second save")
            probe.expectEqual(try check.all(Plot.self).last?.tags.map(\.word), ["t"], "the new plot's tags")
        },
        ContractClause(
            "ATO-015", "Keys of a failed save are given to no other row.", cases: ["H21"]
        ) { probe in
            let container = try probe.open(Plot.self, Badge.self)
            let (failing, other) = (ModelContext(container), ModelContext(container))
            try failing.add(Badge("a", 1), Badge("b", 2))
            let lost = (0..<10).map { Plot("lost \($0)") }
            for plot in lost { failing.insert(plot) }
            failing.insert(Badge("a", 2))
            let given = Set(lost.map(\.persistentModelID))
            probe.expectStoreError(.uniqueViolation, from: "the save of a doubly colliding badge") {
                try failing.save()
            }
            failing.rollback()
            for number in 0..<50 {
                other.insert(Plot("other \(number)"))
                failing.insert(Plot("again \(number)"))
            }
            try other.save()
            try failing.save()
            let stored = Set(try other.all(Plot.self).map(\.persistentModelID))
            probe.expectEqual(stored.count, 100, "the number of different identifiers")
            probe.expectEqual(stored.intersection(given), [], "the identifiers that were given before in a failed save")
        },
        ContractClause("ATO-016", "After a save that failed the store takes the next one, as often as that happens.") {
            probe in
            let container = try probe.open(House.self, Badge.self)
            let start = ModelContext(container)
            let house = House("villa")
            house.debts = [Debt("roof")]
            try start.add(house, Badge("a", 1), Badge("b", 2))
            for round in 0..<10 {
                let context = ModelContext(container)
                if round.isMultiple(of: 2) {
                    context.insert(Badge("a", 2))
                    probe.expectStoreError(.uniqueViolation, from: "save \(round)") { try context.save() }
                } else {
                    try context.delete(model: House.self)
                    probe.expectStoreError(.deleteDenied, from: "save \(round)") { try context.save() }
                }
                try ModelContext(container).add(Badge("good \(round)", 10 + round))
            }
            probe.expectEqual(
                try ModelContext(container).fetchCount(FetchDescriptor<Badge>()), 12,
                "the badges after ten good saves, each after a failed one")
            try probe.expectIndexesFit(try container.store(probe), "after failed and good saves in turn")
        },
        ContractClause("ATO-017", "Nothing that was rolled back is saved later.") { probe in
            let context = try probe.context(Plot.self)
            let plot = Plot("a", area: 1)
            plot.plants = [Plant("leek")]
            try context.add(plot, Tag("t"))
            let before = try StoreImage(try context.container.store(probe))
            plot.area = 2
            plot.plants = []
            plot.tags = try context.all(Tag.self)
            context.insert(Plot("b"))
            try context.delete(model: Plant.self)
            context.delete(plot)
            context.rollback()
            try context.save()
            for difference in try StoreImage(try context.container.store(probe)).differences(from: before) {
                probe.expect(false, "\(difference) after a rollback and a save")
            }
            plot.note = "later"
            try context.save()
            let other = ModelContext(context.container)
            let check = try probe.require(try other.all(Plot.self).first, "the plot")
            probe.expectEqual(check.area, 1, "the area that was rolled back, after a later save of the note")
            probe.expectEqual(check.note, "later", "the note of the later save")
            probe.expectEqual(check.plants.map(\.label), ["leek"], "the plants whose removal was rolled back")
            probe.expectEqual(check.tags.map(\.word), [], "the tags whose addition was rolled back")
        },
    ]
}
