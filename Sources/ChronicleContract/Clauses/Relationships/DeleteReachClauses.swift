import Foundation

extension ContractChapter {
    /// Which deletions the rules hold for, and which rows they reach.
    static let deleteReachClauses: [ContractClause] = [
        ContractClause("REL-023", "The rules hold for bulk deletes as for single ones.", cases: ["H06", "H10"]) {
            probe in
            let context = try probe.context(House.self)
            for number in 0..<10 {
                let house = House("house \(number)")
                context.insert(house)
                house.rooms = [Room("a"), Room("b")]
                house.guests = [Guest("\(number)")]
                house.visitors = [Visitor("\(number)")]
                house.doorKey = DoorKey("\(number)")
            }
            try context.save()
            try context.delete(model: House.self, where: #Predicate { $0.name != "house 3" })
            try context.save()
            let check = ModelContext(context.container)
            probe.expectEqual(try check.all(House.self).map(\.name), ["house 3"], "the houses")
            probe.expectEqual(
                try check.all(Room.self).map { $0.house?.name }, ["house 3", "house 3"], "the rooms' houses")
            probe.expectEqual(try check.all(DoorKey.self).map(\.name), ["3"], "the keys")
            probe.expectEqual(
                try check.all(Guest.self).map { $0.house?.name }.filter { $0 != nil }, ["house 3"], "the guests' houses"
            )
            probe.expectEqual(try check.fetchCount(FetchDescriptor<Guest>()), 10, "the guests")
            probe.expectEqual(try check.fetchCount(FetchDescriptor<Visitor>()), 10, "the visitors")
            let store = try context.container.store(probe)
            let links = store.schema.entities.filter { $0.name == "House.visitors" }
            probe.expectEqual(
                try links.map { try store.count(FetchRequest(entity: $0.index)) }, [1], "the link rows to visitors")
        },
        ContractClause("REL-024", "A bulk delete that a rule denies deletes nothing.") { probe in
            let context = try probe.context(House.self)
            for number in 0..<5 {
                let house = House("house \(number)")
                context.insert(house)
                house.rooms = [Room("a")]
                if number == 4 { house.debts = [Debt("roof")] }
            }
            try context.save()
            try context.delete(model: House.self)
            try probe.expectUntouched(context.container, .deleteDenied, by: "a bulk delete with one denied row") {
                try context.save()
            }
        },
        ContractClause(
            "REL-025", "A condition of a store's bulk delete selects among the rows as they are when it is committed."
        ) { probe in
            let container = try probe.open(House.self)
            let context = ModelContext(container)
            let house = House("gone")
            house.rooms = [Room("a")]
            try context.add(house, House("kept"))
            let store = try container.store(probe)
            let entity = try probe.require(store.schema.entitiesByName["House"], "the entity of houses")
            let column = try probe.require(entity.columnIndex(named: "name"), "the column of names")
            var request = SaveRequest(timestamp: Date(timeIntervalSinceReferenceDate: 0))
            request.bulkDeletes = [
                BulkDelete(
                    entity: entity.index,
                    condition: .compare(
                        .column(Query.Path(entity: entity.index), column), .equal, .literal(.text("gone"))))
            ]
            try context.add(House("gone"))
            let result = try store.save(request)
            probe.expectEqual(
                result.changes.filter { $0.operation == .delete }.count, 3, "the rows that the result says were deleted"
            )
            let check = ModelContext(container)
            probe.expectEqual(try check.all(House.self).map(\.name), ["kept"], "the houses afterwards")
            probe.expectEqual(try check.fetchCount(FetchDescriptor<Room>()), 0, "the rooms afterwards")
        },
        ContractClause(
            "REL-026", "The rules reach rows that another context saved and the deleting one never saw."
        ) { probe in
            let container = try probe.open(House.self)
            let (mine, theirs) = (ModelContext(container), ModelContext(container))
            let (one, two) = (House("one"), House("two"))
            try mine.add(one, two)
            let houses = try theirs.all(House.self)
            theirs.insert(Room("late", house: houses[0]))
            theirs.insert(Guest("late", house: houses[0]))
            theirs.insert(Debt("late", house: houses[1]))
            houses[0].visitors = [Visitor("late")]
            mine.delete(one)
            try theirs.save()
            try mine.save()
            let check = ModelContext(container)
            probe.expectEqual(try check.fetchCount(FetchDescriptor<Room>()), 0, "the rooms of the deleted house")
            probe.expectEqual(try check.all(Guest.self).map { $0.house?.name }, [nil], "the house of its guest")
            mine.delete(two)
            probe.expectStoreError(.deleteDenied, from: "the deletion of a house that another context gave a debt") {
                try mine.save()
            }
        },
        ContractClause(
            "REL-027", "A rule that reaches a row twice, or one that is deleted anyway, deletes it once."
        ) { probe in
            let container = try probe.open(House.self, Club.self)
            let context = ModelContext(container)
            let house = House("villa")
            house.rooms = [Room("hall")]
            let shelf = Shelf("top")
            house.rooms[0].shelves = [shelf]
            let (one, two) = (Club("one"), Club("two"))
            let shared = Member("shared")
            one.members = [shared]
            try context.add(house, one, two)
            two.members = [shared]
            try context.save()
            let store = try container.store(probe)
            context.delete(shelf)
            context.delete(house.rooms[0])
            context.delete(house)
            context.delete(one)
            context.delete(two)
            let before = try StoreImage(store)
            try context.save()
            let gone = try StoreImage(store).differences(from: before).filter { $0.hasSuffix("is gone") }
            probe.expectEqual(
                gone.count, 8, "the rows that went: a house, room, shelf, two clubs, a member and two links")
            if try probe.capabilities().history {
                let changes = try context.history().last?.changes ?? []
                let told = changes.map(\.changedPersistentIdentifier)
                probe.expectEqual(told.count, 6, "the changes that history tells of six deleted models")
                probe.expectEqual(Set(told).count, 6, "the different models that history tells of")
            }
        },
        ContractClause(
            "REL-028", "To delete what someone else has deleted is no error, and changes nothing more."
        ) { probe in
            let container = try probe.open(House.self)
            let (mine, theirs) = (ModelContext(container), ModelContext(container))
            let house = House("villa")
            house.rooms = [Room("hall")]
            try mine.add(house, House("other"))
            let store = try container.store(probe)
            let key = house.persistentModelID.primaryKey
            theirs.delete(try probe.require(try theirs.all(House.self).first, "the house"))
            try theirs.save()
            let entity = try probe.require(store.schema.entitiesByName["House"], "the entity of houses")
            let before = try StoreImage(store)
            var request = SaveRequest(timestamp: Date(timeIntervalSinceReferenceDate: 0))
            request.deletes = [RowReference(entity: entity.index, key: key)]
            let result = try store.save(request)
            probe.expectEqual(result.changes.count, 0, "the changes of a deletion of a row that is gone")
            for difference in try StoreImage(store).differences(from: before) {
                probe.expect(false, "\(difference) after a deletion of a row that was gone")
            }
        },
    ]
}
