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

    /// Records a violation unless the sections are those of Swift over the same rows.
    static func check<Key: Hashable>(
        _ probe: ContractProbe, _ context: ModelContext, _ descriptor: FetchDescriptor<Specimen>,
        _ keyPath: KeyPath<Specimen, Key>, _ what: String
    ) throws {
        let models = try context.fetch(descriptor)
        var (titles, members): ([Key], [Key: [String]]) = ([], [:])
        for model in models {
            let title = model[keyPath: keyPath]
            if members[title] == nil { titles.append(title) }
            members[title, default: []].append(model.code)
        }
        let sections = try context.fetchSections(descriptor, sectionBy: keyPath)
        probe.expectEqual(sections.sectionTitles, titles, "the titles of sections by \(what)")
        for section in sections {
            probe.expectEqual(
                section.map(\.code), members[section.title] ?? [], "the rows of the section \(section.title) by \(what)"
            )
        }
        probe.expectEqual(sections.elementCount, models.count, "the number of rows in sections by \(what)")
    }
}
