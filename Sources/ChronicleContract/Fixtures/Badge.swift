import Foundation

/// Two unique values, so that one new badge can collide with two stored ones.
final class Badge: PersistentModel {
    let backingData = BackingData()
    @Attribute(.unique) var code: String
    @Attribute(.unique) var number: Int
    @Attribute var holder: String?
    @Attribute var weight: Double = 0

    static var indexes: [Index<Badge>] { [Index(\.holder)] }

    init() {}
    init(_ code: String, _ number: Int, holder: String? = nil) {
        self.code = code
        self.number = number
        self.holder = holder
    }
}

/// A unique value that can be missing.
final class Locker: PersistentModel {
    let backingData = BackingData()
    @Attribute(.unique) var owner: String?
    @Attribute var content: String = ""

    init() {}
    init(_ owner: String?, _ content: String = "") {
        self.owner = owner
        self.content = content
    }
}

/// Unique by two attributes together, one of which can be missing, and by a field of a composite with another.
final class Seat: PersistentModel {
    let backingData = BackingData()
    @Attribute var row: Int?
    @Attribute var letter: String
    @Attribute var spot: Spot = Spot()
    @Attribute var side: String?
    @Attribute var guest: String = ""

    static var uniques: [Unique<Seat>] { [Unique(\.row, \.letter), Unique(\.spot.row, \.side)] }

    init() {}
    init(_ row: Int?, _ letter: String, guest: String = "") {
        self.row = row
        self.letter = letter
        self.guest = guest
    }
}

/// A unique attribute of each type.
final class Seal: PersistentModel {
    let backingData = BackingData()
    @Attribute var mark: Int = 0
    @Attribute(.unique) var isOpen: Bool?
    @Attribute(.unique) var number: Int?
    @Attribute(.unique) var large: UInt64?
    @Attribute(.unique) var ratio: Double?
    @Attribute(.unique) var price: Decimal?
    @Attribute(.unique) var date: Date?
    @Attribute(.unique) var bytes: Data?
    @Attribute(.unique) var uuid: UUID?
    @Attribute(.unique) var stage: Stage?

    init() {}
    init(_ mark: Int) { self.mark = mark }
}
