import Foundation

/// A relationship of each kind and with each delete rule.
final class House: PersistentModel {
    let backingData = BackingData()
    @Attribute(.preserveValueOnDeletion) var name: String
    @Relationship(deleteRule: .cascade, inverse: \Room.house) var rooms: [Room]
    @Relationship(deleteRule: .nullify, inverse: \Guest.house) var guests: [Guest]
    @Relationship(deleteRule: .deny, inverse: \Debt.house) var debts: [Debt]
    @Relationship(deleteRule: .noAction, inverse: \Ghost.house) var ghosts: [Ghost]
    @Relationship var visitors: [Visitor]
    @Relationship(deleteRule: .cascade, inverse: \DoorKey.house) var doorKey: DoorKey?

    init() {}
    init(_ name: String) { self.name = name }
}

/// Goes with its house.
final class Room: PersistentModel {
    let backingData = BackingData()
    @Attribute(.preserveValueOnDeletion) var label: String
    @Relationship var house: House?
    @Relationship(deleteRule: .cascade, inverse: \Shelf.room) var shelves: [Shelf]

    init() {}
    init(_ label: String, house: House? = nil) {
        self.label = label
        self.house = house
    }
}

/// Goes with its room.
final class Shelf: PersistentModel {
    let backingData = BackingData()
    @Attribute(.preserveValueOnDeletion) var label: String
    @Relationship var room: Room?

    init() {}
    init(_ label: String, room: Room? = nil) {
        self.label = label
        self.room = room
    }
}

/// Stays when the house goes.
final class Guest: PersistentModel {
    let backingData = BackingData()
    @Attribute var name: String
    @Relationship var house: House?

    init() {}
    init(_ name: String, house: House? = nil) {
        self.name = name
        self.house = house
    }
}

/// Keeps the house from going.
final class Debt: PersistentModel {
    let backingData = BackingData()
    @Attribute var name: String
    @Relationship var house: House?

    init() {}
    init(_ name: String, house: House? = nil) {
        self.name = name
        self.house = house
    }
}

/// Does not notice when the house goes.
final class Ghost: PersistentModel {
    let backingData = BackingData()
    @Attribute var name: String
    @Relationship var house: House?

    init() {}
    init(_ name: String, house: House? = nil) {
        self.name = name
        self.house = house
    }
}

/// Knows nothing of the houses that know it.
final class Visitor: PersistentModel {
    let backingData = BackingData()
    @Attribute var name: String

    init() {}
    init(_ name: String) { self.name = name }
}

/// The only one of its house.
final class DoorKey: PersistentModel {
    let backingData = BackingData()
    @Attribute var name: String
    @Relationship var house: House?

    init() {}
    init(_ name: String) { self.name = name }
}
