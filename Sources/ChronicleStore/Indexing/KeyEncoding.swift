public import ChronicleSchema
import Foundation

/// Writes values as bytes whose order under `memcmp` is the order of the values, null first.
///
/// Values that are equal have equal bytes: both zeros, decimals with other trailing zeros, texts that are canonically
/// equivalent. No value's bytes are a beginning of another's of the same type, so that tuples are ordered as well.
public enum KeyEncoding {
    /// The first byte of null.
    static let null: UInt8 = 0x01
    /// The first byte of every other value; also a bound: all null entries are below it.
    static let present: UInt8 = 0x02

    /// Appends a value.
    @inline(__always) public static func append(_ value: StoredValue, to key: inout [UInt8]) {
        switch value {
        case .null: key.append(null)
        case .bool(let value):
            key.append(present)
            key.append(value ? 1 : 0)
        case .integer(let value), .reference(let value):
            key.append(present)
            append(bits: UInt64(bitPattern: value) ^ (1 << 63), to: &key)
        case .unsigned(let value):
            key.append(present)
            append(bits: value, to: &key)
        case .double(let value):
            key.append(present)
            append(bits: value.orderedBits, to: &key)
        case .date(let value):
            key.append(present)
            append(bits: value.timeIntervalSinceReferenceDate.orderedBits, to: &key)
        case .decimal(let value):
            key.append(present)
            append(value, to: &key)
        case .text(var text):
            key.append(present)
            text.withUTF8 { appendText(UnsafeRawBufferPointer($0), to: &key) }
            append(terminator: &key)
        case .data(let data):
            key.append(present)
            data.withUnsafeBytes { append(escaping: $0, to: &key) }
            append(terminator: &key)
        case .uuid(let uuid):
            key.append(present)
            withUnsafeBytes(of: uuid.uuid) { key.append(contentsOf: $0) }
        }
    }

    /// Appends a row's cell without making a value, as ``append(_:to:)`` would append its value.
    ///
    /// - Returns: False, with nothing appended, when the cell is not of the column's type.
    public static func append(_ cell: RowCell, type: ColumnType, to key: inout [UInt8]) -> Bool {
        switch (cell.kind, type) {
        case (.null, _): key.append(null)
        case (.integer, .integer), (.integer, .reference):
            key.append(present)
            append(bits: cell.bits ^ (1 << 63), to: &key)
        case (.text, .text):
            key.append(present)
            appendText(cell.buffer, to: &key)
            append(terminator: &key)
        default:
            guard let value = cell.stored(as: type) else { return false }
            append(value, to: &key)
        }
        return true
    }

    /// Appends the beginning that all texts share which start with the given one.
    ///
    /// Nothing that begins a new cluster combines with what is before it, so that the normal form of a text begins with that
    /// of each of its beginnings. What follows may still belong to the last cluster: a text in the range must be looked at
    /// again.
    public static func append(textPrefix text: String, to key: inout [UInt8]) {
        key.append(present)
        var text = text
        text.withUTF8 { appendText(UnsafeRawBufferPointer($0), to: &key) }
    }

    /// Appends a row's key, which makes the entries of a non-unique index differ.
    @inline(__always) public static func append(rowKey: Int64, to key: inout [UInt8]) {
        append(bits: UInt64(bitPattern: rowKey) ^ (1 << 63), to: &key)
    }

    /// The row key in the last eight bytes of an entry; nil when it is too short.
    @inline(__always) public static func rowKey(of entry: UnsafeRawBufferPointer) -> Int64? {
        guard entry.count >= 8, let base = entry.baseAddress else { return nil }
        let bits = UInt64(bigEndian: (base + (entry.count - 8)).loadUnaligned(as: UInt64.self))
        return Int64(bitPattern: bits ^ (1 << 63))
    }

    /// The values of some columns of a row, cut to a length that an engine can hold.
    ///
    /// - Returns: The bytes, and whether they were cut. Cut keys are ordered by their beginning only: who finds one must look
    ///   at the row, and order runs of equal ones.
    public static func key(
        _ values: some Sequence<StoredValue>, maximum: Int = .max
    ) -> (bytes: [UInt8], isTruncated: Bool) {
        var key: [UInt8] = []
        for value in values { append(value, to: &key) }
        return cut(key, maximum)
    }

    /// A key cut to a length.
    public static func cut(_ key: [UInt8], _ maximum: Int) -> (bytes: [UInt8], isTruncated: Bool) {
        key.count > maximum ? (Array(key[..<maximum]), true) : (key, false)
    }

    /// The least bytes that come after everything that begins with the given ones; nil when there are none.
    public static func successor(_ prefix: [UInt8]) -> [UInt8]? {
        var bytes = prefix
        while let last = bytes.last {
            if last < 0xFF {
                bytes[bytes.count - 1] = last + 1
                return bytes
            }
            bytes.removeLast()
        }
        return nil
    }

    @inline(__always) private static func append(bits: UInt64, to key: inout [UInt8]) {
        withUnsafeBytes(of: bits.bigEndian) { key.append(contentsOf: $0) }
    }

    /// Ends a text: below every continuation, as zero bytes inside are followed by 0xFF.
    @inline(__always) private static func append(terminator key: inout [UInt8]) {
        key.append(0)
        key.append(0)
    }

    private static func appendText(_ text: UnsafeRawBufferPointer, to key: inout [UInt8]) {
        if TextMatching.isASCII(text) { return append(escaping: text, to: &key) }
        // Swift orders texts by the UTF-8 of their canonical composition.
        var normal = String(decoding: text, as: UTF8.self).precomposedStringWithCanonicalMapping
        normal.withUTF8 { append(escaping: UnsafeRawBufferPointer($0), to: &key) }
    }

    private static func append(escaping bytes: UnsafeRawBufferPointer, to key: inout [UInt8]) {
        guard let base = bytes.baseAddress, bytes.count > 0 else { return }
        if memchr(base, 0, bytes.count) == nil {
            key.append(contentsOf: bytes)
            return
        }
        for byte in bytes {
            key.append(byte)
            if byte == 0 { key.append(0xFF) }
        }
    }

    /// Sign, exponent of the first digit, digits; all complemented below zero.
    private static func append(_ value: Decimal, to key: inout [UInt8]) {
        if value.isNaN || value.isZero {
            // Decimal orders NaN below every number.
            key.append(value.isNaN ? 0x00 : 0x80)
            return
        }
        var digits: [UInt8] = []
        var mantissa = value.significand
        // The significand's digits come from its plain description, which is exact.
        if mantissa.isSignMinus { mantissa.negate() }
        for character in mantissa.description.utf8 where character != 0x2D && character != 0x2E {
            digits.append(character)
        }
        let leading = digits.prefix { $0 == 0x30 }.count
        digits.removeFirst(leading)
        let point = value.exponent + digits.count
        while digits.last == 0x30 { digits.removeLast() }
        let negative = value.isSignMinus
        let flip: UInt8 = negative ? 0xFF : 0
        key.append(negative ? 0x40 : 0xC0)
        let biased = UInt16(truncatingIfNeeded: point + 0x4000)
        key.append(UInt8(truncatingIfNeeded: biased >> 8) ^ flip)
        key.append(UInt8(truncatingIfNeeded: biased) ^ flip)
        for digit in digits { key.append(digit ^ flip) }
        key.append(flip)
    }
}
