import ChronicleStore
import Foundation

/// A place in an order of models: behind one of them.
///
/// It holds what the model is ordered by, and its identifier. So it stays the same place when rows before or after it come, go or
/// move, also when the model itself does, and in another process. It belongs to the descriptor's order and to the store.
public struct FetchCursor<T: PersistentModel>: Sendable, Hashable, Codable {
    /// The model that the place is behind.
    public let identifier: PersistentIdentifier
    let values: [StoredValue]
    /// The sort keys by name.
    let order: [String]

    init(_ identifier: PersistentIdentifier, values: [StoredValue], order: [String]) {
        self.identifier = identifier
        self.values = values
        self.order = order
    }

    private enum CodingKeys: String, CodingKey { case identifier, values, order }

    /// Decodes what `encode(to:)` made.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        identifier = try container.decode(PersistentIdentifier.self, forKey: .identifier)
        order = try container.decode([String].self, forKey: .order)
        values = try container.decode([String].self, forKey: .values).map { text in
            guard let value = CursorText.decode(text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .values, in: container, debugDescription: "\(text) is no value of a cursor")
            }
            return value
        }
    }

    /// Encodes for `init(from:)`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(identifier, forKey: .identifier)
        try container.encode(order, forKey: .order)
        try container.encode(values.map(CursorText.encode), forKey: .values)
    }
}

/// Some models of an order, and where it goes on.
public struct FetchPage<T: PersistentModel> {
    /// The models, as many as the descriptor's limit at most.
    public let models: [T]
    /// The place behind the last of them; nil when there was none after it.
    public let next: FetchCursor<T>?
}

/// Values as text, exactly: a letter for the kind and the value.
enum CursorText {
    static func encode(_ value: StoredValue) -> String {
        switch value {
        case .null: "n"
        case .bool(let value): value ? "b1" : "b0"
        case .integer(let value): "i\(value)"
        case .unsigned(let value): "u\(value)"
        case .double(let value): "f" + String(value.bitPattern, radix: 16)
        case .date(let value): "d" + String(value.timeIntervalSinceReferenceDate.bitPattern, radix: 16)
        case .decimal(let value): "m\(value)"
        case .text(let value): "t" + value
        case .data(let value): "x" + value.base64EncodedString()
        case .uuid(let value): "g" + value.uuidString
        case .reference(let value): "r\(value)"
        }
    }

    static func decode(_ text: String) -> StoredValue? {
        // By bytes: what follows may combine with the letter.
        guard let kind = text.utf8.first else { return nil }
        let rest = String(decoding: text.utf8.dropFirst(), as: UTF8.self)
        switch kind {
        case UInt8(ascii: "n"): return .null
        case UInt8(ascii: "b"): return .bool(rest == "1")
        case UInt8(ascii: "i"): return Int64(rest).map { .integer($0) }
        case UInt8(ascii: "u"): return UInt64(rest).map { .unsigned($0) }
        case UInt8(ascii: "f"): return UInt64(rest, radix: 16).map { .double(Double(bitPattern: $0)) }
        case UInt8(ascii: "d"):
            return UInt64(rest, radix: 16).map {
                .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0)))
            }
        case UInt8(ascii: "m"): return Decimal(string: rest).map { .decimal($0) }
        case UInt8(ascii: "t"): return .text(rest)
        case UInt8(ascii: "x"): return Data(base64Encoded: rest).map { .data($0) }
        case UInt8(ascii: "g"): return UUID(uuidString: rest).map { .uuid($0) }
        case UInt8(ascii: "r"): return Int64(rest).map { .reference($0) }
        default: return nil
        }
    }
}
