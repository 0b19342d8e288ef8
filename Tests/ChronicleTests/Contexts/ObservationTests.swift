import Chronicle
import Foundation
import Observation
import Synchronization
import Testing

final class Person: PersistentModel {
    let backingData = BackingData()
    @Attribute var name: String = ""
    @Relationship(inverse: \Person.children) var parent: Person?
    @Relationship var children: [Person]
    init() {}
    convenience init(_ name: String, parent: Person? = nil) {
        self.init()
        self.name = name
        self.parent = parent
    }
}

/// Counts how often what a block reads was told to change.
private final class Watch: Sendable {
    private let count = Mutex(0)
    var fired: Int { count.withLock { $0 } }
    init(_ read: () -> Void) { withObservationTracking(read) { [self] in count.withLock { $0 += 1 } } }
}

private func counts(_ watches: Watch...) -> [Int] { watches.map(\.fired) }

/// Counts those that are still referred to.
private final class Token: Sendable {
    private static let count = Mutex(0)
    static var alive: Int { count.withLock { $0 } }
    init() { Token.count.withLock { $0 += 1 } }
    deinit { Token.count.withLock { $0 -= 1 } }
}

@Suite struct ObservationTests {
    @Test func whatNeverFiresIsLetGoOf() throws {
        let place = try Place(.memory, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        try context.add(Bed("a"), Bed("b"))
        for _ in 0..<200 {
            // Read for the first time, each in trackings of its own, and gone before it changes.
            for bed in try ModelContext(container).all(Bed.self) {
                let token = Token()
                withObservationTracking {
                    _ = (bed.name, bed.moisture)
                } onChange: {
                    _ = token
                }
            }
        }
        #expect(Token.alive == 0)
        for round in 0..<200 {
            let bed = try #require(try context.all(Bed.self, #Predicate { $0.name == "b" }).first)
            let token = Token()
            withObservationTracking {
                _ = bed.moisture
            } onChange: {
                _ = token
            }
            #expect(Token.alive <= 33, "\(round)")
        }
    }

    @Test(arguments: Backend.allCases) func onlyWhatWasReadFires(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let (context, other) = (ModelContext(container), ModelContext(container))
        let bed = Bed("a")
        try context.add(bed)
        let theirs = try #require(try other.all(Bed.self).first)
        let (moisture, note, plants, deleted) = (
            Watch { _ = bed.moisture }, Watch { _ = bed.note }, Watch { _ = bed.plants }, Watch { _ = bed.name }
        )
        bed.moisture = 1
        #expect(moisture.fired == 1)
        bed.moisture = 2
        #expect(moisture.fired == 1)
        #expect(counts(note, plants, deleted) == [0, 0, 0])
        try context.save()
        #expect(counts(note, plants, deleted) == [0, 0, 0])
        theirs.note = "n"
        try other.save()
        context.processPendingChanges()
        #expect(counts(note, plants, deleted) == [1, 0, 0])
        other.insert(Plant("p", bed: theirs))
        try other.save()
        context.processPendingChanges()
        #expect(counts(plants, deleted) == [1, 0])
        let again = Watch { _ = bed.moisture }
        context.rollback()
        #expect(again.fired == 0)
        bed.moisture = 8
        let back = Watch { _ = bed.moisture }
        context.rollback()
        #expect(back.fired == 1 && bed.moisture == 2)
    }

    @Test(arguments: Backend.allCases) func movesTellBothParents(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        let (one, two, bystander) = (Bed("one"), Bed("two"), Bed("bystander"))
        try context.add(one, two, bystander)
        let plant = Plant("p", bed: one)
        try context.save()
        #expect(one.plants == [plant])
        let (a, b, c) = (Watch { _ = one.plants }, Watch { _ = two.plants }, Watch { _ = plant.bed })
        plant.bed = two
        #expect(counts(a, b, c) == [1, 1, 1])
        #expect(one.plants.isEmpty && two.plants == [plant])
        let (d, e, f) = (Watch { _ = one.plants }, Watch { _ = two.plants }, Watch { _ = plant.bed })
        context.rollback()
        #expect(plant.bed === one)
        #expect(one.plants == [plant] && two.plants.isEmpty)
        #expect(counts(d, e, f) == [1, 1, 1])
        two.plants = [plant]
        #expect(one.plants.isEmpty && plant.bed === two)
        try context.save()
        let other = ModelContext(container)
        let theirs = try #require(try other.all(Plant.self).first)
        theirs.bed = try other.model(for: one.persistentModelID, as: Bed.self)
        let (g, h, i) = (Watch { _ = one.plants }, Watch { _ = two.plants }, Watch { _ = plant.bed })
        try other.save()
        context.processPendingChanges()
        #expect(plant.bed === one && one.plants == [plant] && two.plants.isEmpty)
        #expect(counts(g, h, i) == [1, 1, 1])
    }

    @Test(arguments: Backend.allCases) func deletingAChildTellsItsParent(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        let bed = Bed("a")
        bed.plants = [Plant("p"), Plant("q")]
        try context.add(bed)
        let plant = bed.plants[0]
        let watch = Watch { _ = bed.plants }
        context.delete(plant)
        #expect(bed.plants.map(\.label) == ["q"])
        #expect(watch.fired == 1)
        let back = Watch { _ = bed.plants }
        context.rollback()
        #expect(bed.plants.map(\.label) == ["p", "q"])
        #expect(back.fired == 1)
        let new = Plant("r", bed: bed)
        #expect(bed.plants.last === new)
        let leaves = Watch { _ = bed.plants }
        context.delete(new)
        #expect(bed.plants.map(\.label) == ["p", "q"])
        #expect(leaves.fired == 1)
    }

    @Test(arguments: Backend.allCases) func rollbackRestoresEveryKindOfRelationship(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self, Owner.self)
        let context = ModelContext(try place.open())
        let (one, two) = (Bed("one"), Bed("two"))
        let (red, blue) = (Tag("red"), Tag("blue"))
        one.tags = [red]
        one.plants = [Plant("p")]
        try context.add(one, two)
        context.insert(blue)
        let (owner, twin) = (Owner(), Twin())
        owner.twin = twin
        owner.oneWay = [Thing("t")]
        context.insert(owner)
        try context.save()
        let thing = owner.oneWay[0]
        let plant = one.plants[0]
        one.tags = [blue]
        two.tags = [red, blue]
        two.plants = [plant, Plant("new")]
        owner.oneWay = []
        owner.twin = Twin()
        #expect(twin.owner == nil)
        #expect(context.hasChanges)
        context.rollback()
        #expect(!context.hasChanges)
        #expect(one.tags == [red] && two.tags.isEmpty && red.beds == [one] && blue.beds.isEmpty)
        #expect(one.plants == [plant] && two.plants.isEmpty && plant.bed === one)
        #expect(owner.oneWay == [thing])
        #expect(owner.twin === twin && twin.owner === owner)
        two.moisture = 1
        try context.save()
        #expect(try context.history().last?.changes.count == 1)
    }

    @Test(arguments: Backend.allCases) func modelsMayReferToTheirOwnKind(_ backend: Backend) throws {
        let place = try Place(backend, Person.self)
        let container = try place.open()
        let context = ModelContext(container)
        let root = Person("root")
        let child = Person("child", parent: root)
        let grandchild = Person("grandchild", parent: child)
        context.insert(root)
        try context.save()
        #expect(root.children == [child] && child.children == [grandchild])
        grandchild.parent = root
        #expect(root.children == [child, grandchild] && child.children.isEmpty)
        child.parent = child
        try context.save()
        #expect(child.children == [child] && root.children == [grandchild])
        let check = ModelContext(container)
        #expect(try check.all(Person.self, #Predicate { $0.parent?.parent?.name == "child" }).map(\.name) == ["child"])
        #expect(try check.all(Person.self, #Predicate { $0.parent == nil }).map(\.name) == ["root"])
        context.delete(root)
        try context.save()
        #expect(grandchild.parent == nil)
        context.delete(child)
        try context.save()
        #expect(try ModelContext(container).all(Person.self).map(\.name) == ["grandchild"])
        // Two new models that refer to each other are saved in one go.
        let (a, b) = (Person("a"), Person("b"))
        a.parent = b
        b.parent = a
        context.insert(a)
        try context.save()
        #expect(
            try ModelContext(container).all(Person.self, #Predicate { $0.parent?.name == "a" }).map(\.name) == ["b"])
    }

    @Test(arguments: Backend.allCases) func oneToOneHasOnePartner(_ backend: Backend) throws {
        let place = try Place(backend, Owner.self)
        let container = try place.open()
        let context = ModelContext(container)
        let (a, b) = (Owner(), Owner())
        let (one, two) = (Twin(), Twin())
        (a.name, b.name, one.name, two.name) = ("a", "b", "one", "two")
        a.twin = one
        b.twin = two
        context.insert(a)
        context.insert(b)
        try context.save()
        a.twin = two
        #expect(b.twin == nil && one.owner == nil && two.owner === a && a.twin === two)
        try context.save()
        let check = ModelContext(container)
        #expect(try check.all(Owner.self).map { $0.twin?.name } == ["two", nil])
        #expect(try check.all(Twin.self).map { $0.owner?.name } == [nil, "a"])
        one.owner = a
        #expect(a.twin === one && two.owner == nil)
        try context.save()
        #expect(try check.all(Owner.self).map { $0.twin?.name } == ["one", nil])
    }

    @Test(arguments: Backend.allCases) func aRowDeletedElsewhereReadsAsLastKnown(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let (context, other) = (ModelContext(container), ModelContext(container))
        let bed = Bed("a", moisture: 3)
        bed.plants = [Plant("p")]
        bed.tags = [Tag("t")]
        try context.add(bed)
        let plant = bed.plants[0]
        let tag = bed.tags[0]
        plant.label = "mine"
        let theirs = try #require(try other.all(Bed.self).first)
        other.delete(theirs)
        try other.save()
        #expect(bed.isDeleted && bed.moisture == 3)
        #expect(plant.isDeleted)
        #expect(bed.plants.isEmpty && bed.tags.isEmpty && tag.beds.isEmpty)
        #expect(plant.bed == nil)
        #expect(try context.all(Plant.self).isEmpty)
        #expect(try context.fetchCount(FetchDescriptor<Plant>()) == 0)
        #expect(throws: (any Error).self) { try context.save() }
        context.rollback()
        #expect(!context.hasChanges)
        bed.moisture = 4
        #expect(!context.hasChanges)
        try context.save()
        #expect(try ModelContext(container).all(Bed.self).isEmpty)
    }

    /// News may arrive in another order than the saves were made in.
    @Test(arguments: Backend.allCases) func heldModelsEndUpAsStored(_ backend: Backend) async throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        let bed = Bed("a")
        try context.add(bed)
        let identifier = bed.persistentModelID
        for round in 0..<20 {
            await withTaskGroup(of: Void.self) { group in
                for task in 0..<4 {
                    group.addTask {
                        let own = ModelContext(container)
                        guard let mine = try? own.model(for: identifier, as: Bed.self) else { return }
                        for step in 0..<5 {
                            mine.moisture = round * 1_000 + task * 100 + step
                            try? own.save()
                        }
                    }
                }
            }
            let stored = try ModelContext(container).model(for: identifier, as: Bed.self)?.moisture
            #expect(bed.moisture == stored)
        }
    }
}
