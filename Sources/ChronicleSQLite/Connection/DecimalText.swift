#if SQLite
import Foundation

/// Decimal numbers as text with one spelling a number, so that equal numbers are equal texts.
enum DecimalText {
    /// The digits; with an exponent when they would be long.
    static func encode(_ value: Decimal) -> String {
        if value.isZero { return "0" }
        var digits = digits(value)
        var exponent = value.exponent
        while digits.count > 1, digits.last == 0x30 {
            digits.removeLast()
            exponent += 1
        }
        let sign = value.isSignMinus ? "-" : ""
        let text = String(decoding: digits, as: UTF8.self)
        if exponent > 0 {
            return exponent + digits.count <= 38
                ? sign + text + String(repeating: "0", count: exponent) : "\(sign)\(text)E\(exponent)"
        }
        if exponent == 0 { return sign + text }
        if -exponent < digits.count {
            return sign + String(decoding: digits.dropLast(-exponent), as: UTF8.self) + "."
                + String(decoding: digits.suffix(-exponent), as: UTF8.self)
        }
        if -exponent <= 38 { return sign + "0." + String(repeating: "0", count: -exponent - digits.count) + text }
        return "\(sign)\(text)E\(exponent)"
    }

    private static func digits(_ value: Decimal) -> [UInt8] {
        let whole = Decimal(sign: .plus, exponent: 0, significand: value.significand.magnitude)
        let unscaled = Decimal(sign: .plus, exponent: -whole.exponent, significand: whole)
        return Array(unscaled.description.utf8)
    }

    /// The number of a text made by ``encode(_:)`` or any plain decimal notation; nil for anything else.
    static func decode(_ text: UnsafeRawBufferPointer) -> Decimal? {
        var index = 0
        var negative = false
        if index < text.count, text[index] == 0x2d || text[index] == 0x2b {
            negative = text[index] == 0x2d
            index += 1
        }
        var (value, exponent, count, fraction) = (Decimal(0), 0, 0, false)
        var chunk: UInt64 = 0
        var chunkSize = 0
        func flush() {
            guard chunkSize > 0 else { return }
            value = value * pow(Decimal(10), chunkSize) + Decimal(chunk)
            (chunk, chunkSize) = (0, 0)
        }
        while index < text.count {
            let byte = text[index]
            if byte == 0x2e, !fraction {
                fraction = true
            } else if byte >= 0x30, byte <= 0x39 {
                chunk = chunk * 10 + UInt64(byte - 0x30)
                chunkSize += 1
                count += 1
                if fraction { exponent -= 1 }
                if chunkSize == 18 { flush() }
            } else {
                break
            }
            index += 1
        }
        flush()
        guard count > 0 else { return nil }
        if index < text.count {
            guard text[index] == 0x45 || text[index] == 0x65,
                let more = Int(String(decoding: text[(index + 1)...], as: UTF8.self)), abs(more) < 1000
            else { return nil }
            exponent += more
        }
        if value.isZero { return 0 }
        guard exponent >= -128, exponent <= 127 else { return nil }
        return Decimal(sign: negative ? .minus : .plus, exponent: exponent, significand: value)
    }
}
#endif
