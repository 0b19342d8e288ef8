import Foundation

extension ContractChapter {
    /// Schemas that a store cannot be opened for.
    static let refusedGrowthClauses: [ContractClause] = [
        ContractClause(
            "SCH-016", "An attribute whose type has changed is refused with `schemaMismatch` naming the entity.",
            requires: [.persistence]
        ) { probe in
            try plantShrubs(probe)
            let error = probe.expectStoreError(.schemaMismatch, from: "opening with an attribute of another type") {
                _ = try probe.openStore(ShrubOfAnotherType.self)
            }
            if let error {
                probe.expect(
                    error.message.contains("Shrub") || error.entity == "Shrub",
                    "the error does not name Shrub: \(error)")
            }
            try expectShrubs(probe)
        },
        ContractClause(
            "SCH-017",
            "A new attribute that needs a value which stored rows do not have is refused with `schemaMismatch`.",
            requires: [.persistence]
        ) { probe in
            try plantShrubs(probe)
            probe.expectStoreError(.schemaMismatch, from: "opening with a new attribute that needs a value") {
                _ = try probe.openStore(ShrubInNeed.self)
            }
            try expectShrubs(probe)
        },
        ContractClause(
            "SCH-018", "A new unique attribute whose values stored rows share is refused with `schemaMismatch`.",
            requires: [.persistence]
        ) { probe in
            // Equal in two spellings.
            let container = try probe.open(Shrub1.self)
            try ModelContext(container).add(Shrub1("e\u{301}"), Shrub1("\u{e9}"))
            try container.close()
            probe.expectStoreError(.schemaMismatch, from: "opening with a unique attribute that rows share") {
                _ = try probe.openStore(ShrubWithUnique.self)
            }
            let context = try probe.context(Shrub1.self)
            probe.expectEqual(try context.all(Shrub1.self).count, 2, "the rows after the refused opening")
        },
        ContractClause(
            "SCH-019", "A refused opening leaves no part of the change behind.",
            requires: [.persistence, .schemaGrowth]
        ) { probe in
            try plantShrubs(probe)
            // The new entity and the rest could be added; the attribute in need cannot.
            probe.expectStoreError(.schemaMismatch, from: "opening for a schema of which a part does not fit") {
                _ = try probe.openStore(Leaf.self, ShrubInNeed.self, Moss.self)
            }
            try expectShrubs(probe)
            let context = try probe.context(ShrubWithMore.self)
            probe.expectEqual(
                try context.all(ShrubWithMore.self).map(\.age), [nil, nil, nil],
                "a new attribute after a refused opening")
        },
        ContractClause(
            "SCH-020",
            "A store whose schema cannot grow refuses others with `schemaMismatch`, and opens for its own as before.",
            requires: [.persistence], lacking: [.schemaGrowth]
        ) { probe in
            try plantShrubs(probe)
            probe.expectStoreError(.schemaMismatch, from: "opening with a new optional attribute") {
                _ = try probe.openStore(ShrubWithMore.self)
            }
            probe.expectStoreError(.schemaMismatch, from: "opening with renamed attributes") {
                _ = try probe.openStore(ShrubRenamed.self)
            }
            probe.expectStoreError(.schemaMismatch, from: "opening with a new entity") {
                _ = try probe.openStore(Shrub1.self, Leaf.self)
            }
            try expectShrubs(probe)
        },
        ContractClause(
            "SCH-021",
            "A store whose schema cannot grow refuses an opening for another schema while it is open, and goes on.",
            requires: [.multipleOpenings], lacking: [.schemaGrowth]
        ) { probe in
            let container = try probe.open(Shrub1.self)
            let context = ModelContext(container)
            try context.add(Shrub1("a"))
            probe.expectStoreError(.schemaMismatch, from: "a second opening for a grown schema") {
                _ = try probe.openStore(ShrubWithMore.self)
            }
            probe.expectStoreError(.schemaMismatch, from: "a second opening for other entities") {
                _ = try probe.openStore(Leaf.self)
            }
            try context.add(Shrub1("b"))
            let second = try probe.context(Shrub1.self)
            probe.expectEqual(
                try second.all(Shrub1.self).map(\.name), ["a", "b"], "the rows after the refused openings")
        },
    ]

    /// What ``plantShrubs(_:name:height:)`` left must be there, and be writable.
    private static func expectShrubs(_ probe: ContractProbe) throws {
        let container = try probe.open(Shrub1.self)
        let context = ModelContext(container)
        let shrubs = try context.all(Shrub1.self)
        probe.expectEqual(
            shrubs.map { "\($0.name) \($0.height) \($0.row) \($0.note ?? "nil")" },
            ["a 1.0 1 x", "b 2.0 2 nil", "c 3.0 3 z"], "the rows after the refused opening")
        shrubs.first?.note = "x"
        shrubs.last?.note = "changed"
        try context.save()
        shrubs.last?.note = "z"
        try context.save()
        try container.close()
    }
}
