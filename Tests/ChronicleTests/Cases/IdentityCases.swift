import Chronicle
import Foundation
import Testing

@Suite struct IdentityCases {
    /// H20
    @Test(arguments: Backend.allCases) func upsertKeepsIdentityAndChildren(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        let first = Bed("A", moisture: 1, note: "kept")
        context.insert(first)
        for number in 0..<3 { context.insert(Plant("old \(number)", bed: first)) }
        try context.save()
        let identifier = first.persistentModelID
        let other = ModelContext(container)
        let second = Bed("A", moisture: 2)
        other.insert(second)
        other.insert(Plant("new", bed: second))
        try other.save()
        let check = ModelContext(container)
        let beds = try check.all(Bed.self)
        #expect(beds.map(\.persistentModelID) == [identifier])
        #expect(beds.first?.moisture == 2)
        #expect(Set(beds.first?.plants.map(\.label) ?? []) == ["old 0", "old 1", "old 2", "new"])
        #expect(second.persistentModelID == identifier)
        #expect(first.moisture == 2)
        guard case .update? = try check.history().last?.changes.first else {
            Issue.record("not told as an update")
            return
        }
    }

    @Test(arguments: Backend.allCases) func collisionWithTwoRowsIsAnError(_ backend: Backend) throws {
        let place = try Place(backend, TwoKeys.self)
        let context = ModelContext(try place.open())
        try context.add(TwoKeys("a", "1"), TwoKeys("b", "2"))
        context.insert(TwoKeys("a", "2"))
        #expect { try context.save() } throws: { ($0 as? StoreError)?.code == .uniqueViolation }
        context.rollback()
        #expect(try ModelContext(context.container).all(TwoKeys.self).count == 2)
        #expect(try context.history().count == 1)
    }

    /// H21
    @Test(arguments: Backend.allCases) func identifiersAreNeverGivenTwice(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        var container = try place.open()
        let first = ModelContext(container)
        let second = ModelContext(container)
        try first.add(Bed("Pear"))
        let held = try #require(try second.all(Bed.self).first)
        let pear = held.persistentModelID
        first.delete(try #require(try first.all(Bed.self).first))
        try first.save()
        let plum = Bed("Plum")
        try first.add(plum)
        #expect(plum.persistentModelID != pear)
        #expect(held.isDeleted)
        held.note = "ghost"
        try second.save()
        #expect(try ModelContext(container).all(Bed.self).map(\.name) == ["Plum"])
        try first.delete(model: Bed.self)
        try first.save()
        try container.close()
        container = try place.open()
        let third = ModelContext(container)
        let last = Bed("Fig")
        try third.add(last)
        #expect(last.persistentModelID.primaryKey > plum.persistentModelID.primaryKey)
        #expect(third.model(for: pear) == nil)
    }

    /// H22
    @Test(arguments: Backend.allCases) func editsOfDifferentAttributesBothWin(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        try ModelContext(container).add(Bed("Kiln 2"))
        let one = ModelContext(container)
        let two = ModelContext(container)
        let a = try #require(try one.all(Bed.self).first)
        let b = try #require(try two.all(Bed.self).first)
        a.target = 5
        b.note = "hot"
        try one.save()
        try two.save()
        let now = try #require(try ModelContext(container).all(Bed.self).first)
        #expect(now.target == 5 && now.note == "hot")
        #expect(a.note == "hot" && b.target == 5)
        guard case .update(let update as DefaultHistoryUpdate<Bed>)? = try one.history().last?.changes.first else {
            Issue.record("no update")
            return
        }
        #expect(update.updatedAttributeNames == ["note"])
        #expect(update.contains(\.note) && !update.contains(\.target))
        a.target = 6
        b.target = 7
        try one.save()
        try two.save()
        #expect(try ModelContext(container).all(Bed.self).first?.target == 7)
        #expect(a.target == 7)
        one.delete(a)
        b.note = "late"
        try one.save()
        #expect(throws: (any Error).self) { try two.save() }
        #expect(try ModelContext(container).all(Bed.self).isEmpty)
    }
}

final class TwoKeys: PersistentModel {
    let backingData = BackingData()
    @Attribute(.unique) var one: String
    @Attribute(.unique) var two: String
    init() {}
    init(_ one: String, _ two: String) {
        self.one = one
        self.two = two
    }
}
