import Foundation

/// Related to others of its kind: as a tree that goes from the root, and by one-way friendship.
final class Person: PersistentModel {
    let backingData = BackingData()
    @Attribute var name: String
    @Relationship var parent: Person?
    @Relationship(deleteRule: .cascade, inverse: \Person.parent) var children: [Person]
    @Relationship var friends: [Person]

    init() {}
    init(_ name: String, parent: Person? = nil) {
        self.name = name
        self.parent = parent
    }
}

/// Takes the next one with it, also around in a circle.
final class Ring: PersistentModel {
    let backingData = BackingData()
    @Attribute var name: String
    @Relationship(deleteRule: .cascade) var next: Ring?

    init() {}
    init(_ name: String) { self.name = name }
}

/// Takes its members with it, and does not go before its founders.
final class Club: PersistentModel {
    let backingData = BackingData()
    @Attribute var name: String
    @Relationship(deleteRule: .cascade) var members: [Member]
    @Relationship(deleteRule: .deny) var founders: [Member]

    init() {}
    init(_ name: String) { self.name = name }
}

/// Can be in any number of clubs.
final class Member: PersistentModel {
    let backingData = BackingData()
    @Attribute var name: String
    @Relationship(inverse: \Club.members) var clubs: [Club]

    init() {}
    init(_ name: String) { self.name = name }
}
