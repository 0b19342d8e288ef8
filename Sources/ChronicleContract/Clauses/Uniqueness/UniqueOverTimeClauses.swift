import Foundation

extension ContractChapter {
    /// Unique values that were taken and left before.
    static let uniqueOverTimeClauses: [ContractClause] = [
        ContractClause(
            "UNQ-025", "A deleted row's unique value is free, and a new row with it has a new identifier.",
            cases: ["H21"]
        ) { probe in
            let context = try probe.context(Plot.self)
            let old = Plot("a", area: 1)
            try context.add(old)
            let identifier = old.persistentModelID
            context.delete(old)
            try context.save()
            let new = Plot("a", area: 2)
            try context.add(new)
            probe.expect(new.persistentModelID != identifier, "the new row has the identifier of the deleted one")
            probe.expectEqual(
                try ModelContext(context.container).all(Plot.self).map(\.area), [2],
                "the areas of the plots of that name")
        },
        ContractClause(
            "UNQ-026", "A unique value that a row has left is free, and the one that it took is taken."
        ) { probe in
            let context = try probe.context(Plot.self)
            let moved = Plot("a", area: 1)
            try context.add(moved)
            moved.name = "b"
            try context.save()
            let other = ModelContext(context.container)
            try other.add(Plot("a", area: 2))
            try other.add(Plot("b", area: 3))
            let plots = try ModelContext(context.container).all(Plot.self)
            probe.expectEqual(plots.map(\.name), ["b", "a"], "the names after a rename and two inserts")
            probe.expectEqual(plots.map(\.area), [3, 2], "their areas")
        },
        ContractClause(
            "UNQ-027", "A change of other attributes does not make a row collide with itself."
        ) { probe in
            let context = try probe.context(Badge.self, Seat.self)
            let (badge, seat) = (Badge("a", 1), Seat(1, "A"))
            try context.add(badge, seat)
            badge.holder = "Ann"
            badge.number = 2
            seat.row = 2
            try context.save()
            badge.number = 1
            badge.code = "a"
            seat.row = 1
            seat.guest = "Ann"
            try context.save()
            probe.expectEqual(
                try ModelContext(context.container).all(Badge.self).map(\.number), [1], "the number of the badge")
            probe.expectEqual(
                try ModelContext(context.container).all(Seat.self).map(\.row), [1], "the row of the seat")
        },
        ContractClause(
            "UNQ-028", "A unique value holds against rows that another opening of the store saved.",
            requires: [.multipleOpenings], cases: ["H20"]
        ) { probe in
            let (first, second) = (try probe.context(Plot.self), try probe.context(Plot.self))
            let stored = Plot("a", area: 1)
            try first.add(stored)
            let twin = Plot("a", area: 2)
            try second.add(twin)
            probe.expectEqual(
                twin.persistentModelID, stored.persistentModelID,
                "the identifier of the row that the second opening upserted")
            probe.expectEqual(
                try ModelContext(first.container).all(Plot.self).map(\.area), [2], "the areas in the first opening")
        },
        ContractClause(
            "UNQ-029",
            "A unique value holds against rows that were saved before the store was closed and opened again.",
            requires: [.persistence], cases: ["H20"]
        ) { probe in
            let container = try probe.open(Plot.self, Badge.self)
            let stored = Plot("a", area: 1)
            let first = ModelContext(container)
            try first.add(stored, Badge("a", 1), Badge("b", 2))
            let identifier = stored.persistentModelID
            try container.close()
            let context = try probe.context(Plot.self, Badge.self)
            try context.add(Plot("a", area: 2))
            let plots = try context.all(Plot.self)
            probe.expectEqual(
                plots.map(\.persistentModelID), [identifier], "the identifiers after reopening and an upsert")
            probe.expectEqual(plots.map(\.area), [2], "the areas after reopening and an upsert")
            context.insert(Badge("a", 2))
            probe.expectStoreError(.uniqueViolation, from: "the save of a doubly colliding badge after reopening") {
                try context.save()
            }
        },
        ContractClause(
            "UNQ-030",
            "An upsert replaces a reference that the new row sets and leaves one alone that it leaves empty; to many it adds.",
            cases: ["H20"]
        ) { probe in
            let container = try probe.open(Parcel.self)
            let context = ModelContext(container)
            let stored = [Parcel("a", weight: 1), Parcel("b", weight: 1)]
            for parcel in stored {
                context.insert(parcel)
                parcel.plot = Plot("old \(parcel.code)")
                parcel.handlers = [Visitor("old")]
            }
            try context.save()
            let other = ModelContext(container)
            let (empty, full) = (Parcel("a", weight: 2), Parcel("b", weight: 2))
            other.insert(empty)
            other.insert(full)
            full.plot = Plot("new b")
            full.handlers = [Visitor("new")]
            try other.save()
            let check = ModelContext(container)
            let parcels = try check.all(Parcel.self)
            probe.expectEqual(parcels.map(\.weight), [2, 2], "the weights after the upserts")
            probe.expectEqual(parcels.map { $0.plot?.name }, ["old a", "new b"], "the plots after the upserts")
            probe.expectEqual(empty.plot?.name, "old a", "the plot of the model that was inserted with none")
            probe.expectEqual(
                parcels.map { $0.handlers.map(\.name).sorted() }, [["old"], ["new", "old"]],
                "the handlers after the upserts")
        },
    ]
}
