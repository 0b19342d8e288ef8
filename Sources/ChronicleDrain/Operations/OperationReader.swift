import ChronicleSchema
import ChronicleStore
import Foundation

/// Reads an operation's line back, for receivers that are written in Swift.
enum OperationReader {
    /// The values of an upsert's line by the columns of an entity, and its links by the properties' names.
    ///
    /// - Throws: ``SinkError`` `permanent` for a line that is none, or lacks a column or its type.
    static func values(
        of operation: OutboundOperation, as entity: Schema.Entity
    ) throws -> (values: [StoredValue], links: [String: [Int64]]) {
        if let row = operation.values, row.entity.columns == entity.columns { return (row.values, row.links) }
        let line = operation.withLine.line
        guard let object = try? JSONSerialization.jsonObject(with: line) as? [String: Any],
            let members = object["values"] as? [String: Any]
        else { throw SinkError(.permanent, "The line of \(operation.id) is no operation with values.") }
        let values = try entity.columns.map { column in
            guard let member = members[column.name] else {
                if column.isOptional { return StoredValue.null }
                throw SinkError(.permanent, "The line of \(operation.id) has no \(column.name).")
            }
            guard let value = value(member, column.type) else {
                throw SinkError(.permanent, "\(column.name) in the line of \(operation.id) is no \(column.type.rawValue).")
            }
            return value
        }
        return (values, members.compactMapValues { ($0 as? [NSNumber])?.map(\.int64Value) })
    }

    private static func value(_ member: Any, _ type: ColumnType) -> StoredValue? {
        if member is NSNull { return .null }
        switch type {
        case .bool: return (member as? Bool).map { .bool($0) }
        case .integer: return (member as? NSNumber).map { .integer($0.int64Value) }
        case .reference: return (member as? NSNumber).map { .reference($0.int64Value) }
        case .unsigned: return (member as? NSNumber).map { .unsigned($0.uint64Value) }
        case .double: return number(member).map { .double($0) }
        case .date: return number(member).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        case .text: return (member as? String).map { .text($0) }
        case .data: return (member as? String).flatMap { Data(base64Encoded: $0) }.map { .data($0) }
        case .uuid: return (member as? String).flatMap { UUID(uuidString: $0) }.map { .uuid($0) }
        case .decimal:
            return (member as? String).flatMap { Decimal(string: $0, locale: Locale(identifier: "en_US_POSIX")) }
                .map { .decimal($0) }
        }
    }

    private static func number(_ member: Any) -> Double? {
        switch member as? String {
        case "Infinity": .infinity
        case "-Infinity": -.infinity
        case nil: (member as? NSNumber)?.doubleValue
        case _?: nil
        }
    }
}
