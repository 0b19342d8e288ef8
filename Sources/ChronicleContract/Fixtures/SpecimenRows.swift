import Foundation

/// Fourteen rows that queries go wrong on: nil beside its look-alikes, the ends of each type's range, texts that are nearly equal.
enum SpecimenRows {
    static let count = 14

    static func all() -> [Specimen] {
        let rooms = [Hall("north", level: 1), Hall("south")]
        let shelves = [
            Rack("low", number: 1, spot: Spot(row: 3, depth: nil), room: rooms[0]),
            Rack("high"), Rack("", number: 5, spot: Spot(row: 0, depth: 2), room: rooms[1]),
        ]
        return (0..<count).map { index in
            let row = Specimen("row \(index)")
            setNumbers(of: row, index)
            setTexts(of: row, index)
            setOthers(of: row, index)
            row.shelf = [nil, shelves[0], shelves[1], shelves[2]][index % 4]
            return row
        }
    }

    private static func setNumbers(of row: Specimen, _ index: Int) {
        let numbers: [Int] = [0, 1, -1, .max, .min, 5, 5, 42, 3, -7, 2, 9, 1000, -1000]
        let maybes: [Int?] = [nil, 0, nil, .max, .min, 5, nil, 42, 3, nil, 0, 1, nil, -1000]
        let bigs: [UInt64] = [0, .max, 1 << 63, (1 << 63) - 1, 5, 1, 2, .max - 1, 7, 7, 8, 9, 10, 1 << 53]
        let ratios: [Double] = [
            0, -0.0, .infinity, -.infinity, 1.5, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -1.5, 0.1, 0.1 + 0.2,
            0.3, 2, -2, 1e300,
        ]
        let maybeRatios: [Double?] = [nil, -0.0, nil, .infinity, 0.5, nil, 0, -1, 1.5, 3, nil, 0.1, 7, nil]
        row.number = numbers[index]
        row.plainNumber = numbers[index]
        row.maybeNumber = maybes[index]
        row.plainMaybeNumber = maybes[index]
        row.tiny = [0, 1, -1, .max, .min, 5, 6, 7, 8, 9, 10, 11, 12, 13][index]
        row.big = bigs[index]
        row.ratio = ratios[index]
        row.plainRatio = ratios[index]
        row.maybeRatio = maybeRatios[index]
        let prices = [
            "0", "-1", "0.1", "0.10", "1e20", "-1e-20", "12345678901234567.89", "12345678901234567.88", "2", "3", "1.5",
            "-2", "99.99", "100",
        ]
        row.price = Decimal(string: prices[index]) ?? 0
        row.maybePrice = index % 3 == 0 ? nil : row.price
    }

    private static func setTexts(of row: Specimen, _ index: Int) {
        let texts = [
            "", "a", "A", "b", "abc", "item10", "item9", "caf\u{E9}", "cafe\u{301}s", "ab\0cd", "50% off", "a_b",
            "\u{1F1E9}\u{1F1EA}\u{1F1EB}\u{1F1F7}", "Straße",
        ]
        let maybes: [String?] = [
            nil, "", nil, "a", "abc", "item10", nil, "cafe\u{301}", "x", nil, "%", nil, "\u{1F1EB}\u{1F1F7}", "z",
        ]
        row.text = texts[index]
        row.plainText = texts[index]
        row.maybeText = maybes[index]
    }

    private static func setOthers(of row: Specimen, _ index: Int) {
        let seconds: [Double] = [
            0, -1e9, 0.1, 0.1 + 0.2, 0.3, 1e9, 7, -7, 3, 4, 5, 6, Date.distantPast.timeIntervalSinceReferenceDate,
            Date.distantFuture.timeIntervalSinceReferenceDate,
        ]
        let datas: [Data] = [
            Data(), Data([0]), Data([0, 0]), Data([0, 1]), Data([255]), Data(repeating: 3, count: 700), Data([1]),
            Data([2]), Data([3]), Data([4]), Data([5]), Data([6]), Data([7]), Data([8, 0]),
        ]
        row.isOn = index % 2 == 0
        row.maybeOn = [nil, true, false][index % 3]
        row.at = Date(timeIntervalSinceReferenceDate: seconds[index])
        row.plainAt = row.at
        row.maybeAt = index % 3 == 1 ? nil : row.at
        row.mark = mark(index)
        row.maybeMark = index % 2 == 0 ? nil : row.mark
        row.bytes = datas[index]
        row.maybeBytes = index % 4 == 1 ? nil : datas[index]
        row.stage = [nil, .sown, .grown, .cut, nil][index % 5]
        row.rarity = [.common, .rare, .lost][index % 3]
        row.spot = [nil, Spot(row: 0, depth: nil), Spot(row: 3, depth: nil), Spot(row: 3, depth: 1.5), nil][index % 5]
        row.home = Spot(row: index % 4, depth: index % 2 == 0 ? nil : 0.5)
    }

    /// An identifier whose order is not that of the rows.
    static func mark(_ index: Int) -> UUID {
        let first = UInt8(truncatingIfNeeded: index &* 37)
        return UUID(uuid: (first, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, UInt8(index)))
    }
}
