public import Chronicle
public import Foundation

// Each form of the initializer exists for a descriptor and for its parts, in a given context and in one of its own.

/// Results without sections.
extension ResultsObserver where SectionTitle == Never {
    /// An observer of what a descriptor selects, in a context.
    ///
    /// - Throws: As `ModelContext.fetch`.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(), modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, nil, modelContext, isolation)
    }

    /// An observer of the models that a filter selects, in a context.
    ///
    /// - Throws: As `ModelContext.fetch`.
    public convenience init(
        filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil, modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        let descriptor = FetchDescriptor<Element>(predicate: filterBy, sortBy: sortBy ?? [])
        try self.init(descriptor, nil, modelContext, isolation)
    }

    /// An observer of what a descriptor selects, in a context of its own.
    ///
    /// - Throws: As `ModelContext.fetch`.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(), modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, nil, ModelContext(modelContainer, isolation: isolation), isolation)
    }

    /// An observer of the models that a filter selects, in a context of its own.
    ///
    /// - Throws: As `ModelContext.fetch`.
    public convenience init(
        filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil, modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        let descriptor = FetchDescriptor<Element>(predicate: filterBy, sortBy: sortBy ?? [])
        try self.init(descriptor, nil, ModelContext(modelContainer, isolation: isolation), isolation)
    }
}

/// Results in sections by any stored attribute, nil apart from everything else.
extension ResultsObserver {
    /// An observer of what a descriptor selects in sections, in a context.
    ///
    /// - Throws: As `ModelContext.fetch`; ``ChronicleError`` `unsupportedKeyPath` when the section is no stored attribute.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        sectionBy: KeyPath<Element, SectionTitle>, modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, (sectionBy, { $0[keyPath: sectionBy] }), modelContext, isolation)
    }

    /// An observer of the models that a filter selects in sections, in a context.
    ///
    /// - Throws: As `ModelContext.fetch`; ``ChronicleError`` `unsupportedKeyPath` when the section is no stored attribute.
    public convenience init(
        filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
        sectionBy: KeyPath<Element, SectionTitle>, modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        let descriptor = FetchDescriptor<Element>(predicate: filterBy, sortBy: sortBy ?? [])
        try self.init(descriptor, (sectionBy, { $0[keyPath: sectionBy] }), modelContext, isolation)
    }

    /// An observer of what a descriptor selects in sections, in a context of its own.
    ///
    /// - Throws: As `ModelContext.fetch`; ``ChronicleError`` `unsupportedKeyPath` when the section is no stored attribute.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        sectionBy: KeyPath<Element, SectionTitle>, modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            fetchDescriptor, (sectionBy, { $0[keyPath: sectionBy] }),
            ModelContext(modelContainer, isolation: isolation), isolation)
    }

    /// An observer of the models that a filter selects in sections, in a context of its own.
    ///
    /// - Throws: As `ModelContext.fetch`; ``ChronicleError`` `unsupportedKeyPath` when the section is no stored attribute.
    public convenience init(
        filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
        sectionBy: KeyPath<Element, SectionTitle>, modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        let descriptor = FetchDescriptor<Element>(predicate: filterBy, sortBy: sortBy ?? [])
        try self.init(
            descriptor, (sectionBy, { $0[keyPath: sectionBy] }), ModelContext(modelContainer, isolation: isolation),
            isolation)
    }
}

/// Results in sections by optional text under plain titles, where nil and the empty text share a section.
extension ResultsObserver where SectionTitle == String {
    /// An observer of what a descriptor selects in sections, in a context.
    ///
    /// - Throws: As `ModelContext.fetch`; ``ChronicleError`` `unsupportedKeyPath` when the section is no stored attribute.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(), sectionBy: KeyPath<Element, String?>,
        modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, (sectionBy, { $0[keyPath: sectionBy] ?? "" }), modelContext, isolation)
    }

    /// An observer of the models that a filter selects in sections, in a context.
    ///
    /// - Throws: As `ModelContext.fetch`; ``ChronicleError`` `unsupportedKeyPath` when the section is no stored attribute.
    public convenience init(
        filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
        sectionBy: KeyPath<Element, String?>, modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        let descriptor = FetchDescriptor<Element>(predicate: filterBy, sortBy: sortBy ?? [])
        try self.init(descriptor, (sectionBy, { $0[keyPath: sectionBy] ?? "" }), modelContext, isolation)
    }

    /// An observer of what a descriptor selects in sections, in a context of its own.
    ///
    /// - Throws: As `ModelContext.fetch`; ``ChronicleError`` `unsupportedKeyPath` when the section is no stored attribute.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(), sectionBy: KeyPath<Element, String?>,
        modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            fetchDescriptor, (sectionBy, { $0[keyPath: sectionBy] ?? "" }),
            ModelContext(modelContainer, isolation: isolation), isolation)
    }

    /// An observer of the models that a filter selects in sections, in a context of its own.
    ///
    /// - Throws: As `ModelContext.fetch`; ``ChronicleError`` `unsupportedKeyPath` when the section is no stored attribute.
    public convenience init(
        filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
        sectionBy: KeyPath<Element, String?>, modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        let descriptor = FetchDescriptor<Element>(predicate: filterBy, sortBy: sortBy ?? [])
        try self.init(
            descriptor, (sectionBy, { $0[keyPath: sectionBy] ?? "" }),
            ModelContext(modelContainer, isolation: isolation), isolation)
    }
}
