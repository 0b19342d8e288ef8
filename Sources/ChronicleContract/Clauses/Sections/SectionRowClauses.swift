import Foundation

extension SectionClauses {
    /// What is in a section, and where it is found.
    static let rows: [ContractClause] = [
        ContractClause("SEC-006", "Sections hold the rows that the condition selects, in the fetch's order.") { probe in
            let ground = try SpecimenGround(probe)
            let predicates = [
                #Predicate<Specimen> { $0.number > 0 }, #Predicate<Specimen> { $0.plainText.contains("a") },
                #Predicate<Specimen> { $0.maybeOn == nil || $0.shelf?.number == 5 },
            ]
            for (number, predicate) in predicates.enumerated() {
                try Self.check(
                    ground, \.rarity, "an enum under condition \(number)", where: predicate,
                    by: SortDescriptor(\.home.row))
            }
        },
        ContractClause("SEC-007", "The offset and the limit count rows, not sections.") { probe in
            let container = try probe.open(Crop.self, Farm.self)
            try Self.crops(ModelContext(container), ["a", "b", "a", "c", "a", "b"])
            var descriptor = FetchDescriptor<Crop>(sortBy: [SortDescriptor(\.day)])
            descriptor.fetchOffset = 1
            descriptor.fetchLimit = 4
            let sections = try ModelContext(container).fetchSections(descriptor, sectionBy: \.note)
            probe.expectEqual(sections.sectionTitles, ["b", "a", "c"], "the titles of four rows")
            probe.expectEqual(sections.map { $0.map(\.day) }, [[1], [2, 4], [3]], "the rows of the sections")
        },
        ContractClause("SEC-008", "A row is found by section and position, and a section by its title.") { probe in
            let container = try probe.open(Crop.self, Farm.self)
            try Self.crops(ModelContext(container), ["b", nil, "a", "b", "a", "b"])
            let context = ModelContext(container)
            let sections = try context.fetchSections(
                FetchDescriptor<Crop>(sortBy: [SortDescriptor(\.day)]), sectionBy: \.note)
            let days = [[0, 3, 5], [1], [2, 4]]
            for (section, days) in days.enumerated() {
                for (item, day) in days.enumerated() {
                    let path = IndexPath(indexes: [section, item])
                    let crop = sections.element(at: path)
                    probe.expectEqual(crop?.day, day, "the row at \(section), \(item)")
                    probe.expectEqual(
                        crop.flatMap { sections.indexPath(for: $0) }, path,
                        "the place of the row at \(section), \(item)")
                }
                probe.expectEqual(
                    sections.element(at: IndexPath(indexes: [section, days.count]))?.day, nil,
                    "the row behind the end of section \(section)")
            }
            probe.expectEqual(sections.index(ofSectionTitled: "a"), 2, "the place of a section by its title")
            probe.expectEqual(sections.index(ofSectionTitled: nil), 1, "the place of the section of nil")
            probe.expect(!sections.contains(sectionTitle: "c"), "there is a section of a value that no row has")
        },
        ContractClause(
            "SEC-009", "Unsaved changes of a context take part in its sections, and those of saved ones agree."
        ) {
            probe in
            let container = try probe.open(Crop.self, Farm.self)
            try Self.crops(ModelContext(container), ["a", "b", "a", "c"])
            let context = ModelContext(container)
            let models = try context.all(Crop.self, by: SortDescriptor(\.day))
            models[0].note = nil
            context.delete(models[1])
            context.insert(Crop("new", day: -1, note: "c"))
            let descriptor = FetchDescriptor<Crop>(sortBy: [SortDescriptor(\.day)])
            func check(_ context: ModelContext, _ what: String) throws {
                let sections = try context.fetchSections(descriptor, sectionBy: \.note)
                probe.expectEqual(sections.sectionTitles, ["c", nil, "a"], "the titles \(what)")
                probe.expectEqual(
                    sections.map { $0.map(\.code) }, [["new", "c3"], ["c0"], ["c2"]], "the rows \(what)")
            }
            try check(context, "with unsaved changes")
            let stored = try ModelContext(container).fetchSections(descriptor, sectionBy: \.note)
            probe.expectEqual(stored.sectionTitles, ["a", "b", "c"], "the titles of another context")
            try context.save()
            try check(ModelContext(container), "once they were saved")
        },
        ContractClause("SEC-010", "There is no section without rows.") { probe in
            let container = try probe.open(Crop.self, Farm.self)
            try Self.crops(ModelContext(container), ["a", "b"])
            let sections = try ModelContext(container).fetchSections(
                FetchDescriptor<Crop>(predicate: #Predicate { $0.kind == "k2" && $0.day >= 0 }), sectionBy: \.note)
            probe.expectEqual(sections.count, 0, "the number of sections of no rows")
            let one = try ModelContext(container).fetchSections(
                FetchDescriptor<Crop>(predicate: #Predicate { $0.kind == "k1" && $0.day >= 0 }), sectionBy: \.note)
            probe.expectEqual(one.sectionTitles, ["b"], "the titles of one row")
        },
        ContractClause("SEC-011", "Sections by what lies over relationships cost one fetch a step, not one a row.") {
            probe in
            let faults = FaultInjection()
            let container = try probe.open(Crop.self, Farm.self, Village.self, counting: faults)
            let writer = ModelContext(container)
            let villages = (0..<2).map { Village("village \($0)") }
            for number in 0..<12 {
                let farm = Farm("farm \(number)", village: number % 3 == 2 ? nil : villages[number % 3])
                writer.insert(Crop("c\(number)", day: number, farm: farm))
            }
            try writer.save()
            let descriptor = FetchDescriptor<Crop>(sortBy: [SortDescriptor(\.day)])
            let fetches = try faults.counts(of: .fetch, expected: [3]) { mark in
                let context = ModelContext(container)
                mark()
                let sections = try context.fetchSections(descriptor, sectionBy: \.farm?.village?.name)
                mark()
                probe.expectEqual(sections.sectionTitles, ["village 0", "village 1", nil], "the titles")
                probe.expectEqual(sections.map(\.count), [4, 4, 4], "the numbers of rows")
            }
            probe.expectEqual(fetches, [3], "the fetches for crops, farms and villages")
        },
    ]
}
