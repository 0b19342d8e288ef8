/// What may not be deleted while something leads through it.
final class Gate: PersistentModel {
    let backingData = BackingData()
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .deny, inverse: \Walk.gate) var walks: [Walk]

    init() {}
    init(_ name: String) { self.name = name }
}

/// A walk through a gate.
final class Walk: PersistentModel {
    let backingData = BackingData()
    @Attribute var length: Int = 0
    @Relationship var gate: Gate?

    init() {}
    init(_ gate: Gate) { self.gate = gate }
}

/// Two unique attributes and an indexed one.
final class Label: PersistentModel {
    let backingData = BackingData()
    @Attribute(.unique) var one: String
    @Attribute(.unique) var two: String
    @Attribute var rank: Int = 0

    static var indexes: [Index<Label>] { [Index(\.rank)] }

    init() {}
    init(_ one: String, _ two: String, rank: Int = 0) {
        self.one = one
        self.two = two
        self.rank = rank
    }
}
