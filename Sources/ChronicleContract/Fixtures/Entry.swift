import Foundation

/// What clauses write to a store itself, without a context: a few columns with and without an index, and a reference.
final class Entry: PersistentModel {
    let backingData = BackingData()
    @Attribute var number: Int = 0
    @Attribute var plain: Int = 0
    @Attribute var amount: Double?
    @Attribute var word: String
    @Attribute var note: String?
    @Attribute(.preserveValueOnDeletion) var mark: String?
    @Relationship var parent: Entry?

    static var indexes: [Index<Entry>] { [Index(\.number), Index(\.word), Index(\.amount, \.note)] }

    init() {}
}
