import Foundation

extension ContractChapter {
    /// References and what they look like from the other end.
    static let relatedRowClauses: [ContractClause] = [
        ContractClause(
            "REL-001", "A child that is given a parent is among the parent's children, and the other way round."
        ) { probe in
            let context = try probe.context(House.self)
            let (one, two) = (House("one"), House("two"))
            context.insert(one)
            context.insert(two)
            context.insert(Room("by child", house: one))
            two.rooms = [Room("by parent")]
            try context.save()
            let check = ModelContext(context.container)
            let houses = try check.all(House.self)
            probe.expectEqual(
                houses.map { $0.rooms.map(\.label) }, [["by child"], ["by parent"]], "the rooms of each house")
            probe.expectEqual(
                try check.all(Room.self, by: SortDescriptor(\.label)).map { $0.house?.name }, ["one", "two"],
                "the house of each room")
        },
        ContractClause("REL-002", "A child that moves leaves its old parent.") { probe in
            let context = try probe.context(House.self)
            let (one, two) = (House("one"), House("two"))
            one.rooms = [Room("a"), Room("b")]
            try context.add(one, two)
            one.rooms[0].house = two
            try context.save()
            let check = ModelContext(context.container)
            probe.expectEqual(
                try check.all(House.self).map { $0.rooms.map(\.label) }, [["b"], ["a"]], "the rooms after the move")
            let name = "two"
            probe.expectEqual(
                try check.all(Room.self, #Predicate { $0.house?.name == name }).map(\.label), ["a"],
                "the rooms found by their house's name after the move")
            try check.all(House.self).first?.rooms = []
            try check.save()
            let rooms = try ModelContext(context.container).all(Room.self)
            probe.expectEqual(rooms.map(\.label), ["a", "b"], "the rooms after one was taken out of its house")
            probe.expectEqual(
                try ModelContext(context.container).all(Room.self, #Predicate { $0.house == nil }).map(\.label), ["b"],
                "the rooms found without a house")
        },
        ContractClause(
            "REL-003", "Of two ends to one, each has at most one partner, and a new one sets the old one free."
        ) {
            probe in
            let context = try probe.context(House.self)
            let (one, two) = (House("one"), House("two"))
            let (silver, gold) = (DoorKey("silver"), DoorKey("gold"))
            one.doorKey = silver
            try context.add(one, two, gold)
            two.doorKey = silver
            gold.house = one
            try context.save()
            let check = ModelContext(context.container)
            probe.expectEqual(
                try check.all(House.self).map { $0.doorKey?.name }, ["gold", "silver"], "the key of each house")
            probe.expectEqual(
                try check.all(DoorKey.self, by: SortDescriptor(\.name)).map { $0.house?.name }, ["one", "two"],
                "the house of each key")
            try check.all(House.self).first?.doorKey = nil
            try check.save()
            let last = ModelContext(context.container)
            probe.expectEqual(
                try last.all(DoorKey.self, by: SortDescriptor(\.name)).map { $0.house?.name }, [nil, "two"],
                "the house of each key once one was given up")
        },
        ContractClause("REL-004", "Rows of one kind can be related as a tree.") { probe in
            let context = try probe.context(Person.self)
            let root = Person("root")
            context.insert(root)
            for name in ["left", "right"] {
                let child = Person(name, parent: root)
                context.insert(child)
                context.insert(Person("\(name) leaf", parent: child))
            }
            try context.save()
            let check = ModelContext(context.container)
            let people = try check.all(Person.self, #Predicate { $0.parent == nil })
            probe.expectEqual(people.map(\.name), ["root"], "the people without a parent")
            probe.expectEqual(people.first?.children.map(\.name), ["left", "right"], "the root's children")
            probe.expectEqual(
                people.first?.children.flatMap { $0.children.map(\.name) }, ["left leaf", "right leaf"],
                "its grandchildren")
            probe.expectEqual(
                try check.all(Person.self, #Predicate { $0.parent?.parent?.name == "root" }).map(\.name),
                ["left leaf", "right leaf"], "the people found by their grandparent")
        },
        ContractClause(
            "REL-005", "Children come in the order of insertion, whatever the order in which they were related."
        ) { probe in
            let context = try probe.context(House.self)
            let house = House("a")
            let rooms = (0..<6).map { Room("\($0)") }
            for room in rooms { context.insert(room) }
            context.insert(house)
            try context.save()
            for index in [3, 0, 5, 1, 4, 2] {
                rooms[index].house = house
                try context.save()
            }
            let check = ModelContext(context.container)
            probe.expectEqual(
                try check.all(House.self).first?.rooms.map(\.label), ["0", "1", "2", "3", "4", "5"],
                "the rooms in order")
        },
        ContractClause(
            "REL-006", "Relationships of every kind, and their order, are as before after the store is opened again.",
            requires: [.persistence]
        ) { probe in
            let container = try probe.open(House.self, Person.self, Club.self)
            let context = ModelContext(container)
            let house = House("villa")
            house.rooms = [Room("hall"), Room("attic"), Room("cellar")]
            house.rooms[1].shelves = [Shelf("top")]
            house.guests = [Guest("Ann")]
            house.visitors = [Visitor("Bob"), Visitor("Cem")]
            house.doorKey = DoorKey("gold")
            let (ann, bob) = (Person("Ann"), Person("Bob"))
            ann.children = [Person("Dan")]
            ann.friends = [bob]
            bob.friends = [ann]
            let club = Club("club")
            club.members = [Member("1"), Member("2")]
            club.founders = [club.members[1]]
            try context.add(house, ann, bob, club)
            try container.close()
            let again = try probe.context(House.self, Person.self, Club.self)
            let seen = try probe.require(try again.all(House.self).first, "the house after reopening")
            probe.expectEqual(seen.rooms.map(\.label), ["hall", "attic", "cellar"], "the rooms after reopening")
            probe.expectEqual(seen.rooms.map { $0.shelves.count }, [0, 1, 0], "their shelves after reopening")
            probe.expectEqual(seen.guests.map(\.name), ["Ann"], "the guests after reopening")
            probe.expectEqual(seen.visitors.map(\.name), ["Bob", "Cem"], "the visitors after reopening")
            probe.expectEqual(seen.doorKey?.name, "gold", "the key after reopening")
            let people = try again.all(Person.self, by: SortDescriptor(\.name))
            probe.expectEqual(
                people.map { $0.friends.map(\.name) }, [["Bob"], ["Ann"], []], "the friends after reopening")
            probe.expectEqual(people.map { $0.parent?.name }, [nil, nil, "Ann"], "the parents after reopening")
            let clubs = try again.all(Club.self)
            probe.expectEqual(clubs.map { $0.members.map(\.name) }, [["1", "2"]], "the members after reopening")
            probe.expectEqual(clubs.map { $0.founders.map(\.name) }, [["2"]], "the founders after reopening")
        },
        ContractClause(
            "REL-007", "A reference to a row that someone else deleted before the save reads as nil.", cases: ["H03"]
        ) { probe in
            let container = try probe.open(House.self)
            let (mine, theirs) = (ModelContext(container), ModelContext(container))
            let house = House("gone")
            try mine.add(house, House("other"))
            theirs.delete(try probe.require(try theirs.all(House.self).first, "the house"))
            mine.insert(Room("late", house: house))
            mine.insert(Guest("late", house: house))
            try theirs.save()
            try mine.save()
            let check = ModelContext(container)
            probe.expectEqual(try check.all(House.self).map(\.name), ["other"], "the houses")
            probe.expectEqual(try check.all(Room.self).map { $0.house?.name }, [nil], "the house of the late room")
            probe.expectEqual(try check.all(Guest.self).map { $0.house?.name }, [nil], "the house of the late guest")
            try check.add(House("new"))
            probe.expectEqual(
                try check.all(House.self).map(\.rooms.count), [0, 0], "the rooms of the houses that are there")
        },
    ]
}
