import Foundation

/// A model before its schema grew.
final class YoungSeedling: PersistentModel {
    static let entityName = "Seedling"
    let backingData = BackingData()
    @Attribute(.unique) var name: String

    init() {}
    init(_ name: String) { self.name = name }
}

/// The same model afterwards.
final class GrownSeedling: PersistentModel {
    static let entityName = "Seedling"
    let backingData = BackingData()
    @Attribute(.unique) var name: String
    @Attribute var height: Int?

    static var indexes: [Index<GrownSeedling>] { [Index(\.height)] }

    init() {}
    init(_ name: String, height: Int?) {
        self.name = name
        self.height = height
    }
}
