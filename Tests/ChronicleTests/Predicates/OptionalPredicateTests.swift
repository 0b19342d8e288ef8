import Chronicle
import ChronicleStore
import Foundation
import Testing

/// Conditions over what may be missing.
@Suite struct OptionalPredicateTests {
    private func fill(_ context: ModelContext) throws {
        let wet = Bed("wet", moisture: 9, note: "x and y", stage: .grown)
        wet.spot = Spot(row: 3, depth: nil)
        let dry = Bed("dry", moisture: 1, note: "")
        dry.spot = Spot(row: 0, depth: 2)
        try context.add(wet, dry, Bed("bare", moisture: 4))
        context.insert(Plant("p1", bed: wet))
        context.insert(Plant("p2", bed: dry))
        context.insert(Plant("p3"))
        let secret = Plant("p4", bed: dry)
        secret.secret = "s"
        context.insert(secret)
        try context.save()
    }

    @Test(arguments: Backend.allCases) func aConditionOverNothingIsNil(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        try fill(context)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.note?.contains("x") == true }, count: 1)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.note?.contains("x") == false }, count: 1)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.note?.contains("x") != true }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.note?.contains("x") == nil }, count: 1)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.note?.contains("x") ?? true }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Bed> { !($0.note?.contains("x") ?? true) }, count: 1)
        try expectSwiftsAnswer(context, #Predicate<Bed> { !($0.note?.contains("x") ?? false) }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.note?.starts(with: "x") ?? true }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.note.flatMap { $0 > "a" } ?? true }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.note.flatMap { _ in 5 } ?? 0 == 5 }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.spot.flatMap { $0.row > 1 } ?? true }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Bed> { ($0.spot?.row ?? -1) + 1 == 0 }, count: 1)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.spot?.depth == nil }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Bed> { ($0.spot?.depth ?? 2) == 2 }, count: 3)
        try expectSwiftsAnswer(
            context, #Predicate<Bed> { $0.stage == nil ? $0.moisture > 2 : $0.moisture > 8 }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Bed> { ($0.note ?? $0.name) == $0.name }, count: 1)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.note?.isEmpty == true }, count: 1)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.note?.isEmpty ?? true }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Bed> { !$0.name.isEmpty }, count: 3)
    }

    @Test(arguments: Backend.allCases, [false, true]) func pathsOverNothingAreNil(_ backend: Backend, pending: Bool)
        throws
    {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        try fill(context)
        if pending {
            context.insert(Bed("another"))
            try context.all(Plant.self).first?.label = "p0"
        }
        let bed = try #require(try context.all(Bed.self, #Predicate { $0.name == "dry" }).first)
        let identifier = bed.persistentModelID
        let maybe: PersistentIdentifier? = identifier
        try expectSwiftsAnswer(context, #Predicate<Plant> { ($0.bed?.name ?? "") == "" }, count: 1)
        try expectSwiftsAnswer(context, #Predicate<Plant> { $0.bed?.stage == nil }, count: 3)
        try expectSwiftsAnswer(
            context, #Predicate<Plant> { $0.bed.flatMap { $0.note }.flatMap { $0.contains("x") } ?? true }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Plant> { $0.bed?.spot?.depth == nil }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Plant> { $0.bed?.spot?.row == 0 }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Plant> { $0.bed?.spot == nil }, count: 1)
        try expectSwiftsAnswer(context, #Predicate<Plant> { $0.bed.flatMap { $0.moisture > 2 } ?? true }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Plant> { !($0.bed.flatMap { $0.moisture > 2 } ?? false) }, count: 3)
        try expectSwiftsAnswer(context, #Predicate<Plant> { $0.bed?.persistentModelID == identifier }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Plant> { $0.bed?.persistentModelID == maybe }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Plant> { $0.bed?.persistentModelID != identifier }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Plant> { $0.bed != nil && $0.bed!.moisture < 5 }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Plant> { $0.secret == $0.bed?.note }, count: 1)
        let identifiers = try context.all(Plant.self).prefix(2).map(\.persistentModelID)
        try expectSwiftsAnswer(context, #Predicate<Plant> { identifiers.contains($0.persistentModelID) }, count: 2)
        let none: [PersistentIdentifier] = []
        try expectSwiftsAnswer(context, #Predicate<Plant> { none.contains($0.persistentModelID) }, count: 0)
        try expectSwiftsAnswer(context, #Predicate<Plant> { !none.contains($0.persistentModelID) }, count: 4)
        let beds: Set<PersistentIdentifier?> = [identifier, nil]
        try expectSwiftsAnswer(
            context, #Predicate<Plant> { beds.contains($0.bed.flatMap { $0.persistentModelID }) }, count: 3)
    }

    /// Rows of different stores may have the same number.
    @Test func anIdentifierOfAnotherStoreSelectsNothing() throws {
        let (one, two) = (try ModelContainer(for: Bed.self), try ModelContainer(for: Bed.self))
        let (context, other) = (ModelContext(one), ModelContext(two))
        let (bed, foreign) = (Bed("a"), Bed("b"))
        try context.add(bed)
        try other.add(foreign)
        context.insert(Plant("p", bed: bed))
        try context.save()
        let identifier = foreign.persistentModelID
        let identifiers = [identifier]
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.persistentModelID == identifier }, count: 0)
        try expectSwiftsAnswer(context, #Predicate<Bed> { identifiers.contains($0.persistentModelID) }, count: 0)
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.persistentModelID != identifier }, count: 1)
        #expect(context.model(for: identifier) == nil)
    }

    @Test(arguments: Backend.allCases) func aConditionOfManyTermsIsAnswered(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        try context.add(Bed("a", moisture: 1), Bed("b", moisture: 1_200), Bed("c", moisture: 5_000))
        let store = container.stores[0].store
        let entity = try container.binding(of: Bed.self).entity
        let column = try #require(entity.properties.first { $0.name == "moisture" }).columns.lowerBound
        let value = Query.Value.column(Query.Path(entity: entity.index), column)
        let terms = (0..<1_500).map { Query.Condition.compare(value, .equal, .literal(.integer(Int64($0)))) }
        #expect(try store.count(FetchRequest(entity: entity.index, condition: .or(terms))) == 2)
        #expect(try store.count(FetchRequest(entity: entity.index, condition: .and(terms.map { .not($0) }))) == 1)
        let name = try #require(entity.properties.first { $0.name == "name" }).columns.lowerBound
        let texts = (0..<1_500).map {
            Query.Condition.contains(.column(Query.Path(entity: entity.index), name), .literal(.text("\($0)")))
        }
        #expect(try store.count(FetchRequest(entity: entity.index, condition: .or(texts))) == 0)
        var deep = Query.Condition.compare(value, .equal, .literal(.integer(1)))
        for _ in 0..<1_500 { deep = .not(.and([deep, .constant(true)])) }
        #expect(try store.count(FetchRequest(entity: entity.index, condition: deep)) == 1)
        let many = Set((0..<100_000).map { $0 * 2 })
        try expectSwiftsAnswer(context, #Predicate<Bed> { many.contains($0.moisture) }, count: 2)
    }
}
