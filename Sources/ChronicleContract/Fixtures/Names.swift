/// Attributes whose names mean something to query languages, file systems and engines.
final class Weed: PersistentModel {
    static let entityName = "select \"*\" from 'x'; -- ../%00 \u{1F33F} [a]`b`\\"
    let backingData = BackingData()
    @Attribute(.unique) var order: String
    @Attribute var group: Int = 0
    @Attribute var select: Int = 0
    @Attribute var from: String?
    @Attribute var table: Int = 0
    @Attribute var index: Int = 0
    @Attribute var key: Int = 0
    @Attribute var value: Int = 0
    @Attribute var rowid: Int = 0
    @Attribute var oid: Int = 0
    @Attribute var _rowid_: Int = 0
    @Attribute var größe: Int = 0
    @Attribute var 名前: String?
    @Attribute var `a name with spaces "and quotes"`: Int = 0
    @Attribute var null: Int?
    @Attribute var entity: Int = 0
    @Attribute var version: Int = 0
    @Attribute var `default`: Int = 0

    static var indexes: [Index<Weed>] { [Index(\.group), Index(\.rowid, \.index)] }

    init() {}
    init(_ order: String) { self.order = order }

    /// The numbers in order of declaration.
    static var numbers: [ReferenceWritableKeyPath<Weed, Int>] {
        [
            \.group, \.select, \.table, \.index, \.key, \.value, \.rowid, \.oid, \._rowid_, \.größe,
            \.`a name with spaces "and quotes"`, \.entity, \.version, \.default,
        ]
    }
}

/// Names that a store could want for itself.
final class SystemTable1: PersistentModel {
    static let entityName = "sqlite_master"
    let backingData = BackingData()
    @Attribute var name: String
    init() {}
    init(_ name: String) { self.name = name }
}

/// Names that a store could want for itself.
final class SystemTable2: PersistentModel {
    static let entityName = "chronicle_metadata"
    let backingData = BackingData()
    @Attribute var name: String
    init() {}
    init(_ name: String) { self.name = name }
}

/// Names that a store could want for itself.
final class SystemTable3: PersistentModel {
    static let entityName = "history"
    let backingData = BackingData()
    @Attribute var name: String
    init() {}
    init(_ name: String) { self.name = name }
}

/// Names that a folder could have.
final class SystemTable4: PersistentModel {
    static let entityName = ".."
    let backingData = BackingData()
    @Attribute var name: String
    init() {}
    init(_ name: String) { self.name = name }
}

/// A name of 300 characters, and an attribute with one.
final class LongName: PersistentModel {
    static let entityName = String(repeating: "Vine", count: 75)
    let backingData = BackingData()
    // swift-format-ignore
    @Attribute(.unique) var vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv: String

    init() {}
    init(_ name: String) { self[keyPath: LongName.name] = name }

    /// The long name, short.
    // swift-format-ignore
    static var name: ReferenceWritableKeyPath<LongName, String> { \.vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv }
}

/// One attribute.
final class Moss: PersistentModel {
    let backingData = BackingData()
    @Attribute var name: String
    init() {}
    init(_ name: String) { self.name = name }
}

/// Nothing that is stored but the row itself.
final class Stone: PersistentModel {
    let backingData = BackingData()
    @Attribute(.ephemeral) var isWarm: Bool = false
    init() {}
}

/// Indexes whose names are alike when the attributes' names are joined.
final class Fern: PersistentModel {
    let backingData = BackingData()
    @Attribute(.unique) var a_b: String
    @Attribute var a: String
    @Attribute var b: String
    @Attribute var b_c: Int = 0
    @Attribute var a_b_c: Int = 0

    static var uniques: [Unique<Fern>] { [Unique(\.a, \.b)] }
    static var indexes: [Index<Fern>] { [Index(\.a_b_c), Index(\.a, \.b_c)] }

    init() {}
    init(_ a_b: String, _ a: String, _ b: String) {
        self.a_b = a_b
        self.a = a
        self.b = b
    }
}
