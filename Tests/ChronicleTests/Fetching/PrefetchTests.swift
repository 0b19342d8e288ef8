import Chronicle
import Foundation
import Testing

@Suite struct PrefetchTests {
    private func fill(_ container: ModelContainer) throws {
        let context = ModelContext(container)
        let halls = (0..<3).map { Hall("hall \($0)") }
        let marks = (0..<4).map { ShelfMark("mark \($0)") }
        for number in 0..<12 {
            let shelf = Shelf("shelf \(number)", hall: number % 4 == 3 ? nil : halls[number % 3])
            shelf.marks = (0..<number % 4).map { marks[$0] }
            for item in 0..<number % 5 {
                let crate = Crate("crate \(number).\(item)")
                crate.shelf = shelf
                context.insert(crate)
            }
            context.insert(shelf)
        }
        try context.save()
    }

    private func summary(_ shelves: [Shelf]) -> [String] {
        shelves.map { "\($0.name) \($0.hall?.name ?? "-") \($0.crates.map(\.name)) \($0.marks.map(\.word))" }
    }

    @Test(arguments: Backend.allCases) func relationshipsCostOneQueryEachAndNoneWhenRead(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        let container = try backend.depot(place)
        try fill(container)
        let plain = ModelContext(container)
        let right = summary(try plain.fetch(FetchDescriptor<Shelf>()))
        let context = ModelContext(container)
        var descriptor = FetchDescriptor<Shelf>()
        descriptor.relationshipKeyPathsForPrefetching = [\.hall, \.crates, \.marks]
        var shelves: [Shelf] = []
        // The shelves, halls, crates; the links of marks, and the marks.
        let fetching = try context.calls { shelves = try context.fetch(descriptor) }
        #expect(fetching.all == 5, "\(fetching)")
        let reading = context.calls {
            #expect(summary(shelves) == right)
            #expect(summary(shelves) == right)
            for shelf in shelves { for crate in shelf.crates { #expect(crate.shelf === shelf) } }
        }
        #expect(reading.all == 0, "\(reading)")
        // Without it, each shelf asks.
        let unfetched = ModelContext(container)
        let other = try unfetched.fetch(FetchDescriptor<Shelf>())
        #expect(unfetched.calls { _ = summary(other) }.all >= 36)
    }

    @Test(arguments: Backend.allCases) func pathsOverRelationshipsCostOneQueryAStep(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        let container = try backend.depot(place)
        try fill(container)
        let context = ModelContext(container)
        var descriptor = FetchDescriptor<Crate>()
        descriptor.relationshipKeyPathsForPrefetching = [\.shelf?.hall?.shelves]
        var crates: [Crate] = []
        let fetching = try context.calls { crates = try context.fetch(descriptor) }
        #expect(fetching.all == 4, "\(fetching)")
        let reading = context.calls {
            for crate in crates {
                guard let hall = crate.shelf?.hall else { continue }
                #expect(hall.shelves.contains { $0 === crate.shelf })
            }
        }
        #expect(reading.all == 0, "\(reading)")
        descriptor.relationshipKeyPathsForPrefetching = [\.name]
        let calls = context.calls {
            let error = #expect(throws: ChronicleError.self) { try context.fetch(descriptor) }
            #expect(error?.code == .unsupportedKeyPath)
        }
        #expect(calls.all == 0)
    }

    @Test(arguments: Backend.allCases) func batchesAndPagesFetchAlongToo(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        let container = try backend.depot(place)
        try fill(container)
        var descriptor = FetchDescriptor<Shelf>()
        descriptor.relationshipKeyPathsForPrefetching = [\.crates]
        let context = ModelContext(container)
        let calls = try context.calls {
            let batches = try context.fetch(descriptor, batchSize: 6)
            #expect(batches.map { $0.crates.count }.reduce(0, +) == 21)
        }
        // The keys, and for each batch its models and crates.
        #expect(calls.all == 5, "\(calls)")
        let second = ModelContext(container)
        let enumerating = try second.calls {
            var count = 0
            try second.enumerate(descriptor, batchSize: 6) { count += $0.crates.count }
            #expect(count == 21)
        }
        #expect(enumerating.all == 5, "\(enumerating)")
        descriptor.fetchLimit = 4
        let third = ModelContext(container)
        let paging = try third.calls {
            let page = try third.fetchPage(descriptor)
            #expect(page.models.map(\.crates.count) == [0, 1, 2, 3])
        }
        #expect(paging.all == 2, "\(paging)")
    }

    @Test(arguments: Backend.allCases) func unsavedChangesTakePartInWhatWasFetchedAlong(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        let container = try backend.depot(place)
        try fill(container)
        let context = ModelContext(container)
        let changed = try context.fetch(FetchDescriptor<Crate>())
        let all = try context.fetch(FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.name)]))
        changed[0].shelf = all[0]
        context.delete(changed[1])
        let new = Crate("new")
        new.shelf = all[1]
        context.insert(new)
        all[0].marks = []
        let right = summary(all)
        var descriptor = FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.name)])
        descriptor.relationshipKeyPathsForPrefetching = [\.hall, \.crates, \.marks]
        let shelves = try context.fetch(descriptor)
        let calls1 = context.calls { #expect(summary(shelves) == right) }
        #expect(calls1.all == 0)
        // And changes that are made afterwards.
        changed[2].shelf = shelves[3]
        shelves[4].crates = [changed[3]]
        changed[4].shelf = nil
        context.delete(changed[5])
        shelves[5].marks = Array(shelves[7].marks.dropFirst())
        shelves[6].hall = nil
        let later = summary(shelves)
        try context.save()
        #expect(summary(shelves) == later)
        let other = ModelContext(container)
        #expect(summary(try other.fetch(FetchDescriptor<Shelf>(sortBy: descriptor.sortBy))) == later)
    }

    @Test(arguments: Backend.allCases) func rollbacksAndCommitsOfOthersShow(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        let container = try backend.depot(place)
        try fill(container)
        let (context, other) = (ModelContext(container), ModelContext(container))
        var descriptor = FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.name)])
        descriptor.relationshipKeyPathsForPrefetching = [\.hall, \.crates, \.marks]
        let shelves = try context.fetch(descriptor)
        let right = summary(shelves)
        shelves[0].crates = shelves[4].crates
        shelves[0].marks = shelves[2].marks
        if let crate = shelves[3].crates.first { context.delete(crate) }
        context.insert(Crate("lost"))
        context.rollback()
        #expect(summary(shelves) == right)
        for round in 0..<6 {
            let theirs = try other.fetch(FetchDescriptor<Shelf>(sortBy: descriptor.sortBy))
            switch round {
            case 0: theirs[2].crates = theirs[3].crates
            case 1: if let crate = theirs.first(where: { !$0.crates.isEmpty })?.crates.first { other.delete(crate) }
            case 2:
                let crate = Crate("theirs")
                crate.shelf = theirs[0]
                other.insert(crate)
            case 3: theirs[0].marks = Array(theirs.map(\.marks).max { $0.count < $1.count } ?? [])
            case 4: try other.delete(model: Hall.self)
            default: try other.delete(model: ShelfMark.self)
            }
            try other.save()
            #expect(summary(shelves) == summary(theirs), "round \(round)")
            #expect(summary(try context.fetch(descriptor)) == summary(theirs), "round \(round)")
        }
    }

    @Test(arguments: Backend.allCases) func modelsThatWereFetchedAlongDoNotKeepEachOtherAlive(_ backend: Backend) throws
    {
        let place = try Place.depot(backend)
        let container = try backend.depot(place)
        try fill(container)
        let context = ModelContext(container)
        weak var weakShelf: Shelf?
        weak var weakCrate: Crate?
        func use() throws {
            var shelves = FetchDescriptor<Shelf>(predicate: #Predicate { $0.name == "shelf 4" })
            shelves.relationshipKeyPathsForPrefetching = [\.crates]
            let found = try context.fetch(shelves)
            weakShelf = found.first
            weakCrate = found.first?.crates.first
            #expect(weakCrate?.shelf === weakShelf && weakCrate != nil)
            var crates = FetchDescriptor<Crate>()
            crates.relationshipKeyPathsForPrefetching = [\.shelf]
            _ = try context.fetch(crates)
            let again = try context.fetch(shelves)
            weakCrate = again.first?.crates.first
            #expect(weakCrate?.shelf === weakShelf && weakCrate != nil && found == again)
        }
        try use()
        #expect(weakShelf == nil && weakCrate == nil)
    }
}
