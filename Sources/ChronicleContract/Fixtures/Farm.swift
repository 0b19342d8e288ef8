import Foundation

/// Where crops grow.
final class Farm: PersistentModel {
    let backingData = BackingData()
    @Attribute var name: String
    @Relationship(deleteRule: .cascade, inverse: \Crop.farm) var crops: [Crop]
    @Relationship var village: Village?

    static var indexes: [Index<Farm>] { [Index(\.name)] }

    init() {}
    init(_ name: String, village: Village? = nil) {
        self.name = name
        self.village = village
    }
}

/// Where farms lie.
final class Village: PersistentModel {
    let backingData = BackingData()
    @Attribute var name: String
    @Relationship var friends: [Farm]

    init() {}
    init(_ name: String) { self.name = name }
}

/// The model of which there are many: with indexes over one attribute and over two.
final class Crop: PersistentModel {
    let backingData = BackingData()
    @Attribute(.unique) var code: String
    @Attribute var kind: String
    @Attribute var day: Int = 0
    @Attribute var weight: Double = 0
    @Attribute var price: Decimal?
    @Attribute var note: String?
    @Attribute var spot: Spot?
    @Attribute var tiny: Int8 = 0
    @Attribute var large: UInt64 = 0
    @Relationship var farm: Farm?

    static var indexes: [Index<Crop>] { [Index(\.kind, \.day), Index(\.day), Index(\.weight)] }

    init() {}
    init(_ code: String, kind: String = "", day: Int = 0, note: String? = nil, farm: Farm? = nil) {
        self.code = code
        self.kind = kind
        self.day = day
        self.note = note
        self.farm = farm
    }
}
