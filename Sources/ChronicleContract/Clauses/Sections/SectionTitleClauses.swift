import Foundation

extension SectionClauses {
    /// What makes a section.
    static let titles: [ContractClause] = [
        ContractClause(
            "SEC-001", "There is one section for each value, in the order in which the values first appear.",
            cases: ["H07"]
        ) { probe in
            let container = try probe.open(Crop.self, Farm.self)
            let context = ModelContext(container)
            try Self.crops(context, ["today", "earlier", "today", "later", "earlier"])
            for (order, titles, codes) in [
                (SortOrder.forward, ["today", "earlier", "later"], [["c0", "c2"], ["c1", "c4"], ["c3"]]),
                (.reverse, ["earlier", "later", "today"], [["c4", "c1"], ["c3"], ["c2", "c0"]]),
            ] {
                let sections = try ModelContext(container).fetchSections(
                    FetchDescriptor<Crop>(sortBy: [SortDescriptor(\.day, order: order)]), sectionBy: \.note)
                probe.expectEqual(sections.map(\.title), titles, "the titles, \(order)")
                probe.expectEqual(sections.map { $0.map(\.code) }, codes, "the rows of the sections, \(order)")
            }
        },
        ContractClause(
            "SEC-002", "Rows without a value have a section of their own, apart from the empty text.", cases: ["H07"]
        ) {
            probe in
            let container = try probe.open(Crop.self, Farm.self)
            try Self.crops(ModelContext(container), [nil, "", "a", nil, ""])
            let sections = try ModelContext(container).fetchSections(
                FetchDescriptor<Crop>(sortBy: [SortDescriptor(\.day)]), sectionBy: \.note)
            probe.expectEqual(sections.sectionTitles, [nil, "", "a"], "the titles")
            probe.expectEqual(sections.map(\.count), [2, 2, 1], "the numbers of rows")
            probe.expectEqual(sections[sectionTitle: nil]?.map(\.code), ["c0", "c3"], "the rows without a value")
        },
        ContractClause("SEC-003", "Sections are by values of any hashable type: numbers, dates, enums, composites.") {
            probe in
            let ground = try SpecimenGround(probe)
            let order = SortDescriptor(\Specimen.number, order: .reverse)
            try Self.check(ground, \.number, "an integer", by: order)
            try Self.check(ground, \.maybeRatio, "an optional double", by: order)
            try Self.check(ground, \.maybeAt, "an optional date", by: order)
            try Self.check(ground, \.maybePrice, "an optional decimal", by: order)
            try Self.check(ground, \.maybeMark, "an optional UUID", by: order)
            try Self.check(ground, \.bytes, "data", by: order)
            try Self.check(ground, \.maybeOn, "an optional Boolean", by: order)
            try Self.check(ground, \.stage, "an optional enum", by: order)
            try Self.check(ground, \.spot?.row, "a field of an optional composite", by: order)
            try Self.check(ground, \.big, "a UInt64", by: order)
        },
        ContractClause("SEC-004", "Two spellings of one text are one section.", cases: ["H15"]) { probe in
            let container = try probe.open(Crop.self, Farm.self)
            try Self.crops(ModelContext(container), ["caf\u{E9}", "cafe", "cafe\u{301}"])
            let sections = try ModelContext(container).fetchSections(
                FetchDescriptor<Crop>(sortBy: [SortDescriptor(\.day)]), sectionBy: \.note)
            probe.expectEqual(sections.map { $0.map(\.code) }, [["c0", "c2"], ["c1"]], "the rows of the sections")
            let one = try ModelContext(container).fetchSections(
                FetchDescriptor<Crop>(
                    predicate: #Predicate { $0.note == "caf\u{E9}" }, sortBy: [SortDescriptor(\.day)]),
                sectionBy: \.note)
            probe.expectEqual(one.map { $0.map(\.code) }, [["c0", "c2"]], "the rows of the section of one text")
        },
        ContractClause(
            "SEC-005",
            "Sections are by values over to-one relationships, and by the relationship, where nil is one of them."
        ) { probe in
            let ground = try SpecimenGround(probe)
            let context = ModelContext(ground.container)
            let order = SortDescriptor(\Specimen.number)
            try Self.check(ground, \.shelf?.label, "a related text", by: order)
            try Self.check(ground, \.shelf?.room?.name, "a text two relationships away", by: order)
            try Self.check(ground, \.shelf?.persistentModelID, "the related row's identifier", by: order)
            let shelves = try context.fetchSections(
                FetchDescriptor<Specimen>(sortBy: [order]), sectionBy: \.shelf)
            probe.expectEqual(shelves.count, 4, "the number of sections by a relationship")
            probe.expectEqual(
                shelves[sectionTitle: nil]?.count, ground.specimens.count { $0.shelf == nil },
                "the rows that are related to none")
        },
    ]
}
