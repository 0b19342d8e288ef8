import Foundation

extension TombstoneClauses {
    /// What a tombstone holds.
    static let values: [ContractClause] = [
        ContractClause(
            "TMB-001", "A tombstone has the preserved value of every kind, exactly as it was saved.",
            requires: [.history], cases: ["H06", "H16", "H17"]
        ) {
            probe in
            let context = try probe.context(Relic.self)
            let relic = Relic("cafe\u{301} ab\0cd")
            relic.number = .min
            relic.big = .max
            relic.ratio = 0.1 + 0.2
            relic.isOn = true
            relic.at = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
            relic.price = Decimal(string: "12345678901234567.89") ?? 0
            relic.bytes = Data([0, 255, 0])
            relic.stage = .grown
            relic.note = ""
            relic.spot = Spot(row: 3, depth: nil)
            try context.add(relic)
            context.delete(relic)
            try context.save()
            let tombstone = try tombstone(of: Relic.self, in: context, probe)
            probe.expectEqual(
                (tombstone[\.name] as? String).map { Array($0.utf8) }, Array("cafe\u{301} ab\0cd".utf8),
                "the bytes of the preserved text")
            probe.expectEqual(tombstone[\.number] as? Int, .min, "the preserved integer")
            probe.expectEqual(tombstone[\.big] as? UInt64, .max, "the preserved unsigned integer")
            probe.expectEqual(tombstone[\.ratio] as? Double, 0.1 + 0.2, "the preserved double")
            probe.expectEqual(tombstone[\.isOn] as? Bool, true, "the preserved Boolean")
            probe.expectEqual(
                tombstone[\.at] as? Date, Date(timeIntervalSinceReferenceDate: 0.1 + 0.2), "the preserved date")
            probe.expectEqual(
                tombstone[\.price] as? Decimal, Decimal(string: "12345678901234567.89"), "the preserved decimal")
            probe.expectEqual(
                tombstone[\.mark] as? UUID, UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
                "the preserved UUID")
            probe.expectEqual(tombstone[\.bytes] as? Data, Data([0, 255, 0]), "the preserved data")
            probe.expectEqual(tombstone[\.stage] as? Stage, .grown, "the preserved enum")
            probe.expectEqual(tombstone[\.note] as? String, "", "the preserved empty text")
            probe.expectEqual(tombstone[\.spot] as? Spot, Spot(row: 3, depth: nil), "the preserved composite")
        },
        ContractClause(
            "TMB-002", "A tombstone has nothing of the attributes that are not preserved.", requires: [.history],
            cases: ["H06"]
        ) { probe in
            let context = try probe.context(Relic.self)
            let relic = Relic("a")
            relic.secret = "secret"
            relic.secretNumber = 7
            try context.add(relic)
            context.delete(relic)
            try context.save()
            let tombstone = try tombstone(of: Relic.self, in: context, probe)
            probe.expect(
                tombstone[\.secret] == nil, "the tombstone has the value of an attribute that is not preserved")
            probe.expect(
                tombstone[\.secretNumber] == nil, "the tombstone has the number of an attribute that is not preserved")
            let names = tombstone.map(\.name)
            probe.expect(!names.contains { $0.hasPrefix("secret") || $0 == "keeper" }, "the tombstone names \(names)")
        },
        ContractClause(
            "TMB-003", "A store's record of a deletion has a value for each preserved column and for no other.",
            requires: [.history], cases: ["H06"]
        ) {
            probe in
            let entries = try EntryStore(probe)
            let keys = try entries.add([
                try entries.values(number: 1, word: "private", note: "private", mark: "kept"),
                try entries.values(mark: nil),
            ])
            _ = try entries.store.save(try entries.request(deletes: keys))
            let changes = try entries.history().fetchHistory(HistoryRequest()).last?.changes ?? []
            let marks = Dictionary(uniqueKeysWithValues: changes.map { ($0.key, $0.tombstone["mark"] ?? .null) })
            probe.expectEqual(marks, [keys[0]: .text("kept"), keys[1]: .null], "the preserved values by key")
            for change in changes {
                probe.expectEqual(
                    change.tombstone.keys.filter { $0 != "mark" }, [], "the columns kept beside the preserved one")
            }
        },
        ContractClause("TMB-004", "A preserved attribute that had no value reads as nil.", requires: [.history]) {
            probe in
            let context = try probe.context(Relic.self)
            let relic = Relic("a")
            try context.add(relic)
            context.delete(relic)
            try context.save()
            let tombstone = try tombstone(of: Relic.self, in: context, probe)
            probe.expect(
                tombstone[\.note] == nil, "a text that was nil reads as \(String(describing: tombstone[\.note]))")
            probe.expect(
                tombstone[\.stage] == nil, "an enum that was nil reads as \(String(describing: tombstone[\.stage]))")
            probe.expectEqual(tombstone[\.number] as? Int, 0, "a number that was zero")
        },
        ContractClause(
            "TMB-005", "A tombstone has a preserved value of two million bytes whole.", requires: [.history],
            cases: ["H06"]
        ) { probe in
            let context = try probe.context(Relic.self)
            let limits = context.container.limits
            let text = String(repeating: "seed ", count: min(2_000_000, limits.textBytes ?? .max) / 5)
            let data = Data(repeating: 7, count: min(2_000_000, limits.dataBytes ?? .max))
            let relic = Relic(text)
            relic.bytes = data
            try context.add(relic)
            context.delete(relic)
            try context.save()
            let tombstone = try tombstone(of: Relic.self, in: context, probe)
            probe.expect(
                tombstone[\.name] as? String == text,
                "the preserved text of \(text.utf8.count) bytes is not as it was saved")
            probe.expect(
                tombstone[\.bytes] as? Data == data, "the preserved data of \(data.count) bytes is not as it was saved")
        },
        ContractClause(
            "TMB-006", "A tombstone lists its values in the order of the attributes' declaration.", requires: [.history]
        ) { probe in
            let context = try probe.context(Relic.self)
            let relic = Relic("a", note: "n")
            relic.stage = .cut
            relic.spot = Spot(row: 1, depth: 2)
            try context.add(relic)
            context.delete(relic)
            try context.save()
            probe.expectEqual(
                try tombstone(of: Relic.self, in: context, probe).map(\.name),
                ["name", "number", "big", "ratio", "isOn", "at", "price", "mark", "bytes", "stage", "note", "spot"],
                "the names of the preserved values")
        },
    ]
}
