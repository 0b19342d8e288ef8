import Chronicle
import Foundation
import Testing

@Suite struct UpsertTests {
    @Test(arguments: Backend.allCases) func aHeldModelTakesInItsUpsert(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        let held = Bed("a", moisture: 1)
        try context.add(held)
        let newcomer = Bed("a", moisture: 2)
        let plant = Plant("p", bed: newcomer)
        context.insert(newcomer)
        try context.save()
        #expect(held.moisture == 2)
        #expect(plant.bed === held)
        #expect(held.plants == [plant])
        #expect(try context.all(Bed.self) == [held])
        plant.label = "q"
        try context.save()
        plant.bed = nil
        context.rollback()
        #expect(plant.bed === held)
        let check = ModelContext(context.container)
        #expect(try check.all(Plant.self).map { $0.bed?.name } == ["a"])
    }

    @Test(arguments: Backend.allCases) func anUpsertGoesOnUnderTheStoredKey(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let first = ModelContext(container)
        let original = Bed("a", moisture: 1)
        original.note = "kept"
        original.tags = [Tag("red")]
        try first.add(original)
        let context = ModelContext(container)
        let bed = Bed("a", moisture: 2)
        let plant = Plant("p", bed: bed)
        bed.tags = [Tag("red"), Tag("blue")]
        context.insert(bed)
        try context.save()
        #expect(bed.persistentModelID == original.persistentModelID)
        #expect(plant.bed === bed)
        #expect(bed.plants == [plant])
        #expect(bed.tags.map(\.word).sorted() == ["blue", "red"])
        plant.bed = nil
        context.rollback()
        #expect(plant.bed === bed)
        #expect(original.moisture == 2)
        #expect(original.plants.map(\.label) == ["p"])
        let check = ModelContext(container)
        #expect(try check.all(Bed.self).map { $0.tags.map(\.word).sorted() } == [["blue", "red"]])
        #expect(try check.fetchCount(FetchDescriptor<Tag>()) == 2)
    }

    @Test(arguments: Backend.allCases) func twoNewModelsOfOneNameBecomeOne(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        let (one, two) = (Bed("a", moisture: 1), Bed("a", moisture: 2))
        let plants = [Plant("p", bed: one), Plant("q", bed: two)]
        context.insert(one)
        context.insert(two)
        try context.save()
        let beds = try context.all(Bed.self)
        #expect(beds.count == 1)
        #expect(beds.first?.moisture == 2)
        #expect(plants.map { $0.bed?.moisture } == [2, 2])
        #expect(beds.first?.plants.count == 2)
        let check = ModelContext(context.container)
        #expect(try check.all(Bed.self).map(\.moisture) == [2])
        #expect(try check.all(Plant.self).map { $0.bed?.name } == ["a", "a"])
        #expect([one, two].filter { $0.modelContext != nil && !$0.isDeleted }.count == 1)
        beds.first?.moisture = 3
        try context.save()
        #expect(try check.all(Bed.self).map(\.moisture) == [3])
    }

    @Test(arguments: Backend.allCases) func twoContextsInsertOneName(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let (one, two) = (ModelContext(container), ModelContext(container))
        let (mine, theirs) = (Bed("a", moisture: 1), Bed("a", moisture: 2))
        one.insert(mine)
        two.insert(theirs)
        try one.save()
        try two.save()
        #expect(mine.persistentModelID == theirs.persistentModelID)
        #expect(mine.moisture == 2)
        theirs.note = "n"
        try two.save()
        #expect(mine.note == "n")
    }

    @Test(arguments: Backend.allCases) func anEditInAPlaceThatIsTakenIsRefusedOrMerged(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        let (a, b) = (Bed("a"), Bed("b"))
        try context.add(a, b)
        b.name = "a"
        #expect(throws: (any Error).self) { try context.save() }
        #expect(context.hasChanges)
        context.rollback()
        #expect(b.name == "b")
        a.name = "c"
        b.name = "a"
        try context.save()
        #expect(try ModelContext(context.container).all(Bed.self).map(\.name) == ["c", "a"])
        context.delete(a)
        b.name = "c"
        try context.save()
        #expect(try ModelContext(context.container).all(Bed.self).map(\.name) == ["c"])
    }
}
