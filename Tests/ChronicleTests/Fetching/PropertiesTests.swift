import Chronicle
import ChronicleStore
import Foundation
import Observation
import Testing

@Suite struct PropertiesTests {
    private func fill(_ container: ModelContainer, _ count: Int = 6) throws {
        let context = ModelContext(container)
        let shelf = Shelf("shelf")
        for number in 0..<count {
            let crate = Crate("crate \(number)", amount: number)
            crate.label = "label \(number)"
            crate.weight = -0.0
            crate.price = Decimal(number)
            crate.kind = .cold
            crate.position = Position(aisle: number, height: 2)
            crate.notes = ["note \(number)"]
            crate.shelf = shelf
            context.insert(crate)
        }
        try context.save()
    }

    private var some: FetchDescriptor<Crate> {
        var descriptor = FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.amount)])
        descriptor.propertiesToFetch = [\.name, \.position.aisle]
        return descriptor
    }

    @Test(arguments: Backend.allCases) func otherPropertiesAreLoadedAllAtOnceWhenOneIsRead(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        let container = try backend.depot(place)
        try fill(container)
        let context = ModelContext(container)
        var crates: [Crate] = []
        let fetching = try context.calls { crates = try context.fetch(some) }
        let entity = try #require(container.schema.entitiesByName["Crate"])
        let names = fetching.columns?.map { entity.columns[$0].name }
        #expect(names == ["name", "position.aisle", "position.height", "shelf"])
        #expect(fetching.all == 1)
        let reading = context.calls {
            #expect(crates.map(\.name) == (0..<6).map { "crate \($0)" })
            #expect(crates.map(\.position.aisle) == Array(0..<6))
        }
        #expect(reading.all == 0)
        let loading = context.calls {
            #expect(crates[2].label == "label 2")
            #expect(crates[2].weight.sign == .minus && crates[2].price == 2 && crates[2].kind == .cold)
            #expect(crates[2].notes == ["note 2"] && crates[2].amount == 2)
        }
        #expect(loading.keyFetches == 1 && loading.all == 1)
        #expect(crates[0].shelf === crates[5].shelf && crates[0].shelf?.name == "shelf")
        #expect(!context.hasChanges && context.readFailure == nil)
    }

    @Test(arguments: Backend.allCases) func whatWasNotFetchedIsNeverWrittenOver(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        let container = try backend.depot(place)
        try fill(container)
        let context = ModelContext(container)
        let crates = try context.fetch(some)
        crates[0].name = "renamed"
        crates[1].label = "relabelled"
        crates[2].label = ""
        crates[3].price = nil
        crates[4].kind = .dry
        context.delete(crates[5])
        try context.save()
        let reader = ModelContext(container)
        let stored = try reader.fetch(FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.amount)]))
        #expect(stored.map(\.name) == ["renamed", "crate 1", "crate 2", "crate 3", "crate 4"])
        #expect(stored.map(\.label) == ["label 0", "relabelled", "", "label 3", "label 4"])
        #expect(stored.map(\.price) == [0, 1, 2, nil, 4])
        #expect(stored.map(\.kind) == [.cold, .cold, .cold, .cold, .dry])
        #expect(stored.map(\.position.height) == [2, 2, 2, 2, 2])
        #expect(stored.allSatisfy { $0.notes?.count == 1 && $0.shelf != nil && $0.weight.sign == .minus })
        #expect(crates[0].label == "label 0" && crates[1].amount == 1)
    }

    @Test(arguments: Backend.allCases) func aRollbackBringsBackWhatWasNotFetched(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        let container = try backend.depot(place)
        try fill(container)
        let context = ModelContext(container)
        let crates = try context.fetch(some)
        crates[0].label = "other"
        context.delete(crates[1])
        context.rollback()
        #expect(crates[0].label == "label 0" && crates[1].label == "label 1" && !crates[1].isDeleted)
        context.delete(crates[2])
        #expect(crates[2].label == "label 2")
        try context.save()
        #expect(crates[2].isDeleted && crates[2].label == "label 2")
    }

    @Test(arguments: Backend.allCases) func commitsOfOthersAndUnsavedChangesAreRight(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        let container = try backend.depot(place)
        try fill(container)
        let (context, other) = (ModelContext(container), ModelContext(container))
        let crates = try context.fetch(some)
        let theirs = try other.fetch(FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.amount)]))
        theirs[0].label = "theirs"
        theirs[0].name = "theirs"
        theirs[1].amount = 100
        try other.save()
        #expect(crates[0].name == "theirs" && crates[0].label == "theirs" && crates[1].amount == 100)
        // A fetch over unsaved changes judges models by all their properties.
        crates[2].name = "changed"
        let byLabel = FetchDescriptor<Crate>(predicate: #Predicate { $0.label == "label 2" })
        let labelled = try context.fetch(byLabel)
        #expect(labelled.map(\.name) == ["changed"])
        #expect(try context.sum(\Crate.amount) == 114)
        // A whole fetch completes what is held, one of some properties leaves what is known.
        let (again, partial) = (try context.fetch(FetchDescriptor<Crate>()), try context.fetch(some))
        #expect(Set(again) == Set(crates) && partial.count == 6)
        let calls1 = context.calls { #expect(crates[4].label == "label 4" && crates[2].label == "label 2") }
        #expect(calls1.all == 0)
        #expect(crates[2].name == "changed")
    }

    @Test(arguments: Backend.allCases) func aSecondFetchAddsItsProperties(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        let container = try backend.depot(place)
        try fill(container)
        let context = ModelContext(container)
        let crates = try context.fetch(some)
        var more = some
        more.propertiesToFetch = [\.label, \.price]
        #expect(try context.fetch(more) == crates)
        let calls2 = context.calls { #expect(crates.map(\.label).count == 6 && crates[3].price == 3) }
        #expect(calls2.all == 0)
        let calls3 = context.calls { #expect(crates.map(\.name).count == 6) }
        #expect(calls3.all == 0)
        let calls4 = context.calls { #expect(crates[3].kind == .cold) }
        #expect(calls4.all == 1)
        more.propertiesToFetch = [\.former?.aisle]
        #expect(try context.fetch(more) == crates)
        more.propertiesToFetch = [\.shelf?.name]
        let error = #expect(throws: ChronicleError.self) { try context.fetch(more) }
        #expect(error?.code == .unsupportedKeyPath)
    }

    @Test(arguments: Backend.allCases) func whatIsGoneOrCannotBeReadSaysSo(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        let container = try backend.depot(place)
        try fill(container)
        let (context, other) = (ModelContext(container), ModelContext(container))
        let crates = try context.fetch(some)
        try other.delete(model: Crate.self, where: #Predicate { $0.amount < 2 })
        try other.save()
        #expect(crates[0].label == nil && crates[0].isDeleted)
        #expect((context.readFailure as? ChronicleError)?.code == .valueNotFetched)
        let error = #expect(throws: ChronicleError.self) { try crates[0].value(of: \.label) }
        #expect(error?.code == .valueNotFetched)
        #expect(try crates[0].value(of: \.name) == "crate 0")
        // It cannot come back as a new model, as half of it is not known.
        context.insert(crates[0])
        let refusal = #expect(throws: ChronicleError.self) { try context.save() }
        #expect(refusal?.code == .valueNotFetched)
        context.rollback()
        try context.save()
        // While the store cannot be read, a property can be set all the same, and is written.
        try container.close()
        context.readFailure = nil
        crates[3].label = ""
        crates[4].price = nil
        #expect((context.readFailure as? StoreError)?.code == .closed)
        #expect(crates[3].label == "" && crates[3].hasChanges)
        context.rollback()
        #expect(!crates[3].hasChanges)
    }

    @Test(arguments: Backend.allCases) func batchesPagesAndSectionsReadTheNamedProperties(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        let container = try backend.depot(place)
        try fill(container, 12)
        let context = ModelContext(container)
        let calls = try context.calls {
            let sections = try context.fetchSections(some, sectionBy: \.kind)
            #expect(sections.map(\.count) == [12])
        }
        #expect(calls.all == 1 && calls.columns?.count == 5)
        let second = ModelContext(container)
        var page = some
        page.fetchLimit = 5
        let paging = try second.calls {
            let first = try second.fetchPage(page)
            #expect(first.models.map(\.name).count == 5)
        }
        // The model that the cursor is behind is read whole.
        #expect(paging.fetches == 1 && paging.keyFetches == 1 && paging.columns?.count == 4)
        let third = ModelContext(container)
        let batches = try third.calls {
            let models = try third.fetch(some, batchSize: 4)
            #expect(models.map(\.name).count == 12)
        }
        #expect(batches.fetches == 4 && batches.keyFetches == 0 && batches.columns?.count == 4)
    }

    @Test(arguments: Backend.allCases) func readsOfUnfetchedPropertiesAreObserved(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        let container = try backend.depot(place)
        try fill(container)
        let context = ModelContext(container)
        let crates = try context.fetch(some)
        let fired = Flag()
        withObservationTracking {
            _ = crates[0].label
        } onChange: {
            fired.set()
        }
        crates[0].label = "observed"
        #expect(fired.isSet)
    }

    @Test(arguments: Backend.allCases) func countsIdentifiersAndBatchesAgreeWithTheFetch(_ backend: Backend) throws {
        let place = try Place.depot(backend)
        let context = ModelContext(try backend.depot(place))
        for number in 0..<40 { context.insert(Crate("crate \(number)", amount: number % 7)) }
        try context.save()
        func check(_ isPending: Bool) throws {
            for offset in [nil, 0, 3, 39, 60] as [Int?] {
                for limit in [nil, 0, 1, 10, 100] as [Int?] {
                    var descriptor = FetchDescriptor<Crate>(
                        predicate: #Predicate { $0.amount != 2 }, sortBy: [SortDescriptor(\.amount, order: .reverse)])
                    descriptor.fetchOffset = offset
                    descriptor.fetchLimit = limit
                    let models = try context.fetch(descriptor)
                    #expect(try context.fetchCount(descriptor) == models.count)
                    #expect(try context.fetchIdentifiers(descriptor) == models.map(\.persistentModelID))
                    var enumerated: [Crate] = []
                    try context.enumerate(descriptor, batchSize: 4) { enumerated.append($0) }
                    #expect(enumerated == models)
                    if !isPending { #expect(Array(try context.fetch(descriptor, batchSize: 4)) == models) }
                }
            }
        }
        try check(false)
        let models = try context.fetch(FetchDescriptor<Crate>())
        models[3].amount = 2
        models[2].amount = 100
        context.delete(models[10])
        context.insert(Crate("new", amount: 5))
        try check(true)
    }
}

private final class Flag: @unchecked Sendable {
    // Sendable: set and read on one thread.
    private(set) var isSet = false
    func set() { isSet = true }
}
