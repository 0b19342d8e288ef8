public import Foundation

/// The models of a result that have one title, in the result's order.
public struct ResultsSection<Element: PersistentModel, SectionTitle: Hashable>: RandomAccessCollection, Identifiable {
    /// What the models have in common.
    public let title: SectionTitle
    /// The title.
    public var id: SectionTitle { title }
    let results: FetchResultsCollection<Element>
    let range: Range<Int>

    /// The models as an array.
    public var elements: [Element] { Array(self) }
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
    /// Where models stand; made when it is first asked for, and shared by copies.
    private let places = Places()

    private final class Places { var paths: [ObjectIdentifier: (section: Int, item: Int)]? }

    package init(results: FetchResultsCollection<Element>, table: SectionTable<SectionTitle>) {
        self.results = results
        self.table = table
    }

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

    /// The number of models in all sections.
    public var elementCount: Int { results.count }

    /// The model at a section and a position in it; nil when there is none. Constant time.
    public func element(at indexPath: IndexPath) -> Element? {
        guard indexPath.count == 2, indices.contains(indexPath[0]) else { return nil }
        let section = self[indexPath[0]]
        return section.indices.contains(indexPath[1]) ? section[indexPath[1]] : nil
    }

    /// The section of a model and its position in it; nil when it is not among the results.
    ///
    /// The first call takes time in the number of results, later ones constant time.
    public func indexPath(for element: Element) -> IndexPath? {
        let known = places.paths ?? makePaths()
        places.paths = known
        return known[ObjectIdentifier(element)].map { IndexPath(indexes: [$0.section, $0.item]) }
    }

    private func makePaths() -> [ObjectIdentifier: (section: Int, item: Int)] {
        var paths: [ObjectIdentifier: (section: Int, item: Int)] = [:]
        paths.reserveCapacity(results.count)
        var (section, item) = (0, 0)
        for model in results {
            paths[ObjectIdentifier(model)] = (section, item)
            item += 1
            if item == table.range(of: section).count { (section, item) = (section + 1, 0) }
        }
        return paths
    }

    /// Whether both have the same models in the same sections.
    public static func == (a: Self, b: Self) -> Bool {
        a.table.titles == b.table.titles && a.table.ends == b.table.ends
            && a.results.elementsEqual(b.results, by: ===)
    }
}
