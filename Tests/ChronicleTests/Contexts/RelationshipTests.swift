import Chronicle
import Foundation
import Testing

final class Owner: PersistentModel {
    let backingData = BackingData()
    @Attribute var name: String = ""
    @Relationship(deleteRule: .nullify, inverse: \Thing.nullifying) var loose: [Thing]
    @Relationship(deleteRule: .deny, inverse: \Thing.denying) var guarded: [Thing]
    @Relationship(deleteRule: .noAction, inverse: \Thing.dangling) var ignored: [Thing]
    @Relationship var oneWay: [Thing]
    @Relationship(deleteRule: .cascade) var twin: Twin?
    init() {}
}

final class Thing: PersistentModel {
    let backingData = BackingData()
    @Attribute var name: String = ""
    @Relationship var nullifying: Owner?
    @Relationship var denying: Owner?
    @Relationship var dangling: Owner?
    init() {}
    convenience init(_ name: String) {
        self.init()
        self.name = name
    }
}

final class Twin: PersistentModel {
    let backingData = BackingData()
    @Attribute var name: String = ""
    @Relationship(inverse: \Owner.twin) var owner: Owner?
    init() {}
}

@Suite struct RelationshipTests {
    @Test(arguments: Backend.allCases) func deleteRulesAreKept(_ backend: Backend) throws {
        let place = try Place(backend, Owner.self)
        let container = try place.open()
        let context = ModelContext(container)
        let owner = Owner()
        owner.loose = [Thing("loose")]
        owner.ignored = [Thing("ignored")]
        owner.oneWay = [Thing("one way")]
        owner.twin = Twin()
        context.insert(owner)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Thing>()) == 3)
        let guarded = Thing("guarded")
        owner.guarded.append(guarded)
        try context.save()
        #expect(owner.guarded == [guarded])
        context.delete(owner)
        #expect { try context.save() } throws: { ($0 as? StoreError)?.code == .deleteDenied }
        context.rollback()
        #expect(!owner.isDeleted)
        guarded.denying = nil
        try context.save()
        context.delete(owner)
        try context.save()
        let check = ModelContext(container)
        #expect(try check.all(Owner.self).isEmpty)
        #expect(try check.all(Twin.self).isEmpty)
        let things = try check.all(Thing.self)
        #expect(things.count == 4)
        #expect(things.allSatisfy { $0.nullifying == nil && $0.denying == nil && $0.dangling == nil })
    }

    @Test(arguments: Backend.allCases) func manyToManyLinksAreSavedFromBothSides(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        let (red, blue) = (Tag("red"), Tag("blue"))
        let (one, two) = (Bed("one"), Bed("two"))
        one.tags = [red, blue]
        context.insert(one)
        context.insert(two)
        try context.save()
        red.beds.append(two)
        #expect(two.tags == [red])
        try context.save()
        let other = ModelContext(container)
        let tags = try other.all(Tag.self)
        #expect(tags.map { $0.beds.map(\.name) } == [["one", "two"], ["one"]])
        #expect(try context.history().last?.changes.count == 2)
        let oneElsewhere = try #require(try other.all(Bed.self).first)
        oneElsewhere.tags.removeAll { $0.word == "red" }
        try other.save()
        #expect(red.beds == [two])
        context.delete(blue)
        try context.save()
        #expect(oneElsewhere.tags.isEmpty)
        #expect(one.tags.isEmpty)
    }

    @Test(arguments: Backend.allCases) func aToManyArrayIsFreshAfterAnotherContextInserted(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        let bed = Bed("bed")
        try context.add(bed)
        #expect(bed.plants.isEmpty)
        let other = ModelContext(container)
        other.insert(Plant("leek", bed: try other.model(for: bed.persistentModelID, as: Bed.self)))
        try other.save()
        #expect(bed.plants.map(\.label) == ["leek"])
        let mine = Plant("mine", bed: bed)
        #expect(mine.modelContext === context)
        #expect(bed.plants.map(\.label) == ["leek", "mine"])
        bed.plants.removeAll { $0.label == "leek" }
        #expect(bed.plants == [mine])
        try context.save()
        #expect(try ModelContext(container).all(Plant.self, #Predicate { $0.bed == nil }).map(\.label) == ["leek"])
    }
}
