import Foundation

extension ContractChapter {
    /// Collisions that are refused, and what makes room.
    static let collisionClauses: [ContractClause] = [
        ContractClause(
            "UNQ-009",
            "A new row that collides with two stored rows is refused with `uniqueViolation` that names the model.",
            cases: ["H20"]
        ) { probe in
            let context = try probe.context(Badge.self)
            try context.add(Badge("a", 1), Badge("b", 2))
            context.insert(Badge("a", 2))
            let error = probe.expectStoreError(.uniqueViolation, from: "the save of a doubly colliding badge") {
                try context.save()
            }
            probe.expectEqual(error?.entity, "Badge", "the model that the error names")
            probe.expectEqual(
                try ModelContext(context.container).all(Badge.self).map(\.code), ["a", "b"], "the badges afterwards")
        },
        ContractClause(
            "UNQ-010", "A row that collides with one stored row on two unique values is an upsert like any other."
        ) { probe in
            let context = try probe.context(Badge.self)
            try context.add(Badge("a", 1, holder: "Ann"), Badge("b", 2))
            try context.add(Badge("a", 1, holder: "Bob"))
            let badges = try ModelContext(context.container).all(Badge.self)
            probe.expectEqual(badges.map(\.code), ["a", "b"], "the badges after the upsert")
            probe.expectEqual(badges.first?.holder, "Bob", "the holder after the upsert")
        },
        ContractClause(
            "UNQ-011",
            "A changed row that takes the unique value of another is refused with `uniqueViolation` that names it."
        ) { probe in
            let context = try probe.context(Badge.self)
            let (a, b) = (Badge("a", 1), Badge("b", 2))
            try context.add(a, b)
            b.number = 1
            let error = probe.expectStoreError(.uniqueViolation, from: "the save of a badge with a taken number") {
                try context.save()
            }
            probe.expectEqual(error?.entity, "Badge", "the model that the error names")
            probe.expectEqual(error?.key, b.persistentModelID.primaryKey, "the row that the error names")
            context.rollback()
            probe.expectEqual(b.number, 2, "the number after a rollback")
            b.number = 3
            try context.save()
            probe.expectEqual(
                try ModelContext(context.container).all(Badge.self).map(\.number), [1, 3],
                "the numbers after a better edit")
        },
        ContractClause(
            "UNQ-012", "Two rows cannot swap their unique values in one save; over a third value they can."
        ) { probe in
            let context = try probe.context(Badge.self)
            let (a, b) = (Badge("a", 1), Badge("b", 2))
            try context.add(a, b)
            (a.code, b.code) = ("b", "a")
            try probe.expectUntouched(context.container, .uniqueViolation, by: "a swap in one save") {
                try context.save()
            }
            a.code = "c"
            b.code = "b"
            try context.save()
            b.code = "a"
            try context.save()
            a.code = "b"
            try context.save()
            probe.expectEqual(
                try ModelContext(context.container).all(Badge.self).map(\.code), ["b", "a"],
                "the codes after a swap over a third value")
        },
        ContractClause(
            "UNQ-013",
            "A row that is deleted in the same save makes room for a new one, which has an identifier of its own."
        ) { probe in
            let context = try probe.context(Plot.self)
            let old = Plot("a", area: 1)
            old.plants = [Plant("leek")]
            try context.add(old)
            let identifier = old.persistentModelID
            let new = Plot("a", area: 2)
            context.delete(old)
            context.insert(new)
            try context.save()
            let check = ModelContext(context.container)
            let plots = try check.all(Plot.self)
            probe.expectEqual(plots.map(\.area), [2], "the areas after the replacement")
            probe.expect(
                plots.first?.persistentModelID != identifier, "the new row has the identifier of the deleted one")
            probe.expectEqual(try check.fetchCount(FetchDescriptor<Plant>()), 0, "the deleted row's plants")
        },
        ContractClause(
            "UNQ-014", "History tells a row's replacement in one save as a delete and an insert.", requires: [.history]
        ) { probe in
            let context = try probe.context(Plot.self)
            let old = Plot("a", area: 1)
            try context.add(old)
            let deleted = old.persistentModelID
            let new = Plot("a", area: 2)
            context.delete(old)
            context.insert(new)
            try context.save()
            var seen: [String] = []
            for change in try context.history().last?.changes ?? [] {
                switch change {
                case .delete(let change) where change.changedPersistentIdentifier == deleted:
                    seen.append("delete of the old")
                case .insert(let change) where change.changedPersistentIdentifier == new.persistentModelID:
                    seen.append("insert of the new")
                default: seen.append(ContractProbe.shortened(change))
                }
            }
            probe.expectEqual(seen, ["delete of the old", "insert of the new"], "the changes of the replacement")
        },
        ContractClause(
            "UNQ-015", "A row that is deleted in the same save makes room for a changed one."
        ) { probe in
            let context = try probe.context(Badge.self)
            let (a, b) = (Badge("a", 1), Badge("b", 2))
            try context.add(a, b)
            let identifier = b.persistentModelID
            context.delete(a)
            b.code = "a"
            try context.save()
            let check = ModelContext(context.container)
            let badges = try check.all(Badge.self)
            probe.expectEqual(badges.map(\.code), ["a"], "the codes after the save")
            probe.expectEqual(badges.map(\.number), [2], "the number of the badge that took the code over")
            probe.expectEqual(badges.map(\.persistentModelID), [identifier], "its identifier")
        },
        ContractClause(
            "UNQ-016", "Several unique together collide only when all of them are equal."
        ) { probe in
            let context = try probe.context(Seat.self)
            try context.add(Seat(1, "A", guest: "Ann"), Seat(1, "B", guest: "Bob"), Seat(2, "A", guest: "Cem"))
            try context.add(Seat(1, "B", guest: "Dan"))
            let seats = try ModelContext(context.container).all(Seat.self)
            probe.expectEqual(
                seats.map(\.guest), ["Ann", "Dan", "Cem"], "the guests after one upsert among three seats")
            try probe.expectIndexesFit(try context.container.store(probe), "after an upsert by two values together")
        },
        ContractClause(
            "UNQ-017", "A composite's field can be part of what is unique."
        ) { probe in
            let context = try probe.context(Seat.self)
            for (number, side) in [(1, "left"), (1, "right"), (2, "left"), (1, "left")] {
                let seat = Seat(nil, "\(number) \(side)")
                seat.spot = Spot(row: number, depth: 0.5)
                seat.side = side
                seat.guest = "\(try context.fetchCount(FetchDescriptor<Seat>()))"
                try context.add(seat)
            }
            let seats = try ModelContext(context.container).all(Seat.self)
            probe.expectEqual(
                seats.map(\.guest), ["3", "1", "2"], "the guests after the fourth seat was put over the first")
        },
    ]
}
