import Chronicle
import Foundation
import Testing

/// The same stored entity, seen by programs of different age.
struct Place1: Codable, Equatable { var lat = 0.0, lon = 0.0 }
struct Place2: Codable, Equatable { var lat = 0.0, lon = 0.0, alt = 0.0 }
struct Place3: Codable, Equatable {
    var lat = 0.0, lon = 0.0, alt = 0.0
    init() {}
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        lat = try container.decode(Double.self, forKey: .lat)
        lon = try container.decode(Double.self, forKey: .lon)
        alt = try container.decodeIfPresent(Double.self, forKey: .alt) ?? 0
    }
}

final class Spot1: PersistentModel {
    static let entityName = "CodableSpot"
    let backingData = BackingData()
    @Attribute var name: String
    @Attribute(.codable) var place: Place1?
    init() {}
}

final class Spot2: PersistentModel {
    static let entityName = "CodableSpot"
    let backingData = BackingData()
    @Attribute var name: String
    @Attribute(.codable) var place: Place2?
    init() {}
}

final class Spot3: PersistentModel {
    static let entityName = "CodableSpot"
    let backingData = BackingData()
    @Attribute var name: String
    @Attribute(.codable) var place: Place3? = Place3()
    init() {}
}

@Suite struct CodableCases {
    /// H23
    @Test(arguments: Backend.allCases) func aGrownTypeIsAnErrorAtItsAttributeOnly(_ backend: Backend) throws {
        let place = try Place(backend, Spot1.self)
        let first = try place.open()
        let writer = ModelContext(first)
        for name in ["a", "b", "c"] {
            let spot = Spot1()
            spot.name = name
            spot.place = name == "b" ? nil : Place1(lat: 1, lon: 2)
            writer.insert(spot)
        }
        try writer.save()

        let grown = ModelContext(
            try ModelContainer(for: [Spot2.self], configurations: [backend.configuration(at: place.path)]))
        let spots = try grown.all(Spot2.self)
        #expect(spots.map(\.name) == ["a", "b", "c"])
        #expect(spots[0].place == nil)
        #expect { try spots[0].value(of: \.place) } throws: {
            ($0 as? ChronicleError)?.code == .undecodableValue && ($0 as? ChronicleError)?.property == "place"
        }
        #expect(try spots[1].value(of: \.place) == nil)
        spots[0].name = "renamed"
        try grown.save()

        let tolerant = ModelContext(
            try ModelContainer(for: [Spot3.self], configurations: [backend.configuration(at: place.path)]))
        let read = try tolerant.all(Spot3.self)
        #expect(read.map(\.name) == ["renamed", "b", "c"])
        #expect(read.map { $0.place?.lat } == [1, nil, 1])
        spots[0].place = nil
        grown.rollback()
        #expect(throws: ChronicleError.self) { try spots[0].value(of: \.place) }
        spots[0].place = nil
        try grown.save()
        #expect(try spots[0].value(of: \.place) == nil)
        #expect(try ModelContext(tolerant.container).all(Spot3.self).first?.place == nil)
        spots[2].place = Place2(lat: 5, lon: 6, alt: 7)
        try grown.save()
        #expect(try spots[2].value(of: \.place)?.alt == 7)
    }

    @Test(arguments: Backend.allCases) func anOpaqueAttributeCannotBeAsked(_ backend: Backend) throws {
        let place = try Place(backend, Spot1.self)
        let context = ModelContext(try place.open())
        let wanted: Place1? = Place1()
        #expect { try context.all(Spot1.self, #Predicate { $0.place == wanted }) } throws: {
            ($0 as? ChronicleError)?.code == .unsupportedPredicate && ($0 as? ChronicleError)?.property == "place"
        }
    }
}
