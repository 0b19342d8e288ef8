import Foundation

extension ContractChapter {
    /// What becomes of related rows.
    static let deleteRuleClauses: [ContractClause] = [
        ContractClause("REL-014", "A cascade deletes the children, and theirs, and leaves those of others.") { probe in
            let context = try probe.context(House.self)
            for name in ["gone", "kept"] {
                let house = House(name)
                context.insert(house)
                for number in 0..<3 {
                    let room = Room("\(name) \(number)", house: house)
                    context.insert(room)
                    room.shelves = [Shelf("\(name) \(number) top"), Shelf("\(name) \(number) low")]
                }
            }
            try context.save()
            context.delete(try probe.require(try context.all(House.self).first, "the first house"))
            try context.save()
            let check = ModelContext(context.container)
            probe.expectEqual(
                try check.all(Room.self).map(\.label), ["kept 0", "kept 1", "kept 2"], "the rooms after the deletion")
            probe.expectEqual(try check.fetchCount(FetchDescriptor<Shelf>()), 6, "the shelves after the deletion")
            try probe.expectIndexesFit(try context.container.store(probe), "after a cascade")
        },
        ContractClause("REL-015", "A cascade goes to any depth.") { probe in
            let context = try probe.context(Person.self)
            var last: Person?
            for depth in 0..<200 {
                let person = Person("\(depth)", parent: last)
                context.insert(person)
                last = person
            }
            let other = Person("other")
            context.insert(other)
            other.friends = [try probe.require(last, "the deepest")]
            try context.save()
            context.delete(try probe.require(try context.all(Person.self).first, "the root"))
            try context.save()
            let check = ModelContext(context.container)
            let people = try check.all(Person.self)
            probe.expectEqual(people.map(\.name), ["other"], "the people after the root of a tree of 200 was deleted")
            probe.expectEqual(people.first?.friends.count, 0, "the friends among the deleted")
        },
        ContractClause("REL-016", "A cascade around a circle ends, and takes the whole circle.") { probe in
            let context = try probe.context(Ring.self)
            let rings = (0..<4).map { Ring("\($0)") }
            for ring in rings { context.insert(ring) }
            for index in rings.indices { rings[index].next = rings[(index + 1) % rings.count] }
            let alone = Ring("alone")
            context.insert(alone)
            alone.next = alone
            let outside = Ring("outside")
            context.insert(outside)
            outside.next = rings[2]
            try context.save()
            context.delete(rings[1])
            context.delete(alone)
            try context.save()
            let check = ModelContext(context.container)
            let left = try check.all(Ring.self)
            probe.expectEqual(left.map(\.name), ["outside"], "the rings after the deletion of one in a circle")
            probe.expect(left.first?.next == nil, "a ring refers to a deleted one")
        },
        ContractClause(
            "REL-017", "A cascade follows a relationship to one, and nullifies what else refers to that row."
        ) {
            probe in
            let context = try probe.context(House.self)
            let (one, two) = (House("one"), House("two"))
            one.doorKey = DoorKey("gold")
            two.doorKey = DoorKey("silver")
            try context.add(one, two)
            context.delete(one)
            context.delete(try probe.require(two.doorKey, "the second key"))
            try context.save()
            let check = ModelContext(context.container)
            probe.expectEqual(try check.fetchCount(FetchDescriptor<DoorKey>()), 0, "the keys left")
            probe.expectEqual(try check.all(House.self).map(\.name), ["two"], "the houses left")
            probe.expect(try check.all(House.self).first?.doorKey == nil, "the house has a key that was deleted")
        },
        ContractClause("REL-018", "Nullify leaves the related rows and clears their references.") { probe in
            let context = try probe.context(House.self)
            let (one, two) = (House("one"), House("two"))
            one.guests = [Guest("Ann"), Guest("Bob")]
            two.guests = [Guest("Cem")]
            try context.add(one, two)
            context.delete(one)
            try context.save()
            let check = ModelContext(context.container)
            let guests = try check.all(Guest.self)
            probe.expectEqual(guests.map(\.name).sorted(), ["Ann", "Bob", "Cem"], "the guests")
            probe.expectEqual(guests.compactMap { $0.house?.name }, ["two"], "the houses that guests have")
            probe.expectEqual(
                try check.fetchCount(FetchDescriptor<Guest>(predicate: #Predicate { $0.house == nil })), 2,
                "the guests found without a house")
        },
        ContractClause(
            "REL-019",
            "Deny refuses the deletion with `deleteDenied`, which names the row, as long as there is a related one."
        ) { probe in
            let context = try probe.context(House.self)
            let house = House("villa")
            house.debts = [Debt("roof"), Debt("wall")]
            try context.add(house)
            let debts = house.debts
            for debt in debts {
                context.delete(house)
                let error = probe.expectStoreError(.deleteDenied, from: "the deletion of a house with a debt") {
                    try context.save()
                }
                probe.expectEqual(error?.entity, "House", "the model that the error names")
                probe.expectEqual(error?.key, house.persistentModelID.primaryKey, "the row that the error names")
                context.rollback()
                debt.house = nil
                try context.save()
            }
            context.delete(house)
            try context.save()
            let check = ModelContext(context.container)
            probe.expectEqual(try check.fetchCount(FetchDescriptor<House>()), 0, "the houses once no debt is left")
            probe.expectEqual(try check.fetchCount(FetchDescriptor<Debt>()), 2, "the debts, which were only detached")
        },
        ContractClause("REL-020", "Deny does not refuse when the related row is deleted by the same save.") { probe in
            let context = try probe.context(House.self)
            let (one, two) = (House("one"), House("two"))
            one.debts = [Debt("roof")]
            two.debts = [Debt("wall")]
            try context.add(one, two)
            context.delete(one)
            context.delete(one.debts[0])
            try context.save()
            context.delete(two)
            try context.delete(model: Debt.self)
            try context.save()
            let check = ModelContext(context.container)
            probe.expectEqual(try check.fetchCount(FetchDescriptor<House>()), 0, "the houses left")
            probe.expectEqual(try check.fetchCount(FetchDescriptor<Debt>()), 0, "the debts left")
        },
        ContractClause(
            "REL-021", "No action leaves the related rows as they are; their reference reads as nil, now and later."
        ) { probe in
            let context = try probe.context(House.self)
            let house = House("villa")
            house.ghosts = [Ghost("Ann")]
            try context.add(house)
            context.delete(house)
            try context.save()
            try context.add(House("new"))
            let check = ModelContext(context.container)
            let ghosts = try check.all(Ghost.self)
            probe.expectEqual(ghosts.map(\.name), ["Ann"], "the ghosts")
            probe.expect(ghosts.first?.house == nil, "the ghost has a house")
            probe.expectEqual(
                try check.all(Ghost.self, #Predicate { $0.house?.name == "new" }).count, 0,
                "the ghosts of the new house")
            probe.expectEqual(try check.all(House.self).map(\.ghosts.count), [0], "the new house's ghosts")
            let store = try context.container.store(probe)
            let entity = try probe.require(store.schema.entitiesByName["Ghost"], "the entity of ghosts")
            let column = try probe.require(entity.columnIndex(named: "house"), "the reference of ghosts")
            var isKept = false
            try store.fetch(FetchRequest(entity: entity.index)) { isKept = try !$0.values(of: entity)[column].isNull }
            probe.expect(isKept, "no action cleared the reference, as nullify would")
        },
        ContractClause("REL-022", "Cascade and deny work over many-to-many and one-way relationships too.") { probe in
            let context = try probe.context(Club.self)
            let (one, two) = (Club("one"), Club("two"))
            let members = (0..<3).map { Member("\($0)") }
            let founder = Member("founder")
            one.members = [members[0], members[1]]
            try context.add(one, two, members[2], founder)
            two.members = [members[1], members[2]]
            two.founders = [founder]
            try context.save()
            context.delete(two)
            probe.expectStoreError(.deleteDenied, from: "the deletion of a club with a founder") { try context.save() }
            context.rollback()
            two.founders = []
            try context.save()
            context.delete(two)
            try context.save()
            let check = ModelContext(context.container)
            probe.expectEqual(
                try check.all(Member.self).map(\.name), ["0", "founder"],
                "the members after the second club is gone")
            probe.expectEqual(
                try check.all(Club.self).map { $0.members.map(\.name) }, [["0"]], "the members of the first club")
        },
    ]
}
