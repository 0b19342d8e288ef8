import ChronicleSchema
import ChronicleStore
import Foundation
import Testing

@Suite struct KeyEncodingTests {
    @Test func bytesAreInTheOrderOfTheValues() {
        var generator = SeededGenerator.printed("key encoding")
        for type in Items.types {
            for _ in 0..<4000 {
                let a = Items.random(type, &generator)
                let b = Items.random(type, &generator)
                let (first, second) = (KeyEncoding.key([a]).bytes, KeyEncoding.key([b]).bytes)
                #expect((a == b) == (first == second), "\(a) \(b)")
                #expect(isLess(a, b) == first.lexicographicallyPrecedes(second), "\(a) \(b)")
                #expect(KeyEncoding.key([.null]).bytes.lexicographicallyPrecedes(first))
                #expect(a == b || !first.starts(with: second), "\(a) \(b)")
            }
        }
    }

    @Test func randomTextsAreInSwiftsOrder() {
        var generator = SeededGenerator.printed("text keys")
        let scalars: [Unicode.Scalar] = [
            "a", "b", "e", "\0", "\u{301}", "\u{302}", "\u{323}", "é", "ö", "\u{1112}", "\u{1161}", "\u{11AB}",
            "\u{FB01}", "😀",
        ]
        func text() -> String {
            var text = ""
            for _ in 0..<Int.random(in: 0...5, using: &generator) {
                text.unicodeScalars.append(scalars.randomElement(using: &generator) ?? "a")
            }
            return text
        }
        for _ in 0..<20_000 {
            let (a, b) = (text(), text())
            let (first, second) = (KeyEncoding.key([.text(a)]).bytes, KeyEncoding.key([.text(b)]).bytes)
            #expect((a == b) == (first == second), "\(a.debugDescription) \(b.debugDescription)")
            #expect(
                isLess(.text(a), .text(b)) == first.lexicographicallyPrecedes(second),
                "\(a.debugDescription) \(b.debugDescription)")
        }
    }

    @Test func randomNumbersAreInOrder() {
        var generator = SeededGenerator.printed("number keys")
        for _ in 0..<20_000 {
            let (a, b) = (Double(bitPattern: generator.next()), Double(bitPattern: generator.next()))
            if a.isNaN || b.isNaN { continue }
            #expect(
                (a < b)
                    == KeyEncoding.key([.double(a)]).bytes.lexicographicallyPrecedes(
                        KeyEncoding.key([.double(b)]).bytes))
            func decimal() -> Decimal {
                Decimal(Int.random(in: -1000...1000, using: &generator))
                    * Decimal(sign: .plus, exponent: Int.random(in: -9...9, using: &generator), significand: 1)
            }
            let (c, d) = (decimal(), decimal())
            let (first, second) = (KeyEncoding.key([.decimal(c)]).bytes, KeyEncoding.key([.decimal(d)]).bytes)
            #expect((c < d) == first.lexicographicallyPrecedes(second), "\(c) \(d)")
            #expect((c == d) == (first == second), "\(c) \(d)")
        }
    }

    @Test func rowKeysComeBackFromTheEndOfAnEntry() {
        for key in [Int64.min, -1, 0, 1, .max] {
            var entry = KeyEncoding.key([.text("x")]).bytes
            KeyEncoding.append(rowKey: key, to: &entry)
            #expect(entry.withUnsafeBytes { KeyEncoding.rowKey(of: $0) } == key)
        }
    }

    @Test func longKeysAreCutAndSaySo() {
        let key = KeyEncoding.key([.text(String(repeating: "x", count: 600))], maximum: 500)
        #expect(key.isTruncated && key.bytes.count == 500)
        #expect(!KeyEncoding.key([.text("x")], maximum: 500).isTruncated)
    }
}

/// Swift's own `<` for each type; for text its rule, as its result contradicts `==` where forms are mixed.
func isLess(_ a: StoredValue, _ b: StoredValue) -> Bool {
    switch (a, b) {
    case (.text(let a), .text(let b)):
        a.precomposedStringWithCanonicalMapping.unicodeScalars.lexicographicallyPrecedes(
            b.precomposedStringWithCanonicalMapping.unicodeScalars)
    case (.integer(let a), .integer(let b)): a < b
    case (.double(let a), .double(let b)): a < b
    case (.date(let a), .date(let b)): a < b
    case (.bool(let a), .bool(let b)): !a && b
    case (.unsigned(let a), .unsigned(let b)): a < b
    case (.decimal(let a), .decimal(let b)): a < b
    case (.uuid(let a), .uuid(let b)): a < b
    case (.data(let a), .data(let b)): a.lexicographicallyPrecedes(b)
    case (.reference(let a), .reference(let b)): a < b
    default: false
    }
}
