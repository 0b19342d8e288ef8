import Chronicle
import Foundation

enum Grade: String, AttributeValue, Codable, CaseIterable { case low, mid, high }
enum Podium: Int, AttributeValue, Codable, CaseIterable { case first = 1, second, third }

struct Size: Composite, Codable, Equatable {
    var width = 0
    var label: String?
    static let fields = [Field("width", \Size.width), Field("label", \Size.label)]
}

/// A model with attributes of all types and relationships of all kinds.
final class Item: PersistentModel {
    let backingData = BackingData()
    @Attribute(.unique) var number: Int
    @Attribute var count: Int = 0
    @Attribute var spare: Int?
    @Attribute var small: Int8?
    @Attribute var wide: UInt64 = 0
    @Attribute var score: Double = 0
    @Attribute var ratio: Double?
    @Attribute var price: Decimal?
    @Attribute var name: String = ""
    @Attribute var note: String?
    @Attribute var madeAt: Date = Date(timeIntervalSinceReferenceDate: 0)
    @Attribute var seenAt: Date?
    @Attribute var bytes: Data?
    @Attribute var tag: UUID?
    @Attribute var link: URL?
    @Attribute var isOn: Bool = false
    @Attribute var isKept: Bool?
    @Attribute var grade: Grade?
    @Attribute var rank: Podium = Podium.first
    @Attribute var size: Size?
    @Relationship(inverse: \Keeper.items) var keeper: Keeper?
    @Relationship(inverse: \Item.children) var parent: Item?
    @Relationship var children: [Item]
    @Relationship(inverse: \Mark.items) var marks: [Mark]

    static var indexes: [Index<Item>] { [Index(\.count), Index(\.note, \.spare), Index(\.seenAt)] }

    init() {}
    init(_ number: Int) { self.number = number }
}

final class Keeper: PersistentModel {
    let backingData = BackingData()
    @Attribute(.unique) var number: Int
    @Attribute var title: String?
    @Attribute var level: Int?
    @Relationship var items: [Item]
    @Relationship var boss: Keeper?

    init() {}
    init(_ number: Int) { self.number = number }
}

final class Mark: PersistentModel {
    let backingData = BackingData()
    @Attribute(.unique) var number: Int
    @Attribute var word: String = ""
    @Relationship var items: [Item]

    init() {}
    init(_ number: Int) { self.number = number }
}
