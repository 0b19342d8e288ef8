import Foundation

extension ContractChapter {
    /// Schemas that have grown since the store was made.
    static let growthClauses: [ContractClause] = [
        ContractClause(
            "SCH-008", "A new entity is added to a store with rows.", requires: [.persistence, .schemaGrowth]
        ) { probe in
            try plantShrubs(probe)
            let container = try probe.open(Shrub1.self, Leaf.self)
            let context = ModelContext(container)
            probe.expectEqual(try context.all(Leaf.self).count, 0, "the rows of the new entity")
            probe.expectEqual(try context.all(Shrub1.self).map(\.name), ["a", "b", "c"], "the rows of the old entity")
            try context.add(Leaf("new"))
            probe.expectEqual(
                try ModelContext(container).all(Leaf.self).map(\.name), ["new"],
                "the rows of the new entity after a save")
        },
        ContractClause(
            "SCH-009", "A new optional attribute is nil in stored rows, and can be set, found and saved from then on.",
            requires: [.persistence, .schemaGrowth]
        ) { probe in
            let identifiers = try plantShrubs(probe)
            var container = try probe.open(ShrubWithMore.self)
            let context = ModelContext(container)
            let shrubs = try context.all(ShrubWithMore.self)
            probe.expectEqual(shrubs.map(\.name), ["a", "b", "c"], "an old attribute of stored rows")
            probe.expectEqual(shrubs.map(\.note), ["x", nil, "z"], "an old optional attribute of stored rows")
            probe.expectEqual(shrubs.map(\.age), [nil, nil, nil], "a new attribute of stored rows")
            probe.expectEqual(shrubs.map(\.color), [nil, nil, nil], "a new attribute in first place of stored rows")
            probe.expectEqual(shrubs.map(\.persistentModelID.primaryKey), identifiers, "the keys of stored rows")
            shrubs.first?.age = 5
            shrubs.last?.color = "red"
            try context.save()
            try container.close()
            container = try probe.open(ShrubWithMore.self)
            let again = ModelContext(container)
            let (five, nothing): (Int?, Int?) = (5, nil)
            probe.expectEqual(
                try again.all(ShrubWithMore.self, #Predicate { $0.age == five }).map(\.name), ["a"],
                "the rows by the new attribute's value")
            probe.expectEqual(
                try again.all(ShrubWithMore.self, #Predicate { $0.age == nothing }).map(\.name), ["b", "c"],
                "the rows without a value of the new attribute")
            probe.expectEqual(try again.all(ShrubWithMore.self).map(\.color), [nil, nil, "red"], "the new texts")
        },
        ContractClause(
            "SCH-010", "A new index answers for rows that were stored before it.",
            requires: [.persistence, .schemaGrowth]
        ) { probe in
            try plantShrubs(probe)
            let context = try probe.context(ShrubWithUnique.self)
            let note: String? = "z"
            probe.expectEqual(
                try context.all(ShrubWithUnique.self, #Predicate { $0.row == 3 && $0.note == note }).map(\.name), ["c"],
                "the rows by a new index of two attributes")
            probe.expectEqual(
                try context.all(ShrubWithUnique.self, #Predicate { $0.name == "b" }).map(\.row), [2],
                "the rows by a new unique attribute")
            probe.expectEqual(
                try context.all(ShrubWithUnique.self, by: SortDescriptor(\.row, order: .reverse)).map(\.name),
                ["c", "b", "a"], "the rows in the order of a new index")
        },
        ContractClause(
            "SCH-011",
            "An attribute that becomes unique is unique from then on, also against rows that were stored before.",
            requires: [.persistence, .schemaGrowth]
        ) { probe in
            let keys = try plantShrubs(probe)
            let container = try probe.open(ShrubWithUnique.self)
            let shrub = ShrubWithUnique("b", row: 20)
            try ModelContext(container).add(shrub)
            let found = try ModelContext(container).all(ShrubWithUnique.self)
            probe.expectEqual(
                found.map { "\($0.name)\($0.row)" }, ["a1", "b20", "c3"], "the rows after saving a known name")
            probe.expectEqual(found.map(\.persistentModelID.primaryKey), keys, "the keys after saving a known name")
        },
        ContractClause(
            "SCH-012", "A renamed attribute keeps its values bit for bit, and is found by them under its new name.",
            requires: [.persistence, .schemaGrowth]
        ) { probe in
            try plantShrubs(probe, name: "e\u{301}", height: -0.0)
            var container = try probe.open(ShrubRenamed.self)
            for round in 1...2 {
                let context = ModelContext(container)
                let shrubs = try context.all(ShrubRenamed.self)
                probe.expectEqual(
                    shrubs.map { Array($0.title.utf8) }, ["e\u{301}", "b", "c"].map { Array($0.utf8) },
                    "the bytes of the renamed texts at opening \(round)")
                probe.expectEqual(
                    shrubs.map(\.size.bitPattern), [(-0.0).bitPattern, 2.0.bitPattern, 3.0.bitPattern],
                    "the bits of the renamed numbers at opening \(round)")
                probe.expectEqual(shrubs.map(\.line), [1, 2, 3], "the renamed integers at opening \(round)")
                probe.expectEqual(shrubs.map(\.remark), ["x", nil, "z"], "the renamed optionals at opening \(round)")
                let composed = "\u{e9}"
                probe.expectEqual(
                    try context.all(ShrubRenamed.self, #Predicate { $0.title == composed && $0.line == 1 }).count, 1,
                    "the rows by their renamed attributes at opening \(round)")
                try container.close()
                container = try probe.open(ShrubRenamed.self)
            }
        },
        ContractClause(
            "SCH-013", "An attribute that is no longer declared, or stands elsewhere, takes nothing from the others.",
            requires: [.persistence, .schemaGrowth]
        ) { probe in
            try plantShrubs(probe)
            var container = try probe.open(ShrubWithLess.self)
            let context = ModelContext(container)
            var found = try context.all(ShrubWithLess.self)
            probe.expectEqual(found.map { "\($0.name)\($0.row)" }, ["a1", "b2", "c3"], "what is still declared")
            found.first?.row = 10
            try context.add(ShrubWithLess("d"))
            try container.close()
            container = try probe.open(ShrubWithLess.self)
            found = try ModelContext(container).all(ShrubWithLess.self)
            probe.expectEqual(found.map { "\($0.name)\($0.row)" }, ["a10", "b2", "c3", "d0"], "the rows after a save")
        },
        ContractClause(
            "SCH-014", "History and identifiers stay what they were when the schema grows.",
            requires: [.persistence, .schemaGrowth, .history]
        ) { probe in
            let first = try probe.openStore(Shrub1.self)
            let identifier = first.identifier
            try first.close()
            try plantShrubs(probe)
            let context = try probe.context(ShrubWithMore.self, Leaf.self)
            let history = try context.history()
            probe.expectEqual(history.count, 1, "the transactions that are left after the schema grew")
            probe.expectEqual(history.first?.changes.count, 3, "the changes of the transaction before the schema grew")
            let token = try probe.require(history.first?.token, "the token of the transaction before the schema grew")
            try context.add(Leaf("new"))
            let later = try context.history(after: token)
            probe.expectEqual(later.count, 1, "the transactions after a token from before the schema grew")
            probe.expectEqual(later.first?.storeIdentifier, identifier, "the store's identifier after the schema grew")
        },
        ContractClause(
            "SCH-015",
            "A store that is open while another opening adds to its schema goes on, or refuses with `schemaMismatch`; "
                + "no row is lost or mixed up.",
            requires: [.persistence, .multipleOpenings, .schemaGrowth]
        ) { probe in
            let old = try probe.open(Shrub1.self)
            try ModelContext(old).add(Shrub1("a", height: 1, row: 1, note: "x"))
            let new = ModelContext(try probe.open(ShrubWithMore.self))
            probe.expectEqual(try new.all(ShrubWithMore.self).map(\.name), ["a"], "the rows of the grown opening")
            var names = ["a"]
            do {
                try ModelContext(old).add(Shrub1("b", height: 2, row: 2, note: "y"))
                names.append("b")
            } catch let error as StoreError {
                probe.expectEqual(error.code, .schemaMismatch, "the error of a save through the older opening")
            }
            do {
                let seen = try ModelContext(old).all(Shrub1.self)
                probe.expectEqual(seen.map(\.name), names, "the rows of the older opening")
                probe.expectEqual(seen.first?.note, "x", "an attribute of the older opening")
            } catch let error as StoreError {
                probe.expectEqual(error.code, .schemaMismatch, "the error of a fetch through the older opening")
            }
            let found = try ModelContext(new.container).all(ShrubWithMore.self)
            probe.expectEqual(found.map(\.name), names, "the rows of the grown opening afterwards")
            probe.expectEqual(
                found.map(\.age), names.map { _ in nil }, "the new attribute of rows of the older opening")
        },
    ]

    /// Three shrubs in a store that is closed again; returns their keys.
    @discardableResult
    static func plantShrubs(_ probe: ContractProbe, name: String = "a", height: Double = 1) throws -> [Int64] {
        let container = try probe.open(Shrub1.self)
        let shrubs = [
            Shrub1(name, height: height, row: 1, note: "x"), Shrub1("b", height: 2, row: 2),
            Shrub1("c", height: 3, row: 3, note: "z"),
        ]
        let context = ModelContext(container)
        try context.add(shrubs[0], shrubs[1], shrubs[2])
        let keys = shrubs.map(\.persistentModelID.primaryKey)
        try container.close()
        return keys
    }
}
