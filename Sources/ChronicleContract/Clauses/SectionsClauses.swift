import Foundation

extension ContractChapter {
    /// Sections of a fetch.
    static let sections = ContractChapter("SEC", "Sections", SectionClauses.titles + SectionClauses.rows)
}

/// The clauses of the chapter on sections, by topic.
enum SectionClauses {
    /// Crops with notes, by day.
    static func crops(_ context: ModelContext, _ notes: [String?]) throws {
        for (number, note) in notes.enumerated() {
            context.insert(Crop("c\(number)", kind: "k\(number % 2)", day: number, note: note))
        }
        try context.save()
    }

    /// Records a violation unless the sections are those of Swift over the rows as they were saved.
    static func check<Key: Hashable>(
        _ ground: SpecimenGround, _ keyPath: KeyPath<Specimen, Key>, _ what: String,
        where predicate: Predicate<Specimen>? = nil, by order: SortDescriptor<Specimen>
    ) throws {
        let models = try ground.specimens.filter { try predicate?.evaluate($0) ?? true }.sorted(using: order)
        var (titles, members): ([Key], [Key: [String]]) = ([], [:])
        for model in models {
            let title = model[keyPath: keyPath]
            if members[title] == nil { titles.append(title) }
            members[title, default: []].append(model.code)
        }
        let context = ModelContext(ground.container)
        let sections = try context.fetchSections(
            FetchDescriptor(predicate: predicate, sortBy: [order]), sectionBy: keyPath)
        ground.probe.expectEqual(sections.sectionTitles, titles, "the titles of sections by \(what)")
        for section in sections {
            ground.probe.expectEqual(
                section.map(\.code), members[section.title] ?? [],
                "the rows of the section \(section.title) by \(what)")
        }
        ground.probe.expectEqual(sections.elementCount, models.count, "the number of rows in sections by \(what)")
    }
}
