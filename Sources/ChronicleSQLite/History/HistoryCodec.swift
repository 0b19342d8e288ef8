#if SQLite
import ChronicleSchema
import Foundation

/// Names in one text, separated by commas; commas and backslashes in a name are escaped.
enum NameList {
    static func encode(_ names: [String]) -> String? {
        if names.isEmpty { return nil }
        let plain = names.joined(separator: ",")
        if !names.contains(where: { $0.utf8.contains { $0 == 0x2c || $0 == 0x5c } }) { return plain }
        return names.map { name in
            name.map { $0 == "," || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
        }.joined(separator: ",")
    }

    static func decode(_ text: String?) -> [String] {
        guard let text else { return [] }
        if !text.utf8.contains(0x5c) {
            return text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        var names: [String] = []
        var name = ""
        var isEscaped = false
        for character in text {
            if isEscaped || (character != "," && character != "\\") {
                name.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                names.append(name)
                name = ""
            }
        }
        return names + [name]
    }
}

/// Values by name as bytes, exact to the last bit.
///
/// For each value: the length of its name, the name, a letter for its kind, the length of its content, the content.
/// Lengths are 32 bits, numbers 64, the lowest byte first.
enum TombstoneCodec {
    static func append(_ values: [String: StoredValue], to bytes: inout [UInt8]) {
        if values.count < 2 {
            for (name, value) in values { append(name, value, to: &bytes) }
        } else {
            for (name, value) in values.sorted(by: { $0.key < $1.key }) { append(name, value, to: &bytes) }
        }
    }

    private static func append(_ name: String, _ value: StoredValue, to bytes: inout [UInt8]) {
        append(name.utf8, to: &bytes)
        switch value {
        case .null: append("n", EmptyCollection(), to: &bytes)
        case .bool(let value): append("b", CollectionOfOne(value ? 1 : 0), to: &bytes)
        case .integer(let value): append("i", number: UInt64(bitPattern: value), to: &bytes)
        case .reference(let value): append("r", number: UInt64(bitPattern: value), to: &bytes)
        case .unsigned(let value): append("u", number: value, to: &bytes)
        case .double(let value): append("f", number: value.bitPattern, to: &bytes)
        case .date(let value): append("d", number: value.timeIntervalSinceReferenceDate.bitPattern, to: &bytes)
        case .decimal(let value): append("m", DecimalText.encode(value).utf8, to: &bytes)
        case .text(let value): append("t", value.utf8, to: &bytes)
        case .uuid(let value): withUnsafeBytes(of: value.uuid) { append("g", $0, to: &bytes) }
        case .data(let value): append("x", value, to: &bytes)
        }
    }

    /// Nil when the bytes are damaged.
    static func decode(_ bytes: UnsafeRawBufferPointer) -> [String: StoredValue]? {
        var values: [String: StoredValue] = [:]
        var offset = 0
        func take() -> UnsafeRawBufferPointer? {
            guard offset + 4 <= bytes.count else { return nil }
            let count = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            guard offset + 4 + count <= bytes.count else { return nil }
            defer { offset += 4 + count }
            return UnsafeRawBufferPointer(rebasing: bytes[(offset + 4)..<(offset + 4 + count)])
        }
        while offset < bytes.count {
            guard let name = take(), offset < bytes.count else { return nil }
            let kind = bytes[offset]
            offset += 1
            guard let content = take(), let value = value(kind, content) else { return nil }
            values[String(decoding: name, as: UTF8.self)] = value
        }
        return values
    }

    private static func value(_ kind: UInt8, _ content: UnsafeRawBufferPointer) -> StoredValue? {
        var number: UInt64?
        if content.count == 8 { number = UInt64(littleEndian: content.loadUnaligned(as: UInt64.self)) }
        switch UnicodeScalar(kind) {
        case "n": return .null
        case "b": return content.first.map { .bool($0 != 0) }
        case "i": return number.map { .integer(Int64(bitPattern: $0)) }
        case "r": return number.map { .reference(Int64(bitPattern: $0)) }
        case "u": return number.map { .unsigned($0) }
        case "f": return number.map { .double(Double(bitPattern: $0)) }
        case "d":
            return number.map { .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0))) }
        case "m": return DecimalText.decode(content).map { .decimal($0) }
        case "t": return .text(String(decoding: content, as: UTF8.self))
        case "g": return content.count == 16 ? .uuid(UUID(uuid: content.loadUnaligned(as: uuid_t.self))) : nil
        case "x": return .data(Data(content))
        default: return nil
        }
    }

    private static func append(_ kind: Unicode.Scalar, _ content: some Collection<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(UInt8(truncatingIfNeeded: kind.value))
        append(content, to: &bytes)
    }

    private static func append(_ kind: Unicode.Scalar, number: UInt64, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { append(kind, $0, to: &bytes) }
    }

    private static func append(_ content: some Collection<UInt8>, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: content.count).littleEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: content)
    }
}
#endif
