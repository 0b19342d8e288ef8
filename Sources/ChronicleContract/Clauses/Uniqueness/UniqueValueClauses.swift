import Foundation

extension ContractChapter {
    /// When two values are one.
    static let uniqueValueClauses: [ContractClause] = [
        ContractClause(
            "UNQ-018", "Two spellings of one text are one unique value.", cases: ["H15"]
        ) { probe in
            let context = try probe.context(Plot.self)
            let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
            try context.add(Plot(composed, area: 1))
            try context.add(Plot(decomposed, area: 2))
            let check = ModelContext(context.container)
            probe.expectEqual(try check.all(Plot.self).map(\.area), [2], "the areas of the plots of either spelling")
            for spelling in [composed, decomposed] {
                probe.expectEqual(
                    try check.fetchCount(FetchDescriptor<Plot>(predicate: #Predicate { $0.name == spelling })), 1,
                    "the plots found by \(spelling.unicodeScalars.count) scalars")
            }
            let other = Plot("other")
            try context.add(other)
            other.name = composed
            probe.expectStoreError(.uniqueViolation, from: "an edit to the other spelling of a taken name") {
                try context.save()
            }
        },
        ContractClause(
            "UNQ-019", "Texts that differ in case, accents, width or invisible characters are different unique values.",
            cases: ["H15", "H16"]
        ) { probe in
            let context = try probe.context(Plot.self)
            let names = [
                "a", "A", "ä", "á", "\u{FF41}", "a ", " a", "a\u{200B}", "a\0", "a\0b", "a\0c", "", "\0", "ß", "ss",
                "i", "ı", "I",
                "İ", "1", "①", "👩", "👩‍👧",
            ]
            for name in names { context.insert(Plot(name)) }
            try context.save()
            let check = ModelContext(context.container)
            probe.expectEqual(try check.all(Plot.self).map(\.name), names, "the names after the save")
            for name in names {
                probe.expectEqual(
                    try check.all(Plot.self, #Predicate { $0.name == name }).map(\.name), [name],
                    "the plots found by \(name.debugDescription)")
            }
        },
        ContractClause(
            "UNQ-020", "Any number of rows can be without a unique value.", cases: ["H12"]
        ) { probe in
            let context = try probe.context(Locker.self)
            try context.add(Locker(nil, "1"), Locker(nil, "2"), Locker("Ann", "3"))
            try context.add(Locker(nil, "4"))
            let held = try context.all(Locker.self)
            held[2].owner = nil
            try context.save()
            let check = ModelContext(context.container)
            probe.expectEqual(
                try check.all(Locker.self, #Predicate { $0.owner == nil }).map(\.content), ["1", "2", "3", "4"],
                "the lockers without an owner")
            try context.add(Locker("Ann", "5"))
            probe.expectEqual(
                try check.fetchCount(FetchDescriptor<Locker>()), 5, "the lockers once the name is used again")
        },
        ContractClause(
            "UNQ-021", "The empty text is a unique value like any other, and not the absence of one.", cases: ["H25"]
        ) { probe in
            let context = try probe.context(Locker.self)
            try context.add(Locker(nil, "nil"), Locker("", "empty 1"))
            try context.add(Locker("", "empty 2"))
            probe.expectEqual(
                try ModelContext(context.container).all(Locker.self).map(\.content), ["nil", "empty 2"],
                "the lockers after two empty owners and none")
        },
        ContractClause(
            "UNQ-022", "Several unique together never collide when one of them is missing."
        ) { probe in
            let context = try probe.context(Seat.self)
            try context.add(Seat(nil, "A", guest: "Ann"), Seat(nil, "A", guest: "Bob"))
            try context.add(Seat(nil, "A", guest: "Cem"))
            let seats = try context.all(Seat.self)
            probe.expectEqual(seats.map(\.guest), ["Ann", "Bob", "Cem"], "the seats without a row")
            seats[0].row = 1
            try context.save()
            seats[1].row = 1
            probe.expectStoreError(.uniqueViolation, from: "the second seat that gets the row") { try context.save() }
        },
        ContractClause(
            "UNQ-023", "Long texts are compared in full.", cases: ["H25"]
        ) { probe in
            let context = try probe.context(Plot.self)
            let limits = try probe.capabilities().limits
            let longest = min(limits.textBytes ?? .max, limits.indexedBytes ?? .max)
            var number = 0
            for length in [1, 254, 255, 256, 510, 511, 512, 513, 600, 1_023, 1_024, 4_096, 100_000]
            where length <= longest {
                let stem = String(repeating: "x", count: length - 1)
                for last in ["a", "b"] {
                    number += 1
                    context.insert(Plot(stem + last, area: number))
                }
            }
            try context.save()
            let check = ModelContext(context.container)
            let areas = try check.all(Plot.self).map(\.area)
            probe.expectEqual(areas, Array(1...number), "the plots whose names differ in length or in the last letter")
            for area in stride(from: 1, through: number, by: 2) {
                let plot = try probe.require(
                    try check.all(Plot.self, #Predicate { $0.area == area }).first, "plot \(area)")
                let name = plot.name
                probe.expectEqual(
                    try check.all(Plot.self, #Predicate { $0.name == name }).map(\.area), [area],
                    "the plots found by a name of \(name.utf8.count) bytes")
                try context.add(Plot(name, area: area + 1_000))
            }
            probe.expectEqual(
                try check.fetchCount(FetchDescriptor<Plot>()), number, "the plots after an upsert of every other one")
        },
        ContractClause(
            "UNQ-024", "A unique attribute of any type has one row a value, by Swift's equality.",
            cases: ["H16", "H17"]
        ) { probe in
            let context = try probe.context(Seal.self)
            func twice(_ what: String, _ set: (Seal, Int) -> Void) throws {
                try context.delete(model: Seal.self)
                try context.save()
                // The second one has an equal value, the third another.
                for mark in 1...3 {
                    let seal = Seal(mark)
                    set(seal, mark)
                    try context.add(seal)
                }
                probe.expectEqual(
                    try ModelContext(context.container).all(Seal.self).map(\.mark), [2, 3],
                    "the seals left of three with two values of \(what)")
            }
            try twice("Bool") { $0.isOpen = $1 == 3 }
            try twice("Int") { $0.number = $1 == 3 ? Int.min + 1 : Int.min }
            try twice("UInt64") { $0.large = $1 == 3 ? UInt64.max - 1 : UInt64.max }
            try twice("Double") { $0.ratio = $1 == 3 ? Double.leastNonzeroMagnitude : $1 == 2 ? -0.0 : 0.0 }
            try twice("Decimal") {
                $0.price = Decimal(string: $1 == 3 ? "12345678901234567.88" : "12345678901234567.89")
            }
            try twice("Date") { $0.date = Date(timeIntervalSinceReferenceDate: $1 == 3 ? 1e-9 : 0) }
            try twice("Data") { $0.bytes = $1 == 3 ? Data([0]) : Data() }
            let uuids = (UUID(), UUID())
            try twice("UUID") { $0.uuid = $1 == 3 ? uuids.0 : uuids.1 }
            try twice("an enumeration") { $0.stage = $1 == 3 ? .cut : .sown }
        },
    ]
}
