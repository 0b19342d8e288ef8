import Foundation

extension ContractChapter {
    /// The absence of a value, and values that take each other's place.
    static let absenceClauses: [ContractClause] = [
        ContractClause(
            "VAL-019", "An optional attribute of any type that is nil comes back nil, not as an empty value."
        ) {
            probe in
            let container = try probe.open(MaybeSpecimen.self)
            try ModelContext(container).add(MaybeSpecimen(1))
            let found = try probe.require(try ModelContext(container).all(MaybeSpecimen.self).first, "the row")
            probe.expectEqual(
                found.presence, found.presence.map { _ in false }, "which attributes of a model without values have one"
            )
        },
        ContractClause("VAL-020", "Zero, false, empty texts and empty data are values, not nil.") { probe in
            let container = try probe.open(MaybeSpecimen.self)
            let specimen = MaybeSpecimen(1)
            specimen.setToNothing()
            try ModelContext(container).add(specimen)
            let found = try probe.require(try ModelContext(container).all(MaybeSpecimen.self).first, "the row")
            probe.expectEqual(
                found.presence, found.presence.map { _ in true },
                "which attributes of a model with empty values have one")
            probe.expectEqual(found.text, "", "the empty text")
            probe.expectEqual(found.data, Data(), "the empty data")
            probe.expectEqual(found.flag, false, "the Boolean")
            probe.expectEqual(found.uint64, 0, "the UInt64")
        },
        ContractClause("VAL-021", "Attributes of any type can be set from nil to a value, and back to nil.") { probe in
            let container = try probe.open(MaybeSpecimen.self)
            let context = ModelContext(container)
            let specimen = MaybeSpecimen(1)
            try context.add(specimen)
            specimen.setToNothing()
            try context.save()
            var found = try probe.require(try ModelContext(container).all(MaybeSpecimen.self).first, "the row")
            probe.expectEqual(
                found.presence, found.presence.map { _ in true }, "which attributes have a value after they were set")
            specimen.setToNil()
            try context.save()
            found = try probe.require(try ModelContext(container).all(MaybeSpecimen.self).first, "the row")
            probe.expectEqual(
                found.presence, found.presence.map { _ in false }, "which attributes have a value after nil was set")
        },
        ContractClause(
            "VAL-022",
            "A value that replaces one of another length takes all of its place, and nothing of its neighbours'.",
            level: .stochastic
        ) { probe in
            var random = SeededGenerator(seed: probe.seed)
            let store = try probe.openStore(Leaf.self)
            var rows = (0..<20).map { LeafRow("\($0)", count: $0) }
            let keys = try store.addLeaves(rows)
            for _ in 0..<60 {
                var request = SaveRequest(timestamp: Date())
                for _ in 0..<3 {
                    let row = random.number(below: rows.count)
                    let length = random.pick([0, 1, 7, 200, 5000])
                    rows[row].note = random.once(in: 4) ? nil : String(repeating: "\(row % 10)", count: length)
                    rows[row].count = Int(truncatingIfNeeded: random.next())
                    request.updates.append(
                        RowUpdate(
                            row: try store.leafReference(keys[row]),
                            values: [(1, rows[row].values[1]), (2, rows[row].values[2])]))
                }
                _ = try store.save(request)
            }
            for (row, seen) in zip(rows, try store.leaves()) {
                probe.expectEqual(seen, row, "the row after 60 saves of changes of any length")
            }
            probe.expectEqual(try store.leaves(keys: keys), rows, "the rows by key")
        },
        ContractClause(
            "VAL-023", "Setting another spelling of a text, or -0.0 over 0.0, is a change and is stored.",
            cases: ["H15", "H16"]
        ) { probe in
            let container = try probe.open(ValueKinds.self)
            let context = ModelContext(container)
            let specimen = ValueKinds(1)
            specimen.text = "caf\u{e9}"
            try context.add(specimen)
            specimen.text = "cafe\u{301}"
            specimen.double = -0.0
            try context.save()
            let found = try probe.require(try ModelContext(container).all(ValueKinds.self).first, "the row")
            probe.expectEqual(Array(found.text.utf8), Array("cafe\u{301}".utf8), "the bytes of the new spelling")
            probe.expectEqual(found.double.bitPattern, (-0.0).bitPattern, "the bits of the new number")
        },
        ContractClause(
            "VAL-024", "Saving what was read changes nothing and leaves no history.", requires: [.history],
            cases: ["H17", "H31"]
        ) { probe in
            let container = try probe.open(ValueKinds.self)
            let context = ModelContext(container)
            let specimen = ValueKinds(1)
            specimen.date = Date(timeIntervalSince1970: 1_700_000_000.1)
            specimen.decimal = Decimal(string: "0.1") ?? 0
            specimen.double = 0.1
            specimen.text = "cafe\u{301}"
            try context.add(specimen)
            let other = ModelContext(container)
            let found = try probe.require(try other.all(ValueKinds.self).first, "the row")
            found.date = Date(timeIntervalSinceReferenceDate: found.date.timeIntervalSinceReferenceDate)
            found.decimal = found.decimal + 0
            found.double = found.double * 1
            found.text = String(decoding: Array(found.text.utf8), as: UTF8.self)
            try other.save()
            probe.expectEqual(try other.history().count, 1, "the transactions after saving what was read")

            let store = try probe.openStore(Leaf.self, at: try probe.anotherPlace())
            let row = LeafRow("e\u{301}", count: 3)
            let key = try store.addLeaves(row)[0]
            let before = try store.historySequence()
            var request = SaveRequest(timestamp: Date())
            request.updates = [
                RowUpdate(
                    row: try store.leafReference(key), values: row.values.enumerated().map { ($0.offset, $0.element) })
            ]
            let result = try store.save(request)
            probe.expectEqual(result.sequence, nil, "the sequence of a save that sets what is there")
            probe.expectEqual(result.changes.count, 0, "the changes of a save that sets what is there")
            probe.expectEqual(try store.historySequence(), before, "the position after a save that sets what is there")
        },
    ]
}
