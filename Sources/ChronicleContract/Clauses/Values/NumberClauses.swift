import Foundation

extension ContractChapter {
    /// Numbers and dates.
    static let numberClauses: [ContractClause] = [
        ContractClause("VAL-001", "Booleans come back as they were.") { probe in
            try probe.expectRoundTrip(.of([true, false, true], \.flag, "the Boolean") { $0 })
        },
        ContractClause("VAL-002", "Signed integers of every width come back over their full range.", cases: ["H16"]) {
            probe in
            let wide: [Int64] = [
                .min, -0x7FFF_FFFF_FFFF_FFFF, -0x20_0000_0000_0001, -1, 0, 1, 0x20_0000_0000_0001, .max - 1, .max,
            ]
            try probe.expectRoundTrip(
                .of([Int8.min, -1, 0, 1, .max], \.int8, "the Int8") { $0 },
                .of([Int16.min, -1, 0, 1, .max], \.int16, "the Int16") { $0 },
                .of([Int32.min, -1, 0, 1, .max], \.int32, "the Int32") { $0 },
                .of(wide, \.int64, "the Int64") { $0 },
                .of(wide.map { Int($0) }, \.int, "the Int") { $0 })
        },
        ContractClause("VAL-003", "Unsigned integers of every width come back over their full range.", cases: ["H16"]) {
            probe in
            let wide: [UInt64] = [
                0, 1, 0x20_0000_0000_0001, 0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000, 0x8000_0000_0000_0001, .max,
            ]
            try probe.expectRoundTrip(
                .of([UInt8.min, 1, 127, 128, .max], \.uint8, "the UInt8") { $0 },
                .of([UInt16.min, 1, .max], \.uint16, "the UInt16") { $0 },
                .of([UInt32.min, 1, 0x8000_0000, .max], \.uint32, "the UInt32") { $0 },
                .of(wide, \.uint64, "the UInt64") { $0 },
                .of(wide.map { UInt($0) }, \.uint, "the UInt") { $0 })
        },
        ContractClause(
            "VAL-004", "Floating-point numbers come back bit for bit: -0.0, subnormal and infinite ones too.",
            cases: ["H16"]
        ) { probe in
            let doubles: [Double] = [
                0, -0.0, 1, -1, 0.1, 1.0 / 3, .pi, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
                .leastNormalMagnitude, .leastNormalMagnitude.nextDown, .greatestFiniteMagnitude,
                -.greatestFiniteMagnitude, .infinity, -.infinity, 1e15, 1e16 + 2, 123_456_789.123_456_79, 0x1p63,
                -0x1p63,
                5e-5, .ulpOfOne,
            ]
            let floats: [Float] = [
                0, -0.0, 1, 0.1, .pi, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude,
                .infinity,
                -.infinity, 16_777_215,
            ]
            try probe.expectRoundTrip(
                .of(doubles, \.double, "the Double") { $0.bitPattern },
                .of(floats, \.float, "the Float") { $0.bitPattern })
        },
        ContractClause(
            "VAL-005", "Any floating-point number that is a number comes back bit for bit.", level: .stochastic
        ) { probe in
            var random = SeededGenerator(seed: probe.seed)
            let doubles = (0..<300).map { _ in Double(bitPattern: random.next()) }.filter { !$0.isNaN }
            try probe.expectRoundTrip(.of(doubles, \.double, "the Double") { $0.bitPattern })
        },
        ContractClause(
            "VAL-006", "Ten thousand random dates come back bit for bit.", level: .stochastic, cases: ["H17"]
        ) { probe in
            var random = SeededGenerator(seed: probe.seed)
            let dates = (0..<10_000).map { number in
                // Near now, before 2001, and anywhere.
                let bound = [1e9, 6e10, 1e15][number % 3]
                return Date(timeIntervalSinceReferenceDate: .random(in: -bound...bound, using: &random))
            }
            try expectMoments(dates, probe)
        },
        ContractClause("VAL-007", "Dates come back bit for bit at their extremes.", cases: ["H17"]) { probe in
            let dates: [Date] = [
                .distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: 0),
                Date(timeIntervalSinceReferenceDate: -0.0), Date(timeIntervalSince1970: 0),
                Date(timeIntervalSince1970: 0.1), Date(timeIntervalSinceReferenceDate: .leastNonzeroMagnitude),
                Date(timeIntervalSinceReferenceDate: .greatestFiniteMagnitude),
                Date(timeIntervalSinceReferenceDate: -.infinity), Date(timeIntervalSinceReferenceDate: .infinity),
                Date(timeIntervalSinceReferenceDate: 7e8.nextUp),
            ]
            try probe.expectRoundTrip(.of(dates, \.date, "the date") { $0.timeIntervalSinceReferenceDate.bitPattern })
        },
        ContractClause("VAL-008", "Decimals come back digit for digit: 38 digits, and exponents at both ends.") {
            probe in
            let texts = [
                "0", "1", "-1", "0.1", "-0.1", "12345678901234567.89", "99999999999999999999999999999999999999",
                "-99999999999999999999999999999999999999", "0.12345678901234567890123456789012345678",
                "12345678901234567890.123456789012345678", "1e127", "1e-127", "-1e-127", "1e38", "3.40", "100",
                "18446744073709551616", "9007199254740993",
            ]
            let decimals = try texts.map { try probe.require(Decimal(string: $0), "the decimal \($0)") }
            let ends: [Decimal] = [.greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude]
            try probe.expectRoundTrip(.of(decimals + ends, \.decimal, "the Decimal") { "\($0) \($0 == 0)" })
        },
    ]

    /// Saves a row for each date and expects to read the same bits, also after reopening.
    private static func expectMoments(_ dates: [Date], _ probe: ContractProbe) throws {
        var store = try probe.openStore(Moment.self)
        var request = SaveRequest(timestamp: Date())
        var batch = InsertBatch(entity: 0)
        batch.keys = Array(try store.allocateKeys(dates.count))
        batch.values = dates.flatMap { [StoredValue.date($0), .null] }
        request.inserts = [batch]
        _ = try store.save(request)
        for when in store.capabilities.persistence ? ["as saved", "after reopening"] : ["as saved"] {
            if when == "after reopening" {
                try store.close()
                store = try probe.openStore(Moment.self)
            }
            var seen: [Date?] = []
            try store.fetch(FetchRequest(entity: 0)) { row in
                guard case .date(let date) = row.cells[0].stored(as: .date) else { return seen.append(nil) }
                seen.append(date)
            }
            probe.expectEqual(seen.count, dates.count, "the number of dates \(when)")
            for (date, found) in zip(dates, seen) {
                let bits = date.timeIntervalSinceReferenceDate.bitPattern
                guard found?.timeIntervalSinceReferenceDate.bitPattern != bits else { continue }
                return probe.expectEqual(
                    found?.timeIntervalSinceReferenceDate.bitPattern, bits,
                    "the bits of the date \(date.timeIntervalSinceReferenceDate) \(when)")
            }
        }
    }
}
