public import Chronicle

/// The models of a result that have one title, in the result's order.
public struct ResultsSection<Element: PersistentModel, SectionTitle: Hashable>: RandomAccessCollection, Identifiable {
    /// What the models have in common.
    public let title: SectionTitle
    /// The title.
    public var id: SectionTitle { title }
    let results: FetchResultsCollection<Element>
    let range: Range<Int>

    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of models.
    public var endIndex: Int { range.count }
    /// The model at a position.
    public subscript(position: Int) -> Element { results[range.lowerBound + position] }
}

/// The models of a result in sections, in the order in which the sections' titles first appear.
///
/// Each title has one section, and none is empty.
public struct SectionedResults<Element: PersistentModel, SectionTitle: Hashable>: RandomAccessCollection, Equatable {
    let results: FetchResultsCollection<Element>
    let table: SectionTable<SectionTitle>

    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of sections.
    public var endIndex: Int { table.titles.count }
    /// The section at a position.
    public subscript(position: Int) -> ResultsSection<Element, SectionTitle> {
        ResultsSection(title: table.titles[position], results: results, range: table.range(of: position))
    }

    /// The titles in order.
    public var sectionTitles: [SectionTitle] { table.titles }
    /// Whether there is a section with a title.
    public func contains(sectionTitle: SectionTitle) -> Bool { table.index(of: sectionTitle) != nil }
    /// The position of the section with a title; constant time.
    public func index(ofSectionTitled title: SectionTitle) -> Int? { table.index(of: title) }
    /// The section with a title; constant time.
    public subscript(sectionTitle title: SectionTitle) -> ResultsSection<Element, SectionTitle>? {
        table.index(of: title).map { self[$0] }
    }

    /// Whether both have the same models in the same sections.
    public static func == (a: Self, b: Self) -> Bool {
        a.table.titles == b.table.titles && a.table.ends == b.table.ends
            && a.results.elementsEqual(b.results, by: ===)
    }
}
