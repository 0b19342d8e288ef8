import Foundation

/// How rare a specimen is.
enum Rarity: Int, AttributeValue, Codable { case common, rare, lost }

/// Where shelves stand: the end of a path of two references.
final class Hall: PersistentModel {
    let backingData = BackingData()
    @Attribute var name: String
    @Attribute var level: Int?

    init() {}
    init(_ name: String, level: Int? = nil) {
        self.name = name
        self.level = level
    }
}

/// Where specimens lie.
final class Rack: PersistentModel {
    let backingData = BackingData()
    @Attribute var label: String
    @Attribute var number: Int?
    @Attribute var spot: Spot?
    @Relationship var room: Hall?

    init() {}
    init(_ label: String, number: Int? = nil, spot: Spot? = nil, room: Hall? = nil) {
        self.label = label
        self.number = number
        self.spot = spot
        self.room = room
    }
}

/// The model that queries are put to: attributes of every kind, optional and not, in an index and not.
final class Specimen: PersistentModel {
    let backingData = BackingData()
    /// What messages call the row.
    @Attribute var code: String
    @Attribute var number: Int = 0
    @Attribute var maybeNumber: Int?
    @Attribute var tiny: Int8 = 0
    @Attribute var big: UInt64 = 0
    @Attribute var ratio: Double = 0
    @Attribute var maybeRatio: Double?
    @Attribute var text: String
    @Attribute var maybeText: String?
    @Attribute var isOn: Bool = false
    @Attribute var maybeOn: Bool?
    @Attribute var at: Date = Date(timeIntervalSinceReferenceDate: 0)
    @Attribute var maybeAt: Date?
    @Attribute var price: Decimal = 0
    @Attribute var maybePrice: Decimal?
    @Attribute var mark: UUID
    @Attribute var maybeMark: UUID?
    @Attribute var bytes: Data = Data()
    @Attribute var maybeBytes: Data?
    @Attribute var stage: Stage?
    @Attribute var rarity: Rarity = Rarity.common
    @Attribute var spot: Spot?
    @Attribute var home: Spot = Spot()
    // The same values as those of the indexed attributes, in no index.
    @Attribute var plainNumber: Int = 0
    @Attribute var plainMaybeNumber: Int?
    @Attribute var plainRatio: Double = 0
    @Attribute var plainText: String
    @Attribute var plainAt: Date = Date(timeIntervalSinceReferenceDate: 0)
    @Relationship var shelf: Rack?

    static var indexes: [Index<Specimen>] {
        [
            Index(\.number), Index(\.maybeNumber), Index(\.ratio), Index(\.text), Index(\.at), Index(\.big),
            Index(\.price), Index(\.mark), Index(\.bytes), Index(\.isOn, \.maybeText),
        ]
    }

    init() {}
    init(_ code: String) {
        self.code = code
        text = code
        mark = UUID()
        plainText = code
    }
}
