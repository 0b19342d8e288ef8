import Foundation

extension TombstoneClauses {
    /// When a tombstone is made, and of what.
    static let occasions: [ContractClause] = [
        ContractClause(
            "TMB-007", "A tombstone has the values as last saved, not those of edits that were never saved.",
            requires: [.history], cases: ["H06"]
        ) {
            probe in
            let context = try probe.context(Relic.self)
            let relic = Relic("first", note: "first")
            try context.add(relic)
            relic.note = "second"
            try context.save()
            relic.name = "third"
            relic.note = "third"
            context.delete(relic)
            try context.save()
            let tombstone = try tombstone(of: Relic.self, in: context, probe)
            probe.expectEqual(tombstone[\.name] as? String, "first", "the name as last saved")
            probe.expectEqual(tombstone[\.note] as? String, "second", "the note as last saved")
        },
        ContractClause(
            "TMB-008", "When one request changes and deletes a row, the tombstone has the value from before it.",
            requires: [.history], cases: ["H06"]
        ) {
            probe in
            let entries = try EntryStore(probe)
            let key = try entries.add([try entries.values(mark: "before")])[0]
            _ = try entries.store.save(try entries.request(updates: [key: [("mark", .text("within"))]], deletes: [key]))
            let change = try entries.history().fetchHistory(HistoryRequest()).last?.changes.first
            probe.expectEqual(change?.operation, .delete, "the operation of the change")
            probe.expectEqual(change?.tombstone["mark"], .text("before"), "the preserved value")
        },
        ContractClause(
            "TMB-009", "Rows deleted by condition leave their tombstones.", requires: [.history], cases: ["H06", "H10"]
        ) { probe in
            let context = try probe.context(Plot.self)
            for number in 0..<50 { context.insert(Plot("plot \(number)", area: number)) }
            try context.save()
            let reader = ModelContext(context.container)
            try reader.delete(model: Plot.self, where: #Predicate { $0.area < 30 })
            try reader.save()
            let names = try tombstones(of: Plot.self, in: reader).values.compactMap { $0[\.name] as? String }
            probe.expectEqual(Set(names), Set((0..<30).map { "plot \($0)" }), "the names in the tombstones")
        },
        ContractClause(
            "TMB-010", "Children that go with a deleted model leave their tombstones.", requires: [.history],
            cases: ["H06"]
        ) { probe in
            let context = try probe.context(Plot.self)
            let plot = Plot("parent")
            context.insert(plot)
            for number in 0..<3 { context.insert(Plant("plant \(number)", plot: plot, secret: "not kept")) }
            try context.save()
            let reader = ModelContext(context.container)
            try reader.delete(model: Plot.self)
            try reader.save()
            let found = try tombstones(of: Plant.self, in: reader).values
            probe.expectEqual(
                Set(found.compactMap { $0[\.label] as? String }), ["plant 0", "plant 1", "plant 2"],
                "the labels in the tombstones")
            probe.expect(
                found.allSatisfy { $0[\.secret] == nil }, "a child's tombstone has a value that is not preserved")
        },
        ContractClause(
            "TMB-011", "A tombstone is the same after the store was reopened.", requires: [.history, .persistence],
            cases: ["H06"]
        ) { probe in
            let container = try probe.open(Relic.self)
            let writer = ModelContext(container)
            let relic = Relic("kept", note: nil)
            relic.spot = Spot(row: 2, depth: -0.5)
            relic.at = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
            relic.price = Decimal(string: "-0.07") ?? 0
            try writer.add(relic)
            writer.delete(relic)
            try writer.save()
            try container.close()
            let context = try probe.context(Relic.self)
            let tombstone = try tombstone(of: Relic.self, in: context, probe)
            probe.expectEqual(tombstone[\.name] as? String, "kept", "the preserved text")
            probe.expectEqual(tombstone[\.spot] as? Spot, Spot(row: 2, depth: -0.5), "the preserved composite")
            probe.expectEqual(
                tombstone[\.at] as? Date, Date(timeIntervalSinceReferenceDate: 0.1 + 0.2), "the preserved date")
            probe.expectEqual(tombstone[\.price] as? Decimal, Decimal(string: "-0.07"), "the preserved decimal")
            probe.expect(
                tombstone[\.note] == nil, "a text that was nil reads as \(String(describing: tombstone[\.note]))")
        },
        ContractClause("TMB-012", "Inserts and updates keep no values in history.", requires: [.history]) { probe in
            let entries = try EntryStore(probe)
            let key = try entries.add([try entries.values(mark: "first")])[0]
            _ = try entries.store.save(try entries.request(updates: [key: [("mark", .text("second"))]]))
            for change in try entries.history().fetchHistory(HistoryRequest()).flatMap(\.changes) {
                probe.expectEqual(change.tombstone, [:], "what the \(change.operation) of a row keeps")
            }
        },
        ContractClause(
            "TMB-013", "A model without preserved attributes leaves an empty tombstone.", requires: [.history]
        ) { probe in
            let context = try probe.context(Ash.self)
            let ash = Ash("word")
            try context.add(ash)
            context.delete(ash)
            try context.save()
            let tombstone = try tombstone(of: Ash.self, in: context, probe)
            probe.expectEqual(tombstone.map(\.name), [], "the names in the tombstone")
            probe.expect(tombstone[\.word] == nil, "the tombstone has an attribute that is not preserved")
        },
        ContractClause(
            "TMB-014", "After an upsert a deletion keeps the values that the upsert brought.", requires: [.history],
            cases: ["H20"]
        ) { probe in
            let context = try probe.context(Relic.self, Plot.self)
            try context.add(Plot("caf\u{E9}", area: 1))
            let second = Plot("cafe\u{301}", area: 2)
            try ModelContext(context.container).add(second)
            let reader = ModelContext(context.container)
            try reader.delete(model: Plot.self)
            try reader.save()
            let tombstone = try tombstone(of: Plot.self, in: reader, probe)
            probe.expectEqual(
                (tombstone[\.name] as? String).map { Array($0.utf8) }, Array("cafe\u{301}".utf8),
                "the bytes of the preserved name")
        },
    ]
}
