import ChronicleObservers
import Foundation
import Testing

/// An observer whose results are compared with a fresh fetch, and whose changes are compared with what they lead to.
final class Checked<Element: PersistentModel, SectionTitle: Hashable> {
    let observer: ResultsObserver<Element, SectionTitle>
    private let updates: ResultsUpdates<Element, SectionTitle>
    private let sectionSort: SortDescriptor<Element>?
    private let title: ((Element) -> SectionTitle)?
    private let values: (Element) -> [String]
    private var kept: [Element]
    private var keptValues: [ObjectIdentifier: [String]] = [:]
    private var keptTitles: [SectionTitle]

    init(
        _ observer: ResultsObserver<Element, SectionTitle>, sectionSort: SortDescriptor<Element>? = nil,
        title: ((Element) -> SectionTitle)? = nil, values: @escaping (Element) -> [String]
    ) {
        self.observer = observer
        self.sectionSort = sectionSort
        self.title = title
        self.values = values
        updates = observer.updates
        kept = Array(observer.results)
        keptTitles = observer.sections?.sectionTitles ?? []
        for element in kept { keptValues[ObjectIdentifier(element)] = values(element) }
    }

    /// - Parameter takesChange: Whether the change since the last time is looked at too, which may be of several passes.
    func check(_ step: String, takesChange: Bool = true, _ sourceLocation: SourceLocation = #_sourceLocation) throws {
        var descriptor = observer.fetchDescriptor
        if let sectionSort { descriptor.sortBy.insert(sectionSort, at: 0) }
        let fresh = try observer.modelContext.fetch(descriptor)
        let results = Array(observer.results)
        #expect(observer.refreshError == nil, "\(step)", sourceLocation: sourceLocation)
        guard results == fresh else {
            Issue.record(
                "\(step): \(results.map(values)) is not \(fresh.map(values))", sourceLocation: sourceLocation)
            throw DeadlinePassed(description: step)
        }
        #expect(
            observer.results.count == fresh.count
                && observer.results.indices.allSatisfy { observer.results[$0] === fresh[$0] })
        try checkSections(step, fresh, sourceLocation)
        if takesChange { try checkChange(step, results, sourceLocation) }
    }

    private func checkSections(_ step: String, _ fresh: [Element], _ sourceLocation: SourceLocation) throws {
        guard let title else { return #expect(observer.sections == nil) }
        var titles: [SectionTitle] = []
        var groups: [SectionTitle: [Element]] = [:]
        for element in fresh {
            if groups[title(element)] == nil { titles.append(title(element)) }
            groups[title(element), default: []].append(element)
        }
        let sections = try #require(observer.sections)
        try #require(sections.sectionTitles == titles, "\(step)", sourceLocation: sourceLocation)
        for (index, section) in sections.enumerated() {
            try #require(Array(section) == groups[titles[index]], "\(step)", sourceLocation: sourceLocation)
            #expect(sections.index(ofSectionTitled: section.id) == index)
            for (place, element) in section.enumerated() {
                #expect(observer.indexPath(for: element) == [index, place], "\(step)")
                #expect(observer.element(at: [index, place]) === element)
            }
        }
    }

    private func checkChange(_ step: String, _ results: [Element], _ sourceLocation: SourceLocation) throws {
        let titles = observer.sections?.sectionTitles ?? []
        var changed: Set<ObjectIdentifier> = []
        var now: [ObjectIdentifier: [String]] = [:]
        for element in results {
            now[ObjectIdentifier(element)] = values(element)
            if let old = keptValues[ObjectIdentifier(element)], old != values(element) {
                changed.insert(ObjectIdentifier(element))
            }
        }
        defer { (kept, keptValues, keptTitles) = (results, now, titles) }
        guard let change = updates.subscription.take() else {
            #expect(kept == results && changed.isEmpty, "\(step): no change was told", sourceLocation: sourceLocation)
            return
        }
        #expect(Array(change.before) == kept, "\(step): before", sourceLocation: sourceLocation)
        #expect(Array(change.after) == results, "\(step): after", sourceLocation: sourceLocation)
        var list = kept
        for position in (change.removed + change.moved.map(\.from)).sorted().reversed() { list.remove(at: position) }
        for position in (change.inserted + change.moved.map(\.to)).sorted() {
            try #require(
                position <= list.count, "\(step): \(change.removed) \(change.inserted) \(change.moved)",
                sourceLocation: sourceLocation)
            list.insert(results[position], at: position)
        }
        #expect(
            list == results, "\(step): \(change.removed) \(change.inserted) \(change.moved)",
            sourceLocation: sourceLocation)
        #expect(
            change.moved.allSatisfy { kept[$0.from] === results[$0.to] }, "\(step): \(change.moved)",
            sourceLocation: sourceLocation)
        #expect(
            Set(change.updatedElements.map { ObjectIdentifier($0) }).isSuperset(of: changed), "\(step): updated",
            sourceLocation: sourceLocation)
        var sections = keptTitles
        for position in (change.removedSections + change.movedSections.map(\.from)).sorted().reversed() {
            sections.remove(at: position)
        }
        for position in (change.insertedSections + change.movedSections.map(\.to)).sorted() {
            sections.insert(titles[position], at: position)
        }
        #expect(sections == titles, "\(step): sections", sourceLocation: sourceLocation)
    }
}
