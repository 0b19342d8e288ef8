import ChronicleDrain
import Foundation

enum Stage: String, AttributeValue, Codable { case sown, grown, cut }
enum Weight: Int, AttributeValue { case light, heavy }

struct Spot: Composite, Codable, Equatable {
    var row = 0
    var depth: Double?
    static let fields = [Field("row", \Spot.row), Field("depth", \Spot.depth)]
}

final class Bed: PersistentModel {
    let backingData = BackingData()
    @Attribute(.unique, .preserveValueOnDeletion) var name: String
    @Attribute var moisture: Int = 0
    @Attribute var target: Int = 0
    @Attribute var note: String?
    @Attribute var stage: Stage?
    @Attribute var spot: Spot?
    @Attribute var madeAt: Date = Date(timeIntervalSinceReferenceDate: 0)
    @Relationship(deleteRule: .cascade, inverse: \Plant.bed) var plants: [Plant]
    @Relationship(inverse: \Tag.beds) var tags: [Tag]

    static var indexes: [Index<Bed>] { [Index(\.moisture), Index(\.target, \.note)] }

    init() {}
    init(_ name: String, moisture: Int = 0, note: String? = nil, stage: Stage? = nil) {
        self.name = name
        self.moisture = moisture
        self.note = note
        self.stage = stage
    }
}

final class Plant: PersistentModel {
    let backingData = BackingData()
    @Attribute(.preserveValueOnDeletion) var label: String
    @Attribute var secret: String?
    @Relationship var bed: Bed?

    init() {}
    init(_ label: String, bed: Bed? = nil) {
        self.label = label
        self.bed = bed
    }
}

final class Tag: PersistentModel {
    let backingData = BackingData()
    @Attribute(.unique) var word: String
    @Relationship var beds: [Bed]

    init() {}
    init(_ word: String) { self.word = word }
}
