import Foundation

/// Texts and bytes in every role: unique, indexed alone, indexed after another, not indexed.
final class Root: PersistentModel {
    let backingData = BackingData()
    @Attribute(.unique) var key: String
    @Attribute var name: String = ""
    @Attribute var kind: String = ""
    @Attribute var text: String = ""
    @Attribute var data: Data = Data()

    static var indexes: [Index<Root>] { [Index(\.name), Index(\.kind, \.name)] }

    init() {}
    init(_ key: String, name: String = "", kind: String = "") {
        self.key = key
        self.name = name
        self.kind = kind
    }
}
