import Chronicle
import Foundation
import Observation
import Synchronization
import Testing

@Suite struct ContextTests {
    @Test(arguments: Backend.allCases) func pendingChangesArePartOfAFetch(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        try context.add(Bed("a", moisture: 1), Bed("b", moisture: 2), Bed("c", moisture: 3))
        let beds = try context.all(Bed.self)
        beds[0].moisture = 9
        context.delete(beds[1])
        context.insert(Bed("d", moisture: 0))
        var descriptor = FetchDescriptor<Bed>(
            predicate: #Predicate { $0.moisture != 3 }, sortBy: [SortDescriptor(\.moisture)])
        #expect(try context.fetch(descriptor).map(\.name) == ["d", "a"])
        #expect(try context.fetchCount(descriptor) == 2)
        descriptor.fetchLimit = 1
        descriptor.fetchOffset = 1
        #expect(try context.fetch(descriptor).map(\.name) == ["a"])
        descriptor = FetchDescriptor<Bed>(predicate: #Predicate { $0.moisture < 3 })
        descriptor.includePendingChanges = false
        #expect(try context.fetchCount(descriptor) == 2)
        #expect(context.insertedModelsArray.count == 1)
        #expect(context.changedModelsArray.count == 1)
        #expect(context.deletedModelsArray.count == 1)
        context.rollback()
        #expect(!context.hasChanges)
        #expect(try context.all(Bed.self).map(\.moisture) == [1, 2, 3])
    }

    @Test(arguments: Backend.allCases) func aContextHasOneObjectARow(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        let bed = Bed("a")
        #expect(bed.persistentModelID.isTemporary)
        context.insert(bed)
        let identifier = bed.persistentModelID
        #expect(!identifier.isTemporary)
        try context.save()
        #expect(bed.persistentModelID == identifier)
        #expect(try context.all(Bed.self).first === bed)
        #expect(context.model(for: identifier) === bed)
        #expect(context.registeredModel(for: identifier) as Bed? === bed)
        let other = ModelContext(context.container)
        #expect(other.registeredModel(for: identifier) as Bed? == nil)
        let copy = try #require(other.model(for: identifier) as? Bed)
        #expect(copy !== bed && copy.persistentModelID == identifier)
        let decoded = try JSONDecoder().decode(PersistentIdentifier.self, from: JSONEncoder().encode(identifier))
        #expect(decoded == identifier)
    }

    @Test(arguments: Backend.allCases) func savesOfOtherContextsReachHeldModels(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let (one, two) = (ModelContext(container), ModelContext(container))
        try one.add(Bed("a", moisture: 1))
        let held = try #require(try two.all(Bed.self).first)
        let mine = try #require(try one.all(Bed.self).first)
        let fired = Mutex(0)
        withObservationTracking {
            _ = held.moisture
        } onChange: {
            fired.withLock { $0 += 1 }
        }
        held.note = "unsaved"
        mine.moisture = 5
        try one.save()
        #expect(held.note == "unsaved")
        #expect(fired.withLock { $0 } == 1)
        #expect(held.moisture == 5)
        mine.note = "theirs"
        try one.save()
        #expect(held.note == "unsaved")
        two.rollback()
        #expect(held.note == "theirs")
        one.delete(mine)
        try one.save()
        #expect(held.isDeleted)
        #expect(held.moisture == 5)
    }

    @Test(arguments: Backend.allCases) func saveNotificationsTellWhatChanged(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        let inserted = Mutex<Int>(0)
        let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave, object: context, queue: nil
        ) { note in
            let ids =
                note.userInfo?[ModelContext.NotificationKey.insertedIdentifiers.rawValue] as? Set<PersistentIdentifier>
            inserted.withLock { $0 += ids?.count ?? 0 }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try context.add(Bed("a"), Bed("b"))
        try context.save()
        #expect(inserted.withLock { $0 } == 2)
        try context.transaction { context.insert(Bed("c")) }
        #expect(inserted.withLock { $0 } == 3)
    }

    @Test(arguments: Backend.allCases) func modelsThatCannotBeInAContextAreRefusedAtSave(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let (one, two) = (ModelContext(try place.open()), ModelContext(try place.open()))
        one.insert(Loner())
        #expect { try one.save() } throws: { ($0 as? ChronicleError)?.code == .unknownModel }
        one.rollback()
        let bed = Bed("a")
        try one.add(bed)
        two.insert(bed)
        #expect { try two.save() } throws: { ($0 as? ChronicleError)?.code == .foreignContext }
        two.rollback()
        try two.save()
        #expect(bed.modelContext === one)
    }

    @Test func modelsLiveInTheStoreOfTheirConfiguration() throws {
        var tags = ModelConfiguration.memory(name: "tags \(UUID().uuidString)")
        tags.entities = ["Loner"]
        let container = try ModelContainer(for: Bed.self, Loner.self, configurations: .inMemory, tags)
        let context = ModelContext(container)
        context.insert(Bed("a"))
        context.insert(Loner())
        try context.save()
        #expect(try context.history().count == 2)
        #expect(try context.fetchCount(FetchDescriptor<Loner>()) == 1)
        var split = tags
        split.entities = ["Plant"]
        #expect { try ModelContainer(for: Bed.self, configurations: .inMemory, split) } throws: {
            ($0 as? ChronicleError)?.code == .invalidConfiguration
        }
    }

    @Test(arguments: Backend.allCases) func anActorWorksInAContextOfItsOwn(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let importer = Importer(modelContainer: container)
        let identifier = try await importer.add("from the actor")
        let context = ModelContext(container)
        #expect((context.model(for: identifier) as? Bed)?.name == "from the actor")
        #expect(await importer.name(of: identifier) == "from the actor")
    }

    @MainActor @Test(arguments: Backend.allCases) func theMainContextTakesInNewsByItself(_ backend: Backend)
        async throws
    {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = container.mainContext
        let bed = Bed("a")
        try context.add(bed)
        let identifier = bed.persistentModelID
        let (changes, continuation) = AsyncStream<Void>.makeStream()
        withObservationTracking {
            _ = bed.moisture
        } onChange: {
            continuation.yield()
        }
        let importer = Importer(modelContainer: container)
        try await importer.water(identifier)
        for await _ in changes { break }
        #expect(bed.moisture == 7)
    }
}

final class Loner: PersistentModel {
    let backingData = BackingData()
    @Attribute var value: Int = 0
    init() {}
}

actor Importer: ModelActor {
    let modelContainer: ModelContainer
    let modelExecutor: any ModelExecutor

    init(modelContainer: ModelContainer) {
        self.modelContainer = modelContainer
        modelExecutor = DefaultSerialModelExecutor(modelContainer: modelContainer)
    }

    func add(_ name: String) throws -> PersistentIdentifier {
        let bed = Bed(name)
        modelContext.insert(bed)
        try modelContext.save()
        return bed.persistentModelID
    }

    func name(of identifier: PersistentIdentifier) -> String? { self[identifier, as: Bed.self]?.name }

    func water(_ identifier: PersistentIdentifier) throws {
        self[identifier, as: Bed.self]?.moisture = 7
        try modelContext.save()
    }
}
