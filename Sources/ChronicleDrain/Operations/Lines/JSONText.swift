import ChronicleSchema
import Foundation

/// JSON that is written piece by piece into one growing piece of memory.
///
/// `JSONEncoder` takes about ten microseconds for the line of a row, which would be most of a drain's time, and an array that
/// grows by a byte or a few a good part of what is left.
struct JSONText: ~Copyable {
    private var memory: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    /// - Parameter capacity: How many bytes will be written, about.
    init(capacity: Int = 256) { memory = .allocate(capacity: max(capacity, 64)) }

    deinit { memory.deallocate() }

    /// A copy of what was written.
    func bytes() -> [UInt8] { Array(memory[..<count]) }

    /// What was written; the text is empty afterwards.
    mutating func take() -> Data {
        let taken = memory
        let length = count
        memory = .allocate(capacity: 64)
        count = 0
        guard let base = taken.baseAddress, length > 0 else {
            taken.deallocate()
            return Data()
        }
        return Data(bytesNoCopy: base, count: length, deallocator: .custom { address, _ in address.deallocate() })
    }

    // MARK: Bytes

    /// Where the next bytes go, of which there is room for so many.
    @inline(__always)
    private mutating func room(for bytes: Int) -> UnsafeMutablePointer<UInt8> {
        if memory.count - count < bytes { grow(by: bytes) }
        // Memory of at least 64 bytes has an address.
        return memory.baseAddress.unsafelyUnwrapped + count
    }

    @inline(never)
    private mutating func grow(by bytes: Int) {
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(memory.count * 2, count + bytes))
        _ = larger.update(fromContentsOf: memory[..<count])
        memory.deallocate()
        memory = larger
    }

    @inline(__always)
    mutating func raw(_ text: StaticString) {
        room(for: text.utf8CodeUnitCount).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        count += text.utf8CodeUnitCount
    }

    @inline(__always)
    mutating func raw(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        UnsafeMutableRawPointer(room(for: bytes.count)).copyMemory(from: base, byteCount: bytes.count)
        count += bytes.count
    }

    mutating func raw(_ bytes: [UInt8]) { bytes.withUnsafeBytes { raw($0) } }

    // MARK: Numbers

    mutating func number(_ value: Int64) {
        if value < 0 { raw("-") }
        number(value.magnitude)
    }

    mutating func number(_ value: UInt64) {
        count += Self.write(value, to: room(for: 20))
    }

    /// Writes the digits of a number, of which there are at most 20, and returns how many there are.
    static func write(_ value: UInt64, to address: UnsafeMutablePointer<UInt8>) -> Int {
        var digits = 1
        var limit: UInt64 = 10
        while value >= limit {
            digits += 1
            let (next, overflows) = limit.multipliedReportingOverflow(by: 10)
            if overflows { break }
            limit = next
        }
        var rest = value
        for place in (0..<digits).reversed() {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            address[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
            rest = quotient
        }
        return digits
    }

    /// The shortest form that reads back bit for bit. JSON has no infinities: they are texts.
    mutating func number(_ value: Double) {
        if value.isInfinite { return string(value < 0 ? "-Infinity" : "Infinity") }
        // Whole numbers, as most dates are, need no search for the shortest form.
        if value.magnitude < 0x1p53, value == value.rounded(.towardZero), value != 0 || value.sign == .plus {
            number(Int64(value))
            return raw(".0")
        }
        var text = value.description
        text.withUTF8 { raw(UnsafeRawBufferPointer($0)) }
    }

    // MARK: Text

    mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { string(UnsafeRawBufferPointer($0)) }
    }

    mutating func string(_ utf8: UnsafeRawBufferPointer) {
        if Self.needsEscape(utf8) { return escaped(utf8) }
        let start = room(for: utf8.count + 2)
        start[0] = UInt8(ascii: "\"")
        if let base = utf8.baseAddress {
            UnsafeMutableRawPointer(start + 1).copyMemory(from: base, byteCount: utf8.count)
        }
        start[utf8.count + 1] = UInt8(ascii: "\"")
        count += utf8.count + 2
    }

    /// Whether text has a control character, a quote or a backslash in it. Eight bytes at a time, as most have none.
    private static func needsEscape(_ utf8: UnsafeRawBufferPointer) -> Bool {
        let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        var place = 0
        while place + 8 <= utf8.count {
            let word = utf8.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            // The top bit of each byte that is zero after the mask, or less than a blank.
            let quote = word ^ (ones &* 0x22)
            let backslash = word ^ (ones &* 0x5c)
            let control = (word &- (ones &* 0x20)) & ~word
            let hits = control | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
            if hits & tops != 0 { return true }
            place += 8
        }
        while place < utf8.count {
            if isEscaped(utf8[place]) { return true }
            place += 1
        }
        return false
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func escaped(_ utf8: UnsafeRawBufferPointer) {
        raw("\"")
        var start = 0
        for place in 0..<utf8.count where Self.isEscaped(utf8[place]) {
            let byte = utf8[place]
            raw(UnsafeRawBufferPointer(rebasing: utf8[start..<place]))
            start = place + 1
            raw("\\")
            if byte >= 0x20 {
                raw([byte])
            } else {
                let digits: StaticString = "0123456789abcdef"
                raw("u00")
                raw([digits.utf8Start[Int(byte >> 4)], digits.utf8Start[Int(byte & 15)]])
            }
        }
        raw(UnsafeRawBufferPointer(rebasing: utf8[start...]))
        raw("\"")
    }
}
