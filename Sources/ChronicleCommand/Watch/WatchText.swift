import Chronicle
import ChronicleStore
import Foundation

/// Values as the watch prints them.
enum WatchText {
    static func text(_ value: StoredValue) -> String {
        switch value {
        case .null: "–"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .double(let value): "\(value)"
        case .decimal(let value): "\(value)"
        case .text(let value): oneLine(value)
        case .date(let value): value.formatted(.iso8601)
        case .data(let value): "\(value.count) bytes"
        case .uuid(let value): value.uuidString
        case .reference(let key): "→\(key)"
        }
    }

    /// Without what would move a terminal's cursor.
    static func oneLine(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }

    static func json(_ value: StoredValue) -> Any {
        switch value {
        case .null: NSNull()
        case .bool(let value): value
        case .integer(let value): value
        case .unsigned(let value): value
        case .double(let value): value.isFinite ? value : "\(value)"
        case .decimal(let value): "\(value)"
        case .text(let value): value
        case .date(let value): value.formatted(.iso8601)
        case .data(let value): value.base64EncodedString()
        case .uuid(let value): value.uuidString
        case .reference(let key): key
        }
    }

    static func row(_ row: WatchedRow, _ entity: Schema.Entity) -> String {
        let values = zip(entity.columns, row.values).filter { !$1.isNull }.map { "\($0.name)=\(text($1))" }
        return ["\(entity.name)/\(row.key)"].joined() + (values.isEmpty ? "" : " " + values.joined(separator: " "))
    }

    static func record(_ record: HistoryRecord) -> String {
        let changes = record.changes.prefix(8).map { change in
            let word = ["insert", "update", "delete"][change.operation.rawValue]
            let names = change.properties.isEmpty ? "" : " [\(change.properties.joined(separator: ", "))]"
            return "\(word) \(change.entity)/\(change.key)\(names)"
        }
        let rest = record.changes.count > 8 ? ", and \(record.changes.count - 8) more" : ""
        return "#\(record.sequence) \(record.timestamp.formatted(.iso8601)) \(oneLine(record.author ?? "nobody")): "
            + changes.joined(separator: ", ") + rest
    }

    /// One line of JSON, its keys in order.
    static func line(_ object: [String: Any]) throws -> String {
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try JSONSerialization.data(withJSONObject: object, options: options), as: UTF8.self)
    }
}
