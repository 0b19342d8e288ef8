import Chronicle
import Foundation
import Testing

@Suite struct SectionTests {
    /// H07
    @Test(arguments: Backend.allCases) func sectionsComeByFirstAppearance(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        let context = ModelContext(try backend.depot(place))
        let rows: [(Double, String?)] = [(9, "Today"), (8, "Earlier"), (7, "Today"), (6, nil), (5, "")]
        for (hour, label) in rows {
            let crate = Crate("at \(Int(hour))")
            crate.label = label
            crate.packedAt = Date(timeIntervalSinceReferenceDate: hour * 3600)
            context.insert(crate)
        }
        func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
            let descriptor = FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.packedAt, order: .reverse)])
            let sections = try context.fetchSections(descriptor, sectionBy: \.label)
            #expect(sections.map(\.title) == ["Today", "Earlier", nil, ""], sourceLocation: sourceLocation)
            #expect(Set(sections.map(\.id)).count == 4, sourceLocation: sourceLocation)
            #expect(sections[0].elements.map(\.name) == ["at 9", "at 7"], sourceLocation: sourceLocation)
            #expect(
                sections.map(\.count).reduce(0, +) == 5 && sections.elementCount == 5, sourceLocation: sourceLocation)
            for (section, models) in sections.enumerated() {
                for (item, model) in models.enumerated() {
                    let path = IndexPath(indexes: [section, item])
                    #expect(sections.indexPath(for: model) == path, sourceLocation: sourceLocation)
                    #expect(sections.element(at: path) === model, sourceLocation: sourceLocation)
                }
            }
            #expect(sections.element(at: IndexPath(indexes: [4, 0])) == nil, sourceLocation: sourceLocation)
            #expect(sections.element(at: IndexPath(indexes: [0, 2])) == nil, sourceLocation: sourceLocation)
            #expect(sections.indexPath(for: Crate("elsewhere")) == nil, sourceLocation: sourceLocation)
            #expect(sections.index(ofSectionTitled: nil) == 2, sourceLocation: sourceLocation)
            #expect(sections[sectionTitle: ""]?.count == 1, sourceLocation: sourceLocation)
        }
        try check()
        try context.save()
        try check()
        try check()
    }

    @Test(arguments: Backend.allCases) func keysMayBeOfAnyHashableType(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        let context = ModelContext(try backend.depot(place))
        let hall = Hall("North")
        let shelves = [Shelf("A", hall: hall), Shelf("B", hall: hall), Shelf("C")]
        for number in 0..<12 {
            let crate = Crate("crate \(number)", amount: number % 3)
            crate.kind = number % 4 == 3 ? nil : Kind.allCases[number % 4]
            crate.former = number % 2 == 0 ? nil : Position(aisle: number % 3, height: nil)
            crate.price = Decimal(number % 2)
            crate.label = number % 2 == 0 ? "caf\u{e9}" : "cafe\u{301}"
            crate.shelf = number % 4 == 3 ? nil : shelves[number % 4]
            context.insert(crate)
        }
        try context.save()
        func expect<Key: Hashable>(_ keyPath: KeyPath<Crate, Key>, _ count: Int) throws {
            let models = try context.fetch(FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.amount)]))
            let sections = try context.fetchSections(
                FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.amount)]), sectionBy: keyPath)
            #expect(sections.count == count)
            let groups = Dictionary(grouping: models) { $0[keyPath: keyPath] }
            #expect(Set(sections.sectionTitles) == Set(groups.keys))
            for section in sections { #expect(groups[section.title] == section.elements) }
            var first: [Key] = []
            for model in models where !first.contains(model[keyPath: keyPath]) { first.append(model[keyPath: keyPath]) }
            #expect(sections.sectionTitles == first)
        }
        try expect(\.amount, 3)
        try expect(\.kind, 4)
        try expect(\.former, 4)
        try expect(\.price, 2)
        try expect(\.isOpen, 1)
        try expect(\.label, 1)
        try expect(\.shelf, 4)
        try expect(\.shelf?.name, 4)
        try expect(\.shelf?.hall?.name, 2)
        try expect(\.persistentModelID, 12)
    }

    @Test(arguments: Backend.allCases) func sectionsBehindARelationshipTakeOneQueryAStep(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        let container = try backend.depot(place)
        let writer = ModelContext(container)
        for number in 0..<30 {
            let crate = Crate("crate \(number)")
            crate.shelf = Shelf("shelf \(number)", hall: number % 3 == 0 ? nil : Hall("hall \(number % 3)"))
            writer.insert(crate)
        }
        try writer.save()
        let context = ModelContext(container)
        let calls = try context.calls {
            let sections = try context.fetchSections(FetchDescriptor<Crate>(), sectionBy: \.shelf?.hall?.name)
            #expect(sections.count == 3)
        }
        #expect(calls.all == 3, "\(calls)")
        var limited = FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.name)])
        limited.fetchLimit = 4
        limited.fetchOffset = 2
        #expect(try context.fetchSections(limited, sectionBy: \.name).elementCount == 4)
        #expect(throws: ChronicleError.self) {
            try context.fetchSections(FetchDescriptor<Shelf>(), sectionBy: \.crates)
        }
    }
}
