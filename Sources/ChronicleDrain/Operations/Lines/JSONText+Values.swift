import ChronicleSchema
import ChronicleStore
import Foundation

extension JSONText {
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
