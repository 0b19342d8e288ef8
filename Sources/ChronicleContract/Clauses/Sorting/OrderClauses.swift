import Foundation

extension SortingClauses {
    /// In which order rows come.
    static let orders: [ContractClause] = [
        ContractClause("SRT-001", "Numbers come in the order of numbers, over each type's full range.") { probe in
            let ground = try SpecimenGround(probe)
            try ground.checkOrder(SortDescriptor(\.number), what: "by an integer")
            try ground.checkOrder(
                SortDescriptor(\.plainNumber, order: .reverse), what: "by an integer in no index, in reverse")
            try ground.checkOrder(SortDescriptor(\.big), what: "by a UInt64")
            try ground.checkOrder(SortDescriptor(\.tiny, order: .reverse), what: "by an Int8 in reverse")
            try ground.checkOrder(SortDescriptor(\.price), what: "by a Decimal")
        },
        ContractClause(
            "SRT-002", "Infinities are the ends of the order of doubles, and the two zeros tie.", cases: ["H16"]
        ) {
            probe in
            let ground = try SpecimenGround(probe)
            try ground.checkOrder(SortDescriptor(\.ratio), what: "by a Double")
            try ground.checkOrder(SortDescriptor(\.ratio, order: .reverse), what: "by a Double in reverse")
            try ground.checkOrder(SortDescriptor(\.plainRatio), what: "by a Double in no index")
        },
        ContractClause("SRT-003", "Dates and UUIDs come in Swift's order, to the last bit.", cases: ["H17"]) { probe in
            let ground = try SpecimenGround(probe)
            try ground.checkOrder(SortDescriptor(\.at), what: "by a Date")
            try ground.checkOrder(SortDescriptor(\.plainAt, order: .reverse), what: "by a Date in no index, in reverse")
            try ground.checkOrder(SortDescriptor(\.mark), what: "by a UUID")
        },
        ContractClause(
            "SRT-004", "Text comes in the order of the scalars of its composed form, not of numbers or of a language."
        ) {
            probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let sorted = [
                "", "A", "B", "a", "ab\0c", "abc", "b", "item10", "item9", "z", "z\u{E9}", "\u{E4}", "e\u{301}",
                "\u{EA}",
                "\u{FFFD}", "\u{1F1E9}",
            ]
            for name in sorted.reversed() { context.insert(Plot(name)) }
            try context.save()
            let reader = ModelContext(container)
            probe.expectEqual(
                try reader.all(Plot.self, by: SortDescriptor(\.name)).map(\.name), sorted, "the names in order")
            probe.expectEqual(
                try reader.all(Plot.self, by: SortDescriptor(\.name, order: .reverse)).map(\.name), sorted.reversed(),
                "the names in reverse")
        },
        ContractClause("SRT-005", "Two spellings of one text tie.", cases: ["H15"]) { probe in
            let container = try probe.open(Plot.self)
            let context = ModelContext(container)
            let notes = ["caf\u{E9}", "cafe\u{301}", "caf\u{E9}", "cafe\u{301}"]
            for (index, note) in notes.enumerated() { context.insert(Plot("\(index)", area: 9 - index, note: note)) }
            try context.save()
            let reader = ModelContext(container)
            probe.expectEqual(
                try reader.all(Plot.self, by: SortDescriptor(\.note), SortDescriptor(\.area)).map(\.name),
                ["3", "2", "1", "0"], "the rows of one text in two spellings, by a second key")
            probe.expectEqual(
                try reader.all(Plot.self, by: SortDescriptor(\.note, order: .reverse)).map(\.name),
                ["0", "1", "2", "3"],
                "the rows of one text in two spellings, in reverse")
        },
        ContractClause("SRT-006", "Rows without a value come first, and last in reverse.") { probe in
            let ground = try SpecimenGround(probe)
            try ground.checkOrder(SortDescriptor(\.maybeNumber), what: "by an optional integer")
            try ground.checkOrder(
                SortDescriptor(\.maybeNumber, order: .reverse), what: "by an optional integer in reverse")
            try ground.checkOrder(
                SortDescriptor(\.plainMaybeNumber, order: .reverse), what: "by one in no index, in reverse")
            try ground.checkOrder(SortDescriptor(\.maybeAt), what: "by an optional date")
            try ground.checkOrder(
                SortDescriptor(\.maybeRatio, order: .reverse), what: "by an optional double in reverse")
        },
        ContractClause(
            "SRT-007", "Rows that tie come in the order of their identifiers, in a reverse order too.", cases: ["H19"]
        ) {
            probe in
            let ground = try SpecimenGround(probe)
            try ground.checkOrder(SortDescriptor(\.home.row), what: "by a value that several rows have")
            try ground.checkOrder(SortDescriptor(\.home.row, order: .reverse), what: "by it in reverse")
            try ground.checkOrder(
                SortDescriptor(\.maybeNumber, order: .reverse), what: "by an indexed value in reverse")
        },
        ContractClause("SRT-008", "Several keys count in their order, each in its own direction.") { probe in
            let ground = try SpecimenGround(probe)
            try ground.checkOrder(
                SortDescriptor(\.home.row), SortDescriptor(\.number, order: .reverse),
                what: "by two keys, the second in reverse")
            try ground.checkOrder(
                SortDescriptor(\.maybeNumber, order: .reverse), SortDescriptor(\.home.row), SortDescriptor(\.ratio),
                what: "by three keys, the first in reverse")
            try ground.checkOrder(
                SortDescriptor(\.home.row, order: .reverse), SortDescriptor(\.maybeNumber),
                what: "by two keys, the first in reverse")
        },
        ContractClause(
            "SRT-009", "Rows are sorted by what lies at the end of a to-one path; where it leads nowhere is nil."
        ) {
            probe in
            let ground = try SpecimenGround(probe)
            try ground.checkOrder(
                SortDescriptor(\.shelf?.number), SortDescriptor(\.number), what: "by a related row's number")
            try ground.checkOrder(
                SortDescriptor(\.shelf?.label, order: .reverse), what: "by a related row's text in reverse")
            try ground.checkOrder(SortDescriptor(\.shelf?.room?.name), what: "by a text two relationships away")
        },
        ContractClause("SRT-010", "Rows are sorted by the fields of a composite.") { probe in
            let ground = try SpecimenGround(probe)
            try ground.checkOrder(SortDescriptor(\.home.depth), SortDescriptor(\.number), what: "by an optional field")
            try ground.checkOrder(SortDescriptor(\.home.row, order: .reverse), what: "by a field in reverse")
        },
        ContractClause(
            "SRT-011", "Without an order rows come in the order of their identifiers, whatever was changed or deleted."
        ) {
            probe in
            let ground = try SpecimenGround(probe)
            ground.specimens[3].number = -5
            ground.specimens[1].text = "grown to a much longer text than it had"
            ground.keeper.delete(ground.specimens[6])
            try ground.keeper.save()
            let late = Specimen("late")
            try ground.keeper.add(late)
            let right = ground.specimens.enumerated().filter { $0.0 != 6 }.map(\.1.code) + ["late"]
            let reader = ModelContext(ground.container)
            probe.expectEqual(try reader.all(Specimen.self).map(\.code), right, "the rows in no order")
            let on = try reader.all(Specimen.self, #Predicate { $0.isOn }).map(\.code)
            probe.expectEqual(on, right.filter { on.contains($0) }, "the rows of an indexed condition in no order")
        },
        ContractClause("SRT-012", "After an update a row stands where its new value puts it.") { probe in
            let ground = try SpecimenGround(probe)
            ground.specimens[4].number = 8
            ground.specimens[0].maybeNumber = 4
            ground.specimens[5].maybeNumber = nil
            try ground.keeper.save()
            try ground.checkOrder(SortDescriptor(\.number), what: "by an updated integer")
            try ground.checkOrder(SortDescriptor(\.maybeNumber), what: "by an updated optional integer")
            try ground.checkOrder(
                SortDescriptor(\.number, order: .reverse), limit: 5, what: "the five greatest after an update")
        },
    ]
}
