import Foundation
import Synchronization

extension ContractChapter {
    /// The known anomalies of concurrent transactions, each as a script: what is prevented, and what is not.
    static let anomalyClauses: [ContractClause] = [
        ContractClause(
            "ISO-008",
            "Dirty writes (G0) are prevented: of two saves of the same rows the later one's values are in all of them."
        ) { probe in
            let container = try probe.open(Plot.self)
            try ModelContext(container).add(Plot("x"), Plot("y"))
            let contexts = [ModelContext(container), ModelContext(container)]
            let held = try contexts.map { try $0.all(Plot.self) }
            held[0][0].area = 1
            held[1][0].area = 2
            held[1][1].area = 2
            held[0][1].area = 1
            try contexts[0].save()
            try contexts[1].save()
            probe.expectEqual(
                try ModelContext(container).all(Plot.self).map(\.area), [2, 2], "the areas after both saves")
        },
        ContractClause(
            "ISO-009", "Aborted reads (G1a) are prevented: a fetch beside saves that fail sees nothing of them."
        ) { probe in
            let container = try probe.open(Badge.self)
            try ModelContext(container).add(Badge("a", 1), Badge("b", 2))
            let isDone = Mutex(false)
            probe.inParallel(2) { thread in
                let context = ModelContext(container)
                if thread == 0 {
                    defer { isDone.withLock { $0 = true } }
                    for round in 0..<30 {
                        try context.all(Badge.self).first?.holder = "lost"
                        context.insert(Badge("lost \(round)", 100 + round))
                        context.insert(Badge("a", 2))
                        probe.expectStoreError(.uniqueViolation, from: "a save that must fail") { try context.save() }
                        context.rollback()
                    }
                    return
                }
                while !isDone.withLock({ $0 }) {
                    let badges = try ModelContext(container).all(Badge.self)
                    let lost = try context.fetchCount(
                        FetchDescriptor<Badge>(predicate: #Predicate { $0.holder == "lost" }))
                    if badges.count == 2, badges.allSatisfy({ $0.holder == nil }), lost == 0 { continue }
                    throw probe.fail(
                        "a fetch beside failing saves saw \(badges.map(\.code)) of which \(lost) were found by a lost value"
                    )
                }
            }
        },
        ContractClause(
            "ISO-010",
            "Intermediate reads (G1b) are prevented: of a row that one save writes twice only the last state is seen."
        ) { probe in
            let container = try probe.open(Badge.self)
            let badge = Badge("a", 0)
            let context = ModelContext(container)
            try context.add(badge)
            let key = badge.persistentModelID.primaryKey
            let store = try container.store(probe)
            let entity = try probe.require(store.schema.entitiesByName["Badge"], "the entity of badges")
            let isDone = Mutex(false)
            probe.inParallel(2) { thread in
                if thread == 0 {
                    defer { isDone.withLock { $0 = true } }
                    for round in 1...30 {
                        // The new row becomes an update of the stored one, which is then updated once more.
                        var batch = InsertBatch(entity: entity.index)
                        batch.keys = Array(try store.allocateKeys(1))
                        batch.values = [.text("a"), .integer(Int64(2 * round + 1)), .null, .double(0)]
                        var request = SaveRequest(timestamp: Date(timeIntervalSinceReferenceDate: 0))
                        request.inserts = [batch]
                        request.updates = [
                            RowUpdate(
                                row: RowReference(entity: entity.index, key: key),
                                values: [(1, .integer(Int64(2 * round)))])
                        ]
                        _ = try store.save(request)
                    }
                    return
                }
                while !isDone.withLock({ $0 }) {
                    try store.fetch(FetchRequest(entity: entity.index)) { row in
                        guard case .integer(let number)? = row.cells[1].stored(as: .integer), number % 2 != 0 else {
                            return
                        }
                        throw probe.fail("a fetch saw the number \(number), which its save replaced by an even one")
                    }
                }
            }
            probe.expectEqual(try ModelContext(container).all(Badge.self).map(\.number), [60], "the number at the end")
        },
        ContractClause(
            "ISO-011",
            "Circular information flow (G1c) is prevented: of two contexts neither sees the other's unsaved edit."
        ) { probe in
            let container = try probe.open(Plot.self)
            try ModelContext(container).add(Plot("x"), Plot("y"))
            let (one, two) = (ModelContext(container), ModelContext(container))
            try one.all(Plot.self)[0].area = 1
            try two.all(Plot.self)[1].area = 2
            probe.expectEqual(try one.all(Plot.self).map(\.area), [1, 0], "what the first context reads")
            probe.expectEqual(try two.all(Plot.self).map(\.area), [0, 2], "what the second context reads")
            try one.save()
            try two.save()
            probe.expectEqual(
                try ModelContext(container).all(Plot.self).map(\.area), [1, 2], "the areas after both saves")
        },
        ContractClause(
            "ISO-012",
            "Of two contexts that change one attribute of a row the one that saves last wins, without an error.",
            cases: ["H22"]
        ) { probe in
            let container = try probe.open(Plot.self)
            try ModelContext(container).add(Plot("kiln", area: 1))
            let contexts = [ModelContext(container), ModelContext(container)]
            let held = try contexts.map { try probe.require(try $0.all(Plot.self).first, "the plot") }
            held[0].area = 2
            held[1].area = 3
            try contexts[1].save()
            try contexts[0].save()
            probe.expectEqual(try ModelContext(container).all(Plot.self).map(\.area), [2], "the area of the last saver")
            probe.expectEqual(held.map(\.area), [2, 2], "the area that both held models read")
        },
        ContractClause(
            "ISO-013", "Of two contexts that change different attributes of a row both win.", cases: ["H22"]
        ) { probe in
            let container = try probe.open(Plot.self)
            try ModelContext(container).add(Plot("kiln"), Plot("other"))
            let contexts = [ModelContext(container), ModelContext(container), ModelContext(container)]
            let held = try contexts.map { try probe.require(try $0.all(Plot.self).first, "the plot") }
            held[0].target = 5
            held[1].note = "hot"
            held[2].plants = [Plant("leek")]
            held[2].spot = Spot(row: 4, depth: nil)
            for context in contexts { try context.save() }
            let check = ModelContext(container)
            let plot = try probe.require(try check.all(Plot.self).first, "the plot")
            probe.expectEqual(plot.target, 5, "the first context's target")
            probe.expectEqual(plot.note, "hot", "the second context's note")
            probe.expectEqual(plot.spot, Spot(row: 4, depth: nil), "the third context's spot")
            probe.expectEqual(plot.plants.map(\.label), ["leek"], "the third context's plant")
            probe.expectEqual(
                try check.all(Plot.self, #Predicate { $0.target == 5 && $0.note == "hot" }).map(\.name), ["kiln"],
                "the plots that an index over both attributes finds")
        },
        ContractClause(
            "ISO-014", "History tells of each of them what it changed itself, and no more.", requires: [.history],
            cases: ["H22"]
        ) { probe in
            let container = try probe.open(Plot.self)
            try ModelContext(container).add(Plot("kiln"))
            let (one, two) = (ModelContext(container), ModelContext(container))
            let mine = try probe.require(try one.all(Plot.self).first, "the plot")
            let theirs = try probe.require(try two.all(Plot.self).first, "the plot")
            mine.target = 5
            mine.area = 0
            theirs.note = "hot"
            theirs.spot = Spot(row: 1, depth: 2)
            try one.save()
            try two.save()
            var names: [[String]] = []
            for transaction in try one.history().dropFirst() {
                for case .update(let update) in transaction.changes { names.append(update.updatedAttributeNames) }
            }
            probe.expectEqual(names, [["target"], ["note", "spot"]], "the attributes that history says were updated")
        },
        ContractClause(
            "ISO-015",
            "An edit of a row deleted elsewhere is refused with `deletedElsewhere` and does not bring it back.",
            cases: ["H21", "H22"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let (mine, theirs) = (ModelContext(container), ModelContext(container))
            try mine.add(Plot("pear", area: 1))
            let held = try probe.require(try mine.all(Plot.self).first, "the plot")
            held.area = 2
            theirs.delete(try probe.require(try theirs.all(Plot.self).first, "the plot"))
            try theirs.save()
            try theirs.add(Plot("plum"))
            let error = probe.expectStoreError(.deletedElsewhere, from: "the save of an edit of a deleted row") {
                try mine.save()
            }
            probe.expectEqual(error?.entity, "Plot", "the model that the error names")
            probe.expectEqual(
                try ModelContext(container).all(Plot.self).map(\.name), ["plum"], "the plots after the refused save")
            mine.rollback()
            mine.insert(Plot("fig"))
            try mine.save()
            probe.expectEqual(
                try ModelContext(container).all(Plot.self).map(\.name), ["plum", "fig"],
                "the plots after a rollback and a save")
        },
        ContractClause(
            "ISO-016",
            "Read skew between two fetches (G-single) is not prevented: the second sees what was saved in between."
        ) { probe in
            let container = try probe.open(Plot.self)
            let (reader, writer) = (ModelContext(container), ModelContext(container))
            try writer.add(Plot("x", area: 500), Plot("y", area: 500))
            let x = try probe.require(try reader.all(Plot.self, #Predicate { $0.name == "x" }).first, "the first plot")
                .area
            let plots = try writer.all(Plot.self)
            (plots[0].area, plots[1].area) = (400, 600)
            try writer.save()
            let y = try probe.require(try reader.all(Plot.self, #Predicate { $0.name == "y" }).first, "the second plot")
                .area
            probe.expectEqual([x, y], [500, 600], "what two fetches with a save between them saw")
        },
        ContractClause(
            "ISO-017",
            "Write skew (G2) is not prevented: saves of different rows both go through, whatever they were based on."
        ) { probe in
            let container = try probe.open(Plot.self)
            try ModelContext(container).add(Plot("x", area: 1), Plot("y", area: 1))
            let (one, two) = (ModelContext(container), ModelContext(container))
            let (mine, theirs) = (try one.all(Plot.self), try two.all(Plot.self))
            if mine[1].area == 1 { mine[0].area = 0 }
            if theirs[0].area == 1 { theirs[1].area = 0 }
            try one.save()
            try two.save()
            probe.expectEqual(
                try ModelContext(container).all(Plot.self).map(\.area), [0, 0],
                "the areas after two saves based on each other")
        },
    ]
}
