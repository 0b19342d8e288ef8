import Foundation

extension ContractChapter {
    /// Values are found as Swift compares them.
    static let valueQueryClauses: [ContractClause] = [
        ContractClause(
            "VAL-029",
            "Numbers are found and ordered as Swift does at both ends of their ranges: UInt64 above Int64 too.",
            cases: ["H16"]
        ) { probe in
            let context = try probe.context(Marker.self)
            let smalls: [Int64] = [
                .min, -0x7FFF_FFFF_FFFF_FFFF, -1, 0, 1, 0x20_0000_0000_0000, 0x20_0000_0000_0001, .max - 1, .max,
            ]
            let bigs: [UInt64] = [
                0x8000_0000_0000_0000, .max, 0, 0x7FFF_FFFF_FFFF_FFFF, 7, .max - 1, 0x8000_0000_0000_0001, 1,
                0x20_0000_0000_0000,
            ]
            for (number, (small, big)) in zip(smalls, bigs).enumerated() {
                let marker = Marker("\(number)")
                (marker.small, marker.big) = (small, big)
                context.insert(marker)
            }
            try context.save()
            for small in smalls {
                probe.expectEqual(
                    try context.all(Marker.self, #Predicate { $0.small == small }).map(\.small), [small],
                    "the numbers that equal \(small)")
                probe.expectEqual(
                    try context.all(Marker.self, #Predicate { $0.small > small }).count,
                    smalls.filter { $0 > small }.count, "how many numbers are above \(small)")
            }
            for big in bigs {
                probe.expectEqual(
                    try context.all(Marker.self, #Predicate { $0.big == big }).map(\.big), [big],
                    "the unsigned numbers that equal \(big)")
                probe.expectEqual(
                    try context.all(Marker.self, #Predicate { $0.big >= big }).count, bigs.filter { $0 >= big }.count,
                    "how many unsigned numbers are at least \(big)")
            }
            probe.expectEqual(
                try context.all(Marker.self, by: SortDescriptor(\.big)).map(\.big), bigs.sorted(),
                "the unsigned numbers in order")
            probe.expectEqual(
                try context.all(Marker.self, by: SortDescriptor(\.small, order: .reverse)).map(\.small),
                smalls.sorted(by: >), "the signed numbers in reverse order")
        },
        ContractClause(
            "VAL-030",
            "Floating-point numbers are found as Swift compares them: -0.0 equals 0.0, nothing equals NaN, all differ from it.",
            cases: ["H16"]
        ) { probe in
            let context = try probe.context(Marker.self)
            let ratios: [Double] = [
                0, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .infinity, -.infinity, 1,
                .greatestFiniteMagnitude,
            ]
            for (number, ratio) in ratios.enumerated() {
                let marker = Marker("\(number)")
                marker.ratio = ratio
                context.insert(marker)
            }
            try context.save()
            for ratio in ratios + [.nan] {
                probe.expectEqual(
                    try context.all(Marker.self, #Predicate { $0.ratio == ratio }).count,
                    ratios.filter { $0 == ratio }.count, "how many numbers equal \(ratio)")
                probe.expectEqual(
                    try context.all(Marker.self, #Predicate { $0.ratio != ratio }).count,
                    ratios.filter { $0 != ratio }.count, "how many numbers differ from \(ratio)")
                probe.expectEqual(
                    try context.all(Marker.self, #Predicate { $0.ratio < ratio }).count,
                    ratios.filter { $0 < ratio }.count, "how many numbers are below \(ratio)")
                probe.expectEqual(
                    try context.all(Marker.self, #Predicate { $0.ratio >= ratio }).count,
                    ratios.filter { $0 >= ratio }.count, "how many numbers are at least \(ratio)")
            }
            probe.expectEqual(
                try context.all(Marker.self, by: SortDescriptor(\.ratio)).map(\.ratio), ratios.sorted(),
                "the numbers in order")
        },
        ContractClause(
            "VAL-031", "A stored date is found by equality and by a range whose ends it is, and sorts as Swift sorts.",
            level: .stochastic, cases: ["H17"]
        ) { probe in
            var random = SeededGenerator(seed: probe.seed)
            let context = try probe.context(Marker.self)
            var dates: [Date] = [.distantPast, .distantFuture, Date(timeIntervalSince1970: 0.1)]
            for _ in 0..<200 {
                dates.append(Date(timeIntervalSinceReferenceDate: .random(in: -2e9...2e9, using: &random)))
            }
            for (number, date) in dates.enumerated() {
                let marker = Marker("\(number)")
                marker.date = date
                context.insert(marker)
            }
            try context.save()
            for date in dates.prefix(40) {
                probe.expectEqual(
                    try context.all(Marker.self, #Predicate { $0.date == date }).map(\.date), [date],
                    "the dates that equal \(date.timeIntervalSinceReferenceDate)")
                probe.expectEqual(
                    try context.all(Marker.self, #Predicate { $0.date >= date && $0.date <= date }).map(\.date), [date],
                    "the dates in a range from and to \(date.timeIntervalSinceReferenceDate)")
            }
            probe.expectEqual(
                try context.all(Marker.self, by: SortDescriptor(\.date)).map(\.date), dates.sorted(),
                "the dates in order")
        },
        ContractClause(
            "VAL-032",
            "A text with NUL is a text of its own: it does not end there for equality, uniqueness or search.",
            cases: ["H16"]
        ) { probe in
            let container = try probe.open(Marker.self)
            let context = ModelContext(container)
            let texts = ["ab\0cd", "ab", "ab\0", "ab\0ce", "", "\0"]
            try context.add(Marker(texts[0]), Marker(texts[1]), Marker(texts[2]))
            try context.add(Marker(texts[3]), Marker(texts[4]), Marker(texts[5]))
            let other = ModelContext(container)
            probe.expectEqual(
                try other.all(Marker.self).map { Array($0.text.utf8) }, texts.map { Array($0.utf8) },
                "the unique texts in the store")
            for text in texts {
                probe.expectEqual(
                    try other.all(Marker.self, #Predicate { $0.text == text }).count, 1,
                    "how many texts equal \(text.debugDescription)")
            }
            let tail = "cd"
            probe.expectEqual(
                try other.all(Marker.self, #Predicate { $0.text.contains(tail) }).map(\.text), ["ab\0cd"],
                "the texts that contain cd")
            let start = "ab\0c"
            probe.expectEqual(
                try other.all(Marker.self, #Predicate { $0.text.starts(with: start) }).map(\.text),
                ["ab\0cd", "ab\0ce"], "the texts that start with ab, NUL, c")
        },
        ContractClause(
            "VAL-033", "Two spellings of a text are equal: it is found by either, and unique over both.", cases: ["H15"]
        ) { probe in
            let container = try probe.open(Marker.self)
            let context = ModelContext(container)
            let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
            let first = Marker(composed)
            try context.add(first)
            for text in [composed, decomposed] {
                probe.expectEqual(
                    try context.all(Marker.self, #Predicate { $0.text == text }).count, 1,
                    "how many texts equal \(Array(text.utf8))")
                let list = ["x", text]
                probe.expectEqual(
                    try context.all(Marker.self, #Predicate { list.contains($0.text) }).count, 1,
                    "how many texts are in a list with \(Array(text.utf8))")
            }
            let second = Marker(decomposed)
            second.small = 5
            try context.add(second)
            let other = ModelContext(container)
            let found = try other.all(Marker.self)
            probe.expectEqual(found.count, 1, "the rows after the other spelling was saved")
            probe.expectEqual(found.first?.persistentModelID, first.persistentModelID, "the identifier of the row")
            probe.expectEqual(found.first?.small, 5, "the number that came with the other spelling")
            let plain = "cafe"
            probe.expectEqual(
                try context.all(Marker.self, #Predicate { $0.text.contains(plain) }).count, 0,
                "how many texts contain cafe without an accent")
        },
        ContractClause("VAL-034", "Decimals, UUIDs, Booleans, enums and fields of composites are found by equality.") {
            probe in
            let context = try probe.context(ValueKinds.self)
            for number in 0..<4 {
                let specimen = ValueKinds(number)
                specimen.decimal = (Decimal(string: "12345678901234567.89") ?? 0) + Decimal(number) / 100
                specimen.uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number)))
                specimen.flag = number == 2
                specimen.stage = [.sown, .grown, .cut, .grown][number]
                specimen.range.until.row = number * 10
                specimen.data = Data([UInt8(number), 0])
                context.insert(specimen)
            }
            try context.save()
            let decimal = (Decimal(string: "12345678901234567.89") ?? 0) + Decimal(2) / 100
            let uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2))
            let (stage, data) = (Stage.cut, Data([2, 0]))
            func expect(_ predicate: Predicate<ValueKinds>, _ numbers: [Int], _ what: String) throws {
                probe.expectEqual(
                    try context.all(ValueKinds.self, predicate).map(\.number), numbers, "the rows by \(what)")
            }
            try expect(#Predicate { $0.decimal == decimal }, [2], "a Decimal")
            try expect(#Predicate { $0.uuid == uuid }, [2], "a UUID")
            try expect(#Predicate { $0.flag }, [2], "a Boolean")
            try expect(#Predicate { !$0.flag }, [0, 1, 3], "a Boolean that is false")
            try expect(#Predicate { $0.stage == stage }, [2], "an enum")
            try expect(#Predicate { $0.range.until.row == 20 }, [2], "a field of a composite")
            try expect(#Predicate { $0.data == data }, [2], "data")
            try expect(#Predicate { $0.decimal > decimal }, [3], "a Decimal that is greater")
        },
    ]
}
