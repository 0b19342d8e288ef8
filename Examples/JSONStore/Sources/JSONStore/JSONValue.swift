import ChronicleSchema
import Foundation

/// A value as it stands in a file.
///
/// What JSON has no exact form for stands there as text: floating-point numbers (infinity, the sign of zero), decimals,
/// dates in seconds since 2001, bytes in base 64, identifiers. The column's type says how a text is to be read.
enum JSONValue: Codable {
    case null
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case text(String)

    init(_ value: StoredValue) {
        self =
            switch value {
            case .null: .null
            case .bool(let value): .bool(value)
            case .integer(let value), .reference(let value): .integer(value)
            case .unsigned(let value): .unsigned(value)
            case .double(let value): .text("\(value)")
            case .date(let value): .text("\(value.timeIntervalSinceReferenceDate)")
            case .decimal(let value): .text("\(value)")
            case .text(let value): .text(value)
            case .data(let value): .text(value.base64EncodedString())
            case .uuid(let value): .text(value.uuidString)
            }
    }

    /// The value for a column of a type; nil when the file holds something else.
    func stored(as type: ColumnType) -> StoredValue? {
        switch (self, type) {
        case (.null, _): .null
        case (.bool(let value), .bool): .bool(value)
        case (.integer(let value), .integer): .integer(value)
        case (.integer(let value), .reference): .reference(value)
        case (.integer(let value), .unsigned): UInt64(exactly: value).map(StoredValue.unsigned)
        case (.unsigned(let value), .unsigned): .unsigned(value)
        case (.text(let text), .text): .text(text)
        case (.text(let text), .double): Double(text).map(StoredValue.double)
        case (.text(let text), .date):
            Double(text).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        case (.text(let text), .decimal): Decimal(string: text).map(StoredValue.decimal)
        case (.text(let text), .data): Data(base64Encoded: text).map(StoredValue.data)
        case (.text(let text), .uuid): UUID(uuidString: text).map(StoredValue.uuid)
        default: nil
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else {
            self = .unsigned(try container.decode(UInt64.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        }
    }
}
