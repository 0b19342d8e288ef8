import Chronicle
import Foundation

enum Kind: String, AttributeValue, CaseIterable { case dry, cold, live }

struct Position: Composite, Hashable {
    var aisle = 0
    var height: Double?
    static let fields = [Field("aisle", \Position.aisle), Field("height", \Position.height)]
}

/// Attributes of all types that are added up, compared and grouped by.
final class Crate: PersistentModel {
    let backingData = BackingData()
    @Attribute var name: String
    @Attribute var label: String?
    @Attribute var amount: Int = 0
    @Attribute var rank: Int?
    @Attribute var small: Int8 = 0
    @Attribute var large: UInt64 = 0
    @Attribute var weight: Double = 0
    @Attribute var ratio: Float?
    @Attribute var price: Decimal?
    @Attribute var packedAt: Date = Date(timeIntervalSinceReferenceDate: 0)
    @Attribute var code: UUID?
    @Attribute var isOpen: Bool = false
    @Attribute var kind: Kind?
    @Attribute var position: Position = Position()
    @Attribute var former: Position?
    @Attribute(.codable) var notes: [String]? = nil
    @Relationship var shelf: Shelf?

    static var indexes: [Index<Crate>] { [Index(\.amount), Index(\.label, \.rank)] }

    init() {}
    init(_ name: String, amount: Int = 0) {
        self.name = name
        self.amount = amount
    }
}

final class Shelf: PersistentModel {
    let backingData = BackingData()
    @Attribute var name: String
    @Attribute var load: Int?
    @Attribute var place: Position = Position()
    @Relationship(inverse: \Crate.shelf) var crates: [Crate]
    @Relationship var hall: Hall?
    @Relationship(inverse: \ShelfMark.shelves) var marks: [ShelfMark]

    init() {}
    init(_ name: String, hall: Hall? = nil) {
        self.name = name
        self.hall = hall
    }
}

final class Hall: PersistentModel {
    let backingData = BackingData()
    @Attribute var name: String
    @Relationship(inverse: \Shelf.hall) var shelves: [Shelf]

    init() {}
    init(_ name: String) { self.name = name }
}

final class ShelfMark: PersistentModel {
    let backingData = BackingData()
    @Attribute var word: String
    @Relationship var shelves: [Shelf]

    init() {}
    init(_ word: String) { self.word = word }
}

extension Backend {
    func depot(_ place: Place) throws -> ModelContainer {
        try counting(place, Crate.self, Shelf.self, Hall.self, ShelfMark.self)
    }
}

extension Place {
    static func depot(_ backend: Backend) throws -> Place {
        try Place(backend, Crate.self, Shelf.self, Hall.self, ShelfMark.self)
    }
}
