import Foundation

/// A unique value and a reference of its own, which an upsert may leave empty.
final class Parcel: PersistentModel {
    let backingData = BackingData()
    @Attribute(.unique) var code: String
    @Attribute var weight: Int = 0
    @Relationship var plot: Plot?
    @Relationship var handlers: [Visitor]

    init() {}
    init(_ code: String, weight: Int = 0) {
        self.code = code
        self.weight = weight
    }
}
