import Foundation

extension ContractChapter {
    /// Who sees what before and after a save.
    static let visibilityClauses: [ContractClause] = [
        ContractClause("ISO-001", "A context does not see what another has not saved.") { probe in
            let container = try probe.open(Plot.self)
            let (mine, theirs) = (ModelContext(container), ModelContext(container))
            let (edited, deleted) = (Plot("edited", area: 1), Plot("deleted"))
            try mine.add(edited, deleted, Tag("t"))
            edited.area = 2
            edited.tags = try mine.all(Tag.self)
            mine.delete(deleted)
            mine.insert(Plot("inserted"))
            let plots = try theirs.all(Plot.self)
            probe.expectEqual(plots.map(\.name), ["edited", "deleted"], "the plots that the other context sees")
            probe.expectEqual(plots.map(\.area), [1, 0], "the areas that the other context sees")
            probe.expectEqual(plots.map(\.tags.count), [0, 0], "the numbers of tags that the other context sees")
            probe.expectEqual(
                try theirs.fetchCount(FetchDescriptor<Plot>(predicate: #Predicate { $0.area == 2 })), 0,
                "the plots that the other context finds by the unsaved area")
        },
        ContractClause("ISO-002", "A context sees its own unsaved changes in fetches, counts and relationships.") {
            probe in
            let context = try probe.context(Plot.self)
            let (edited, deleted) = (Plot("edited", area: 1), Plot("deleted", area: 1))
            edited.plants = [Plant("old")]
            try context.add(edited, deleted)
            edited.area = 2
            context.delete(deleted)
            let new = Plot("inserted", area: 2)
            context.insert(new)
            edited.plants.append(Plant("new"))
            let descriptor = FetchDescriptor<Plot>(
                predicate: #Predicate { $0.area == 2 }, sortBy: [SortDescriptor(\.name, order: .reverse)])
            probe.expectEqual(
                try context.fetch(descriptor).map(\.name), ["inserted", "edited"], "the plots of the unsaved area")
            probe.expectEqual(try context.fetchCount(descriptor), 2, "their count")
            probe.expectEqual(
                try context.fetchCount(FetchDescriptor<Plot>(predicate: #Predicate { $0.area == 1 })), 0,
                "the plots of the stored area, one edited and one deleted")
            probe.expectEqual(edited.plants.map(\.label), ["old", "new"], "the plants with an unsaved one")
            probe.expectEqual(
                try context.all(Plant.self, #Predicate { $0.plot?.area == 2 }).map(\.label), ["old", "new"],
                "the plants found by the unsaved area of their plot")
        },
        ContractClause("ISO-003", "A fetch without pending changes sees the committed state only.") { probe in
            let context = try probe.context(Plot.self)
            let (edited, deleted) = (Plot("edited", area: 1), Plot("deleted", area: 1))
            try context.add(edited, deleted)
            edited.area = 2
            context.delete(deleted)
            context.insert(Plot("inserted", area: 1))
            var descriptor = FetchDescriptor<Plot>(predicate: #Predicate { $0.area == 1 })
            descriptor.includePendingChanges = false
            probe.expectEqual(try context.fetchCount(descriptor), 2, "the committed plots of the area")
        },
        ContractClause("ISO-004", "A fetch sees every save that returned before it began.") { probe in
            let container = try probe.open(Plot.self)
            let (writer, reader) = (ModelContext(container), ModelContext(container))
            for number in 1...20 {
                try writer.add(Plot("plot \(number)", area: number))
                probe.expectEqual(
                    try reader.fetchCount(FetchDescriptor<Plot>()), number, "the plots after save \(number)")
                probe.expectEqual(
                    try reader.all(Plot.self, #Predicate { $0.area == number }).count, 1,
                    "the plots found by the area of save \(number)")
            }
        },
        ContractClause(
            "ISO-005", "A fetch sees every save that returned before it began, also one of another opening.",
            requires: [.multipleOpenings], cases: ["H26"]
        ) { probe in
            let (first, second) = (try probe.context(Plot.self), try probe.context(Plot.self))
            for number in 1...10 {
                try first.add(Plot("first \(number)", area: number))
                probe.expectEqual(
                    try second.fetchCount(FetchDescriptor<Plot>()), 2 * number - 1, "the plots in the second opening")
                try second.add(Plot("second \(number)", area: number))
                probe.expectEqual(
                    try first.all(Plot.self, #Predicate { $0.area == number }).map(\.name),
                    ["first \(number)", "second \(number)"], "the plots found by area in the first opening")
            }
        },
        ContractClause(
            "ISO-006", "What another context saves reaches held models, and leaves their unsaved edits alone.",
            cases: ["H09"]
        ) { probe in
            let container = try probe.open(Plot.self)
            let (mine, theirs) = (ModelContext(container), ModelContext(container))
            try mine.add(Plot("edited", area: 20), Plot("deleted"))
            let held = try mine.all(Plot.self)
            held[0].note = "unsaved"
            let others = try theirs.all(Plot.self)
            others[0].area = 35
            others[0].note = "saved"
            theirs.delete(others[1])
            try theirs.save()
            probe.expectEqual(held[0].area, 35, "the held model's area after another context saved it")
            probe.expectEqual(held[0].note, "unsaved", "the held model's unsaved note")
            probe.expect(held[1].isDeleted, "a held model that another context deleted does not read as deleted")
            try mine.save()
            let check = ModelContext(container)
            probe.expectEqual(try check.all(Plot.self).map(\.area), [35], "the stored area after the second save")
            probe.expectEqual(
                try check.all(Plot.self).map(\.note), ["unsaved"], "the stored note after the second save")
        },
        ContractClause("ISO-007", "Unsaved changes and what others have saved since are answered together.") { probe in
            let container = try probe.open(Plot.self)
            let (mine, theirs) = (ModelContext(container), ModelContext(container))
            let plot = Plot("mine", area: 1)
            try mine.add(plot)
            plot.area = 7
            try theirs.add(Plot("theirs", area: 7), Plot("other", area: 1))
            probe.expectEqual(
                try mine.all(Plot.self, #Predicate { $0.area == 7 }, by: SortDescriptor(\.name)).map(\.name),
                ["mine", "theirs"], "the plots of an area, one unsaved and one saved by another context")
            probe.expectEqual(
                try mine.all(Plot.self, #Predicate { $0.area == 1 }).map(\.name), ["other"],
                "the plots of the other area")
        },
    ]
}
