import Foundation

/// A raw value of its own.
enum Grade: Int, AttributeValue, Codable, CaseIterable { case low = -1, middle = 0, high = 9 }

/// A set of options.
struct Traits: OptionSet, AttributeValue, Hashable {
    let rawValue: UInt8
    static let thorny = Traits(rawValue: 1)
    static let evergreen = Traits(rawValue: 2)
    static let rare = Traits(rawValue: 128)
}

/// A composite with one composite in it, and optional fields.
struct Range2D: Composite, Equatable {
    var from = Spot()
    var until = Spot()
    var label: String?
    var since: Date?
    static let fields = [
        Field("from", \Range2D.from), Field("until", \Range2D.until), Field("label", \Range2D.label),
        Field("since", \Range2D.since),
    ]
}

/// What a store does not look into.
struct Recipe: Codable, Equatable {
    var steps: [String] = []
    var times: [String: Double] = [:]
}

/// One attribute of each type.
final class ValueKinds: PersistentModel {
    let backingData = BackingData()
    @Attribute var number: Int = 0
    @Attribute var flag: Bool = false
    @Attribute var int: Int = 0
    @Attribute var int8: Int8 = 0
    @Attribute var int16: Int16 = 0
    @Attribute var int32: Int32 = 0
    @Attribute var int64: Int64 = 0
    @Attribute var uint: UInt = 0
    @Attribute var uint8: UInt8 = 0
    @Attribute var uint16: UInt16 = 0
    @Attribute var uint32: UInt32 = 0
    @Attribute var uint64: UInt64 = 0
    @Attribute var double: Double = 0
    @Attribute var float: Float = 0
    @Attribute var decimal: Decimal = 0
    @Attribute var text: String = ""
    @Attribute var date: Date = Date(timeIntervalSinceReferenceDate: 0)
    @Attribute var data: Data = Data()
    @Attribute var uuid: UUID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    @Attribute var url: URL = URL(filePath: "/")
    @Attribute var grade: Grade = Grade.middle
    @Attribute var stage: Stage = Stage.sown
    @Attribute var traits: Traits = Traits()
    @Attribute var range: Range2D = Range2D()
    @Attribute(.codable) var recipe: Recipe = Recipe()

    init() {}
    init(_ number: Int) { self.number = number }
}

/// One optional attribute of each type.
final class MaybeSpecimen: PersistentModel {
    let backingData = BackingData()
    @Attribute var number: Int = 0
    @Attribute var flag: Bool?
    @Attribute var int: Int?
    @Attribute var int8: Int8?
    @Attribute var uint32: UInt32?
    @Attribute var uint64: UInt64?
    @Attribute var double: Double?
    @Attribute var float: Float?
    @Attribute var decimal: Decimal?
    @Attribute var text: String?
    @Attribute var date: Date?
    @Attribute var data: Data?
    @Attribute var uuid: UUID?
    @Attribute var url: URL?
    @Attribute var grade: Grade?
    @Attribute var stage: Stage?
    @Attribute var traits: Traits?
    @Attribute var range: Range2D?
    @Attribute(.codable) var recipe: Recipe?

    init() {}
    init(_ number: Int) { self.number = number }

    /// Whether each attribute has a value, in order of declaration.
    var presence: [Bool] {
        [
            flag != nil, int != nil, int8 != nil, uint32 != nil, uint64 != nil, double != nil, float != nil,
            decimal != nil, text != nil, date != nil, data != nil, uuid != nil, url != nil, grade != nil, stage != nil,
            traits != nil, range != nil, recipe != nil,
        ]
    }

    /// Gives every attribute the value of its type that is most easily taken for none.
    func setToNothing() {
        flag = false
        int = 0
        int8 = 0
        uint32 = 0
        uint64 = 0
        double = 0
        float = 0
        decimal = 0
        text = ""
        date = Date(timeIntervalSinceReferenceDate: 0)
        data = Data()
        uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        url = URL(string: "/")
        grade = .middle
        stage = .sown
        traits = Traits()
        range = Range2D()
        recipe = Recipe()
    }

    /// Takes every attribute's value away.
    func setToNil() {
        flag = nil
        int = nil
        int8 = nil
        uint32 = nil
        uint64 = nil
        double = nil
        float = nil
        decimal = nil
        text = nil
        date = nil
        data = nil
        uuid = nil
        url = nil
        grade = nil
        stage = nil
        traits = nil
        range = nil
        recipe = nil
    }
}

/// A date, and one that may be missing.
final class Moment: PersistentModel {
    let backingData = BackingData()
    @Attribute var at: Date
    @Attribute var until: Date?

    init() {}
}

/// Values that are found by index.
final class Marker: PersistentModel {
    let backingData = BackingData()
    @Attribute(.unique) var text: String
    @Attribute var small: Int64 = 0
    @Attribute var big: UInt64 = 0
    @Attribute var ratio: Double = 0
    @Attribute var date: Date = Date(timeIntervalSinceReferenceDate: 0)

    static var indexes: [Index<Marker>] {
        [Index(\.small), Index(\.big), Index(\.ratio), Index(\.date)]
    }

    init() {}
    init(_ text: String) { self.text = text }
}

// One stored entity whose opaque value has grown.

/// The value as it was.
struct Place1: Codable, Equatable { var lat = 0.0, lon = 0.0 }

/// The value with a property that old bytes lack, which synthesised decoding does not forgive.
struct Place2: Codable, Equatable { var lat = 0.0, lon = 0.0, alt = 0.0 }

/// The entity with the value as it was.
final class Trail1: PersistentModel {
    static let entityName = "Trail"
    let backingData = BackingData()
    @Attribute var name: String
    @Attribute(.codable) var place: Place1?
    @Attribute var stage: String?
    init() {}
    init(_ name: String, _ place: Place1?, stage: String? = nil) {
        self.name = name
        self.place = place
        self.stage = stage
    }
}

/// The entity with the value as it is.
final class Trail2: PersistentModel {
    static let entityName = "Trail"
    let backingData = BackingData()
    @Attribute var name: String
    @Attribute(.codable) var place: Place2?
    @Attribute var stage: Stage?
    init() {}
}
