import Foundation

extension ContractChapter {
    /// New attributes that stored rows have a value for.
    static let defaultClauses: [ContractClause] = [
        ContractClause(
            "SCH-022",
            "A new attribute with a default value has it in stored rows: it is read, found by index, and changed.",
            requires: [.persistence, .schemaGrowth]
        ) { probe in
            try plantShrubs(probe)
            var container = try probe.open(ShrubWithDefaults.self)
            let context = ModelContext(container)
            let found = try context.all(ShrubWithDefaults.self)
            probe.expectEqual(
                found.map { "\($0.name) \($0.isPruned) \($0.kind) \($0.count)" },
                ["a true wild 3", "b true wild 3", "c true wild 3"], "the new attributes of stored rows")
            probe.expectEqual(
                try context.all(ShrubWithDefaults.self, #Predicate { $0.count == 3 && $0.isPruned }).count, 3,
                "the stored rows by the default value of a new indexed attribute")
            found.last?.count = 4
            found.last?.kind = "tame"
            try context.save()
            try container.close()
            container = try probe.open(ShrubWithDefaults.self)
            let again = ModelContext(container)
            probe.expectEqual(
                try again.all(ShrubWithDefaults.self).map { "\($0.kind) \($0.count)" }, ["wild 3", "wild 3", "tame 4"],
                "the new attributes after one row was changed")
            probe.expectEqual(
                try again.all(ShrubWithDefaults.self, #Predicate { $0.count == 3 }).map(\.name), ["a", "b"],
                "the rows by the default value after one row was changed")
        },
        ContractClause(
            "SCH-023",
            "A new optional composite is nil in stored rows; a new one with a default value, and a .codable one, have it.",
            requires: [.persistence, .schemaGrowth]
        ) { probe in
            try plantShrubs(probe)
            let container = try probe.open(ShrubWithComposites.self)
            let context = ModelContext(container)
            let found = try context.all(ShrubWithComposites.self)
            probe.expectEqual(found.map(\.name), ["a", "b", "c"], "the stored rows")
            probe.expectEqual(found.map(\.spot), [nil, nil, nil], "the optional composite of stored rows")
            probe.expectEqual(
                found.map(\.origin), found.map { _ in Spot(row: 4, depth: 0.5) }, "the composite of stored rows")
            probe.expectEqual(
                found.map(\.recipe), found.map { _ in Recipe(steps: ["cut"]) }, "the .codable attribute of stored rows")
            found.first?.spot = Spot(row: 9)
            try context.save()
            probe.expectEqual(
                try ModelContext(container).all(ShrubWithComposites.self, #Predicate { $0.origin.row == 4 }).map(
                    \.spot),
                [Spot(row: 9), nil, nil], "the optional composite after one row was changed")
        },
        ContractClause(
            "SCH-024", "An attribute that becomes optional keeps its values, and can be nil from then on.",
            requires: [.persistence, .schemaGrowth]
        ) { probe in
            try plantShrubs(probe)
            let container = try probe.open(ShrubRelaxed.self)
            let context = ModelContext(container)
            let found = try context.all(ShrubRelaxed.self)
            probe.expectEqual(found.map(\.name), ["a", "b", "c"], "the texts that have become optional")
            probe.expectEqual(found.map(\.height), [1, 2, 3], "the numbers that have become optional")
            found.first?.row = nil
            try context.save()
            let none: Int? = nil
            probe.expectEqual(
                try ModelContext(container).all(ShrubRelaxed.self, #Predicate { $0.row == none }).map(\.name), ["a"],
                "the rows without a value of an attribute that has become optional")
        },
    ]
}
