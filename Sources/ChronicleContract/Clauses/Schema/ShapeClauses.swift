import Foundation

extension ContractChapter {
    /// Names and shapes of models.
    static let shapeClauses: [ContractClause] = [
        ContractClause(
            "SCH-001",
            "Names of entities and attributes may be any text: keywords, quotes, spaces, paths, any script."
        ) { probe in
            var context = try probe.context(Weed.self)
            let weed = Weed("a")
            for (number, path) in Weed.numbers.enumerated() { weed[keyPath: path] = number + 1 }
            weed.from = "f"
            weed.名前 = "n"
            try context.add(weed, Weed("b"))
            if try probe.capabilities().persistence {
                try context.container.close()
                context = try probe.context(Weed.self)
            } else {
                context = ModelContext(context.container)
            }
            let found = try probe.require(
                try context.all(Weed.self, #Predicate { $0.order == "a" && $0.rowid == 7 && $0.größe == 10 }).first,
                "the row that conditions on `order`, `rowid` and `größe` select")
            probe.expectEqual(
                Weed.numbers.map { found[keyPath: $0] }, Array(1...Weed.numbers.count),
                "the numbers of attributes with such names")
            probe.expectEqual([found.from, found.名前], ["f", "n"], "the texts of attributes with such names")
            let sorted = try context.all(Weed.self, by: SortDescriptor(\.group, order: .reverse))
            probe.expectEqual(sorted.map(\.order), ["a", "b"], "the rows sorted by `group`")
        },
        ContractClause("SCH-002", "Names that a store could want for itself belong to the models that have them.") {
            probe in
            var container = try probe.open(SystemTable1.self, SystemTable2.self, SystemTable3.self, SystemTable4.self)
            let context = ModelContext(container)
            try context.add(SystemTable1("1"), SystemTable2("2"), SystemTable3("3"), SystemTable4("4"))
            if try probe.capabilities().persistence {
                try container.close()
                container = try probe.open(SystemTable1.self, SystemTable2.self, SystemTable3.self, SystemTable4.self)
            }
            let other = ModelContext(container)
            probe.expectEqual(try other.all(SystemTable1.self).map(\.name), ["1"], "the rows of sqlite_master")
            probe.expectEqual(try other.all(SystemTable2.self).map(\.name), ["2"], "the rows of chronicle_metadata")
            probe.expectEqual(try other.all(SystemTable3.self).map(\.name), ["3"], "the rows of history")
            probe.expectEqual(try other.all(SystemTable4.self).map(\.name), ["4"], "the rows of ..")
        },
        ContractClause(
            "SCH-003", "Names of entities and attributes may have 300 characters.", cases: ["H25"]
        ) { probe in
            var context = try probe.context(LongName.self)
            try context.add(LongName("a"), LongName("b"))
            try context.add(LongName("a"))
            if try probe.capabilities().persistence {
                try context.container.close()
                context = try probe.context(LongName.self)
            }
            let names = try context.all(LongName.self).map { $0[keyPath: LongName.name] }
            probe.expectEqual(names, ["a", "b"], "the rows of an entity with a long name")
        },
        ContractClause("SCH-004", "An entity may have more attributes than a machine word has bits.") { probe in
            let container = try probe.open(Hedge.self)
            let context = ModelContext(container)
            let hedge = Hedge("a")
            for (number, path) in Hedge.numbers.enumerated() { hedge[keyPath: path] = number }
            try context.add(hedge)
            let other = ModelContext(container)
            let found = try probe.require(try other.all(Hedge.self).first, "the row")
            probe.expectEqual(
                Hedge.numbers.map { found[keyPath: $0] }, Array(0..<70), "70 attributes after they were saved")
            found.a69 = -69
            found.a64 = -64
            hedge.a63 = -63
            try other.save()
            try context.save()
            let last = try probe.require(
                try ModelContext(container).all(Hedge.self, #Predicate { $0.a69 == -69 }).first,
                "the row by its 70th attribute")
            probe.expectEqual(
                [last.a63, last.a64, last.a69, last.a00, last.a68], [-63, -64, -69, 0, 68],
                "attributes after changes of the 64th, 65th and 70th in two contexts")
        },
        ContractClause("SCH-005", "An entity may have a single attribute, or none that is stored.") { probe in
            let container = try probe.open(Moss.self, Stone.self)
            let context = ModelContext(container)
            let (stone, moss) = (Stone(), Moss("m"))
            try context.add(stone, moss, Stone())
            let other = ModelContext(container)
            probe.expectEqual(try other.all(Moss.self).map(\.name), ["m"], "the rows of one attribute")
            probe.expectEqual(try other.all(Stone.self).count, 2, "the rows without attributes")
            context.delete(stone)
            try context.save()
            probe.expectEqual(
                try ModelContext(container).all(Stone.self).count, 1, "the rows without attributes after a deletion")
        },
        ContractClause(
            "SCH-006",
            "Each unique group and each index is kept, also where the names of their attributes join to one text."
        ) { probe in
            let store = try probe.openStore(Fern.self)
            let names = store.schema.entities[0].indexes.map { $0.name.lowercased() }
            probe.expectEqual(Set(names).count, names.count, "the different names among the indexes \(names)")
            try store.close()
            let persists = try probe.capabilities().persistence
            for round in 1...2 {
                let container = try probe.open(Fern.self)
                let context = ModelContext(container)
                if round == 1 || !persists { try context.add(Fern("1", "x", "y")) }
                // One collides by the single attribute, one by the pair, the third by neither.
                try context.add(Fern("1", "p", "q"))
                try context.add(Fern("2", "p", "q"))
                try context.add(Fern("3", "p", "y"))
                let found = try ModelContext(container).all(Fern.self, by: SortDescriptor(\.a_b))
                probe.expectEqual(
                    found.map { "\($0.a_b) \($0.a)\($0.b)" }, ["2 pq", "3 py"], "the rows at opening \(round)")
                try container.close()
            }
        },
        ContractClause(
            "SCH-007", "A store opens for its entities in any order, and for some of them; the others keep their rows.",
            requires: [.persistence, .schemaGrowth]
        ) { probe in
            let first = try probe.open(Leaf.self, Moss.self, Shrub1.self)
            try ModelContext(first).add(Leaf("l"), Moss("m"), Shrub1("s"))
            try first.close()
            let second = try probe.open(Shrub1.self, Leaf.self)
            let context = ModelContext(second)
            probe.expectEqual(
                try context.all(Shrub1.self).map(\.name), ["s"], "the rows of the entity that is first now")
            probe.expectEqual(
                try context.all(Leaf.self).map(\.name), ["l"], "the rows of the entity that is second now")
            try context.add(Leaf("l2"))
            try second.close()
            let third = try probe.context(Moss.self, Leaf.self, Shrub1.self)
            probe.expectEqual(try third.all(Moss.self).map(\.name), ["m"], "the rows of the entity that was left out")
            probe.expectEqual(try third.all(Leaf.self).map(\.name), ["l", "l2"], "the rows of the entity that moved")
        },
    ]
}
