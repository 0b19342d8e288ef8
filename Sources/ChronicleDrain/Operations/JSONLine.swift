import ChronicleSchema
import Foundation

/// Writes one line of JSON into a buffer that is used again and again.
///
/// `JSONEncoder` takes about ten microseconds for such a line, which would be most of a drain's time.
struct JSONLine {
    private(set) var bytes: [UInt8] = []

    mutating func clear() { bytes.removeAll(keepingCapacity: true) }

    mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func raw(_ other: [UInt8]) { bytes.append(contentsOf: other) }

    mutating func number(_ value: some BinaryInteger) {
        var value = value.description
        value.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// The shortest form that reads back bit for bit. JSON has no infinities: they are texts.
    mutating func number(_ value: Double) {
        if value.isInfinite { return string(value < 0 ? "-Infinity" : "Infinity") }
        var text = value.description
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { string(UnsafeRawBufferPointer($0)) }
    }

    mutating func string(_ utf8: UnsafeRawBufferPointer) {
        bytes.append(UInt8(ascii: "\""))
        var start = 0
        for index in 0..<utf8.count {
            let byte = utf8[index]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
            bytes.append(contentsOf: utf8[start..<index])
            start = index + 1
            if byte >= 0x20 {
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            } else {
                let digits = Array("0123456789abcdef".utf8)
                bytes.append(contentsOf: [92, 117, 48, 48, digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            }
        }
        bytes.append(contentsOf: utf8[start..<utf8.count])
        bytes.append(UInt8(ascii: "\""))
    }

    /// A further member that is a list of keys.
    mutating func list(_ name: String, _ keys: [Int64]) {
        raw(",")
        string(name)
        raw(":[")
        for (index, key) in keys.enumerated() {
            if index > 0 { raw(",") }
            number(key)
        }
        raw("]")
    }

    mutating func value(_ value: StoredValue) {
        switch value {
        case .null: raw("null")
        case .bool(let value): if value { raw("true") } else { raw("false") }
        case .integer(let value), .reference(let value): number(value)
        case .unsigned(let value): number(value)
        case .double(let value): number(value)
        case .date(let value): number(value.timeIntervalSinceReferenceDate)
        case .decimal(let value): string(value.description)
        case .text(let value): string(value)
        case .data(let value): string(value.base64EncodedString())
        case .uuid(let value): string(value.uuidString)
        }
    }

    /// A cell without making a value of it, where its kind allows.
    mutating func cell(_ cell: RowCell, _ type: ColumnType) {
        switch (cell.kind, type) {
        case (.null, _): raw("null")
        case (.integer, .bool): if cell.bits != 0 { raw("true") } else { raw("false") }
        case (.integer, _): number(Int64(bitPattern: cell.bits))
        case (.unsigned, _): number(cell.bits)
        case (.double, _): number(Double(bitPattern: cell.bits))
        case (.text, _): string(cell.buffer)
        default: value(cell.stored(as: type) ?? .null)
        }
    }
}
