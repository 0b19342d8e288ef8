@testable import ChronicleDrain
import Foundation
import Testing

@Suite struct JSONTextTests {
    private func written(_ body: (inout JSONText) -> Void) -> String {
        var text = JSONText()
        body(&text)
        return String(decoding: text.take(), as: UTF8.self)
    }

    private func readBack<Value: Decodable>(_ text: String, _ type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }

    @Test func everyCharacterIsReadBackWhereverItStands() throws {
        let odd = (0..<0x100).compactMap { Unicode.Scalar($0) } + ["\u{2028}", "\u{1F600}", "\u{301}", "\u{FFFD}"]
        for scalar in odd {
            for place in 0..<18 {
                let text =
                    String(repeating: "a", count: place) + String(scalar) + String(repeating: "z", count: 17 - place)
                #expect(try readBack(written { $0.string(text) }) == text, "\(scalar.value) at \(place)")
            }
        }
        #expect(written { $0.string("a\"b\\c\u{1}\n") } == #""a\"b\\c\u0001\u000a""#)
        #expect(written { $0.string("") } == #""""#)
    }

    @Test func wholeNumbersAreWrittenToTheirEnds() {
        let signed: [Int64] = [0, 1, -1, 9, 10, 99, 100, -100, 999_999_999_999, .max, .min, .max - 1, .min + 1]
        for number in signed { #expect(written { $0.number(number) } == "\(number)") }
        let unsigned: [UInt64] = [.max, .max - 1, 10_000_000_000_000_000_000, 9_999_999_999_999_999_999]
        for number in unsigned { #expect(written { $0.number(number) } == "\(number)") }
        var power: UInt64 = 1
        for _ in 0..<19 {
            for number in [power - 1, power, power + 1] { #expect(written { $0.number(number) } == "\(number)") }
            power *= 10
        }
    }

    @Test func numbersAreWrittenInTheFormThatReadsBackBitForBit() throws {
        var generator = SeededGenerator(seed: printedSeed("numbers"))
        var numbers: [Double] = [
            0, -0.0, 1, -1, 0.1, 1e16, 1e15, 0x1p53, 0x1p53 - 1, -0x1p53 + 1, .leastNonzeroMagnitude,
            .greatestFiniteMagnitude, 807_530_400.5, 100.000_000_1,
        ]
        for _ in 0..<2_000 {
            numbers.append(Double(bitPattern: generator.next()))
            numbers.append(Double(Int64(truncatingIfNeeded: generator.next()) >> 20))
        }
        for number in numbers where number.isFinite {
            let text = written { $0.number(number) }
            #expect(text == number.description)
            #expect(try readBack(text, Double.self).bitPattern == number.bitPattern, "\(text)")
        }
        #expect(written { $0.number(-Double.infinity) } == #""-Infinity""#)
    }

    @Test func whatIsTakenIsWholeAndLeavesNothing() {
        var text = JSONText(capacity: 1)
        for _ in 0..<1_000 { text.raw("0123456789") }
        #expect(text.count == 10_000)
        #expect(text.take() == Data(String(repeating: "0123456789", count: 1_000).utf8))
        #expect(text.take().isEmpty)
        text.raw("x")
        #expect(text.take() == Data("x".utf8))
    }
}
