import ChronicleStore

extension ModelContext {
    /// The models that ``fetch(_:)`` would return, in sections: one for each value of a property, in the order in which the
    /// values first appear. Within a section the models keep the descriptor's order; nil has a section of its own.
    ///
    /// The property may be any that is `Hashable`, also one behind to-one relationships, whose models are fetched along, or a
    /// to-one relationship itself. The limit and the offset count models, not sections.
    ///
    /// ```swift
    /// for section in try context.fetchSections(descriptor, sectionBy: \.destination) {
    ///     print(section.title, section.count)
    /// }
    /// ```
    ///
    /// - Throws: As ``fetch(_:)``; ``ChronicleError`` `unsupportedKeyPath` when the section is no stored property.
    public func fetchSections<T: PersistentModel, Title: Hashable>(
        _ descriptor: FetchDescriptor<T>, sectionBy keyPath: KeyPath<T, Title>
    ) throws -> SectionedResults<T, Title> {
        mergeNews()
        let entity = try entity(T.self)
        let path = try entity.info.resolved(keyPath, for: "sectionBy")
        if let slot = path.slot, path.info.slots[slot].isToMany {
            throw ChronicleError(
                .unsupportedKeyPath, "Sections by \(keyPath): a to-many relationship has no one value",
                model: T.entityName, property: path.info.slots[slot].name)
        }
        let paths = try PrefetchPaths(descriptor, entity.info)
        let query = try LoweredQuery(shaped: descriptor, entity.binding, reading: keyPath)
        let models: [T] = try fetch(query, descriptor, entity)
        if let paths { try prefetch(paths, for: models, entity) }
        if let relatives = PrefetchPaths(reading: keyPath, of: entity.info) {
            try prefetch(relatives, for: models, entity)
        }
        return SectionedResults(grouping: models) { $0[keyPath: keyPath] }
    }
}

extension SectionedResults {
    /// Models by what a closure gives for each, which is called once for each.
    init(grouping models: [Element], by title: (Element) -> SectionTitle) {
        var sections: [SectionTitle: Int] = [:]
        var titles: [SectionTitle] = []
        var members: [[Element]] = []
        for model in models {
            let title = title(model)
            let section = sections[title] ?? members.count
            if section == members.count {
                sections[title] = section
                titles.append(title)
                members.append([])
            }
            members[section].append(model)
        }
        let all = zip(titles, members).lazy.flatMap { title, members in repeatElement(title, count: members.count) }
        self.init(results: FetchResultsCollection(Array(members.joined())), table: SectionTable(all))
    }
}
