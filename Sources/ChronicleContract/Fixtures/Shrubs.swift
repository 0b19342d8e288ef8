// One stored entity as programs of different age declare it. Each is opened alone.

/// The entity as it began.
final class Shrub1: PersistentModel {
    static let entityName = "Shrub"
    let backingData = BackingData()
    @Attribute var name: String
    @Attribute var height: Double = 0
    @Attribute var row: Int = 0
    @Attribute var note: String?

    static var indexes: [Index<Shrub1>] { [Index(\.row)] }

    init() {}
    init(_ name: String, height: Double = 0, row: Int = 0, note: String? = nil) {
        self.name = name
        self.height = height
        self.row = row
        self.note = note
    }
}

/// With new optional attributes.
final class ShrubWithMore: PersistentModel {
    static let entityName = "Shrub"
    let backingData = BackingData()
    @Attribute var color: String?
    @Attribute var name: String
    @Attribute var height: Double = 0
    @Attribute var row: Int = 0
    @Attribute var note: String?
    @Attribute var age: Int?

    static var indexes: [Index<ShrubWithMore>] { [Index(\.row), Index(\.age)] }

    init() {}
}

/// With a new attribute that needs a value and has no default.
final class ShrubInNeed: PersistentModel {
    static let entityName = "Shrub"
    let backingData = BackingData()
    @Attribute var name: String
    @Attribute var height: Double = 0
    @Attribute var row: Int = 0
    @Attribute var note: String?
    @Attribute var needed: Int

    init() {}
}

/// With new attributes that have default values.
final class ShrubWithDefaults: PersistentModel {
    static let entityName = "Shrub"
    let backingData = BackingData()
    @Attribute var name: String
    @Attribute var height: Double = 0
    @Attribute var row: Int = 0
    @Attribute var note: String?
    @Attribute var isPruned: Bool = true
    @Attribute var kind: String = "wild"
    @Attribute var count: Int = 3

    static var indexes: [Index<ShrubWithDefaults>] { [Index(\.row), Index(\.count)] }

    init() {}
}

/// With other names.
final class ShrubRenamed: PersistentModel {
    static let entityName = "Shrub"
    let backingData = BackingData()
    @Attribute(originalName: "name") var title: String
    @Attribute(originalName: "height") var size: Double = 0
    @Attribute(originalName: "row") var line: Int = 0
    @Attribute(originalName: "note") var remark: String?

    static var indexes: [Index<ShrubRenamed>] { [Index(\.line), Index(\.title)] }

    init() {}
}

/// With less, in another order.
final class ShrubWithLess: PersistentModel {
    static let entityName = "Shrub"
    let backingData = BackingData()
    @Attribute var row: Int = 0
    @Attribute var name: String

    init() {}
    init(_ name: String) { self.name = name }
}

/// With an attribute of another type.
final class ShrubOfAnotherType: PersistentModel {
    static let entityName = "Shrub"
    let backingData = BackingData()
    @Attribute var name: String
    @Attribute var height: Double = 0
    @Attribute var row: String = ""
    @Attribute var note: String?

    init() {}
}

/// With a unique name.
final class ShrubWithUnique: PersistentModel {
    static let entityName = "Shrub"
    let backingData = BackingData()
    @Attribute(.unique) var name: String
    @Attribute var height: Double = 0
    @Attribute var row: Int = 0
    @Attribute var note: String?

    static var indexes: [Index<ShrubWithUnique>] { [Index(\.row, \.note)] }

    init() {}
    init(_ name: String, row: Int) {
        self.name = name
        self.row = row
    }
}

/// With new composites, one of them optional.
final class ShrubWithComposites: PersistentModel {
    static let entityName = "Shrub"
    let backingData = BackingData()
    @Attribute var name: String
    @Attribute var height: Double = 0
    @Attribute var row: Int = 0
    @Attribute var note: String?
    @Attribute var spot: Spot?
    @Attribute var origin: Spot = Spot(row: 4, depth: 0.5)
    @Attribute(.codable) var recipe: Recipe = Recipe(steps: ["cut"])

    init() {}
}

/// With attributes that have become optional.
final class ShrubRelaxed: PersistentModel {
    static let entityName = "Shrub"
    let backingData = BackingData()
    @Attribute var name: String?
    @Attribute var height: Double?
    @Attribute var row: Int?
    @Attribute var note: String?

    static var indexes: [Index<ShrubRelaxed>] { [Index(\.row)] }

    init() {}
}
