import Foundation

/// The model that deletions keep values of: one attribute of every kind, preserved and not.
final class Relic: PersistentModel {
    let backingData = BackingData()
    @Attribute(.preserveValueOnDeletion) var name: String
    @Attribute(.preserveValueOnDeletion) var number: Int = 0
    @Attribute(.preserveValueOnDeletion) var big: UInt64 = 0
    @Attribute(.preserveValueOnDeletion) var ratio: Double = 0
    @Attribute(.preserveValueOnDeletion) var isOn: Bool = false
    @Attribute(.preserveValueOnDeletion) var at: Date = Date(timeIntervalSinceReferenceDate: 0)
    @Attribute(.preserveValueOnDeletion) var price: Decimal = 0
    @Attribute(.preserveValueOnDeletion) var mark: UUID = UUID(
        uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    @Attribute(.preserveValueOnDeletion) var bytes: Data = Data()
    @Attribute(.preserveValueOnDeletion) var stage: Stage?
    @Attribute(.preserveValueOnDeletion) var note: String?
    @Attribute(.preserveValueOnDeletion) var spot: Spot?
    @Attribute var secret: String?
    @Attribute var secretNumber: Int = 0
    @Relationship var keeper: Relic?

    init() {}
    init(_ name: String, note: String? = nil) {
        self.name = name
        self.note = note
    }
}

/// A model of which deletions keep nothing.
final class Ash: PersistentModel {
    let backingData = BackingData()
    @Attribute var word: String

    init() {}
    init(_ word: String) { self.word = word }
}
