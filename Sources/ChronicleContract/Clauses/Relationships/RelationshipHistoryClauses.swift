import Foundation

extension ContractChapter {
    /// What history tells of rules and links.
    static let relationshipHistoryClauses: [ContractClause] = [
        ContractClause(
            "REL-029", "History tells of each row that a cascade removes, in the transaction of the deletion.",
            requires: [.history], cases: ["H06"]
        ) { probe in
            let context = try probe.context(House.self)
            let house = House("villa")
            house.rooms = [Room("hall"), Room("attic")]
            house.rooms[0].shelves = [Shelf("top"), Shelf("low")]
            house.doorKey = DoorKey("gold")
            try context.add(house)
            let models: [PersistentIdentifier] =
                [house.persistentModelID, try probe.require(house.doorKey, "the key").persistentModelID]
                + house.rooms.map(\.persistentModelID) + house.rooms[0].shelves.map(\.persistentModelID)
            context.delete(house)
            try context.save()
            let history = try context.history()
            probe.expectEqual(history.count, 2, "the transactions of a save and a deletion")
            let deleted = history.last?.changes.compactMap { change -> PersistentIdentifier? in
                if case .delete(let deletion) = change { deletion.changedPersistentIdentifier } else { nil }
            }
            probe.expectEqual(deleted?.sorted(), models.sorted(), "the rows that history says were deleted")
        },
        ContractClause(
            "REL-030", "History tells of each row that nullify clears as an update of the reference.",
            requires: [.history]
        ) { probe in
            let context = try probe.context(House.self)
            let house = House("villa")
            house.guests = [Guest("Ann"), Guest("Bob")]
            house.ghosts = [Ghost("Cem")]
            try context.add(house)
            let guests = house.guests.map(\.persistentModelID)
            context.delete(house)
            try context.save()
            var updated: [PersistentIdentifier: [String]] = [:]
            var others = 0
            for change in try context.history().last?.changes ?? [] {
                if case .update(let update) = change {
                    updated[update.changedPersistentIdentifier] = update.updatedAttributeNames
                } else {
                    others += 1
                }
            }
            probe.expectEqual(
                updated, Dictionary(uniqueKeysWithValues: guests.map { ($0, ["house"]) }),
                "the updates that history tells of")
            probe.expectEqual(others, 1, "the other changes, of which there is the deletion of the house")
        },
        ContractClause(
            "REL-031", "History tells a link that comes or goes as an update of the relationships at its ends.",
            requires: [.history]
        ) { probe in
            let context = try probe.context(Plot.self, House.self)
            let (plot, tag) = (Plot("a"), Tag("t"))
            let (house, visitor) = (House("villa"), Visitor("Ann"))
            try context.add(plot, tag, house, visitor)
            func lastUpdates() throws -> [PersistentIdentifier: [String]] {
                var updates: [PersistentIdentifier: [String]] = [:]
                for case .update(let update) in try context.history().last?.changes ?? [] {
                    updates[update.changedPersistentIdentifier] = update.updatedAttributeNames
                }
                return updates
            }
            let expected = [
                plot.persistentModelID: ["tags"], tag.persistentModelID: ["plots"],
                house.persistentModelID: ["visitors"],
            ]
            plot.tags = [tag]
            house.visitors = [visitor]
            try context.save()
            probe.expectEqual(try lastUpdates(), expected, "the updates that history tells of two new links")
            plot.tags = []
            house.visitors = []
            try context.save()
            probe.expectEqual(try lastUpdates(), expected, "the updates that history tells of two links taken away")
            probe.expectEqual(try context.history().count, 3, "the transactions of three saves")
        },
    ]
}
