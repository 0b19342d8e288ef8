import Chronicle
import Foundation
import Testing

/// Conditions over to-many relationships.
@Suite struct RelatedPredicateTests {
    private func fill(_ context: ModelContext) throws {
        let wet = Bed("wet", moisture: 9, note: "p1")
        let dry = Bed("dry", moisture: 1, note: "x")
        let bare = Bed("bare", moisture: 4)
        try context.add(wet, dry, bare)
        for (label, bed, secret) in [
            ("p1", wet, nil), ("p2", wet, "s"), ("p3", dry, nil), ("p4", dry, "p4"), ("wet", wet, "t"),
        ] as [(String, Bed, String?)] {
            let plant = Plant(label, bed: bed)
            plant.secret = secret
            context.insert(plant)
        }
        context.insert(Plant("lonely"))
        let (red, blue) = (Tag("red"), Tag("blue"))
        context.insert(red)
        context.insert(blue)
        context.insert(Tag("loose"))
        wet.tags = [red, blue]
        dry.tags = [blue]
        try context.save()
    }

    /// Unsaved changes that the answers depend on.
    private func change(_ context: ModelContext) throws {
        let beds = try context.all(Bed.self)
        let (wet, dry, bare) = (beds[0], beds[1], beds[2])
        let plants = try context.all(Plant.self)
        plants[0].bed = bare
        plants[1].secret = nil
        context.delete(plants[2])
        context.insert(Plant("p6", bed: dry))
        let tags = try context.all(Tag.self)
        wet.tags = [tags[1]]
        bare.tags = [tags[0], tags[2]]
    }

    private func context(_ backend: Backend, pending: Bool) throws -> (ModelContext, Place) {
        let place = try Place(backend, Bed.self, Plant.self, Tag.self)
        let context = ModelContext(try place.open())
        try fill(context)
        if pending { try change(context) }
        return (context, place)
    }

    @Test(arguments: Backend.allCases, [false, true]) func oneToMany(_ backend: Backend, pending: Bool) throws {
        let (context, place) = try context(backend, pending: pending)
        defer { withExtendedLifetime(place) {} }
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.plants.isEmpty })
        try expectSwiftsAnswer(context, #Predicate<Bed> { !$0.plants.isEmpty })
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.plants.count == 2 })
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.plants.count * 2 > $0.moisture })
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.plants.contains { $0.label == "p1" } })
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.plants.contains { $0.secret == nil } })
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.plants.allSatisfy { $0.secret != nil } })
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.plants.filter { $0.secret != nil }.count > 1 })
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.plants.filter { $0.secret == nil }.isEmpty })
        try expectSwiftsAnswer(
            context,
            #Predicate<Bed> { bed in bed.plants.filter { $0.secret != nil }.contains { $0.label == bed.name } })
        let plant = try #require(try context.all(Plant.self).first)
        try expectSwiftsAnswer(context, #Predicate<Plant> { plant in plant.bed.flatMap { $0.plants.contains(plant) } == true })
        let identifier = plant.persistentModelID
        try expectSwiftsAnswer(
            context, #Predicate<Bed> { $0.plants.contains { $0.persistentModelID == identifier } }, count: 1)
    }

    @Test(arguments: Backend.allCases, [false, true]) func manyToMany(_ backend: Backend, pending: Bool) throws {
        let (context, place) = try context(backend, pending: pending)
        defer { withExtendedLifetime(place) {} }
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.tags.isEmpty })
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.tags.count == 1 })
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.tags.contains { $0.word == "red" } })
        try expectSwiftsAnswer(context, #Predicate<Bed> { $0.tags.allSatisfy { $0.word == "blue" } })
        try expectSwiftsAnswer(context, #Predicate<Tag> { $0.beds.isEmpty })
        try expectSwiftsAnswer(context, #Predicate<Tag> { $0.beds.count > 1 })
        try expectSwiftsAnswer(context, #Predicate<Tag> { $0.beds.contains { $0.moisture > 5 } })
        let tag = try #require(try context.all(Tag.self).first).persistentModelID
        try expectSwiftsAnswer(
            context, #Predicate<Bed> { $0.tags.contains { $0.persistentModelID == tag } }, count: 1)
        try expectSwiftsAnswer(context, #Predicate<Tag> { tag in tag.beds.allSatisfy { $0.tags.contains(tag) } }, count: 3)
    }

    @Test(arguments: Backend.allCases, [false, true]) func nestedConditionsReachOutward(
        _ backend: Backend, pending: Bool
    ) throws {
        let (context, place) = try context(backend, pending: pending)
        defer { withExtendedLifetime(place) {} }
        try expectSwiftsAnswer(context, #Predicate<Bed> { bed in bed.plants.contains { $0.label == (bed.note ?? "") } })
        try expectSwiftsAnswer(
            context,
            #Predicate<Bed> { bed in
                bed.tags.contains { tag in
                    tag.beds.contains { other in
                        other.moisture != bed.moisture && other.plants.contains { $0.label > bed.name }
                    }
                }
            })
        try expectSwiftsAnswer(
            context,
            #Predicate<Bed> { bed in bed.tags.allSatisfy { tag in tag.beds.count == bed.plants.count } })
        try expectSwiftsAnswer(
            context,
            #Predicate<Plant> { plant in
                plant.bed?.plants.contains { $0.label != plant.label && $0.secret == plant.secret } == true
            })
        try expectSwiftsAnswer(
            context,
            #Predicate<Plant> { plant in
                (plant.bed?.plants.filter { $0.bed?.moisture == plant.bed?.moisture }.count ?? -1) > 1
            })
        try expectSwiftsAnswer(context, #Predicate<Plant> { ($0.bed?.tags.isEmpty ?? true) })
        try expectSwiftsAnswer(context, #Predicate<Plant> { $0.bed?.tags.count == nil })
        try expectSwiftsAnswer(context, #Predicate<Plant> { $0.bed == nil })
        try expectSwiftsAnswer(context, #Predicate<Plant> { $0.bed != nil })
    }

    @Test(arguments: Backend.allCases) func capturedCollectionsAreAskedClosures(_ backend: Backend) throws {
        let (context, place) = try context(backend, pending: false)
        defer { withExtendedLifetime(place) {} }
        let words = ["p1", "wet", "x"]
        try expectSwiftsAnswer(
            context, #Predicate<Bed> { bed in words.contains { $0 == bed.name || $0 == (bed.note ?? "") } }, count: 2)
        try expectSwiftsAnswer(context, #Predicate<Bed> { bed in words.allSatisfy { $0 != bed.name } }, count: 2)
        try expectSwiftsAnswer(
            context,
            #Predicate<Bed> { bed in bed.plants.contains { plant in words.contains { $0 == plant.label } } }, count: 1)
    }

    @Test func whatASetOfModelsCannotBeAskedIsRefused() throws {
        let (context, place) = try context(.memory, pending: false)
        defer { withExtendedLifetime(place) {} }
        let error = #expect(throws: ChronicleError.self) {
            try context.all(Bed.self, #Predicate<Bed> { $0.plants.first?.label == "p1" })
        }
        #expect(error?.code == .unsupportedPredicate)
        #expect(error?.message.contains("count, isEmpty, contains") == true)
    }
}
