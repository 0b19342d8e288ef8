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
        let decoder = JSONDecoder()
        do {
            let line = try decoder.decode(Line.self, from: operation.withLine.line, configuration: entity)
            return (line.values, line.links)
        } catch {
            throw SinkError(
                .permanent, "The line of \(operation.id) does not hold a row of \(entity.name).", underlying: error)
        }
    }
}

/// An upsert's line, decoded by the columns of an entity. `JSONSerialization` would not do: it rounds numbers of 17 digits.
private struct Line: DecodableWithConfiguration {
    var values: [StoredValue] = []
    var links: [String: [Int64]] = [:]

    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder, configuration entity: Schema.Entity) throws {
        let members = try decoder.container(keyedBy: Name.self)
            .nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: "values"))
        var names: Set<String> = []
        for column in entity.columns {
            names.insert(column.name)
            values.append(try Self.value(members, Name(stringValue: column.name), column))
        }
        for name in members.allKeys where !names.contains(name.stringValue) {
            links[name.stringValue] = try members.decode([Int64].self, forKey: name)
        }
    }

    private static func value(
        _ members: KeyedDecodingContainer<Name>, _ name: Name, _ column: Schema.Column
    ) throws -> StoredValue {
        if column.isOptional, !members.contains(name) { return .null }
        if try members.decodeNil(forKey: name) { return .null }
        switch column.type {
        case .bool: return .bool(try members.decode(Bool.self, forKey: name))
        case .integer: return .integer(try members.decode(Int64.self, forKey: name))
        case .reference: return .reference(try members.decode(Int64.self, forKey: name))
        case .unsigned: return .unsigned(try members.decode(UInt64.self, forKey: name))
        case .double: return .double(try number(members, name))
        case .date: return .date(Date(timeIntervalSinceReferenceDate: try number(members, name)))
        case .text: return .text(try members.decode(String.self, forKey: name))
        case .data: return .data(try members.decode(Data.self, forKey: name))
        case .uuid: return .uuid(try members.decode(UUID.self, forKey: name))
        case .decimal:
            let text = try members.decode(String.self, forKey: name)
            guard let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) else {
                throw DecodingError.dataCorruptedError(forKey: name, in: members, debugDescription: "no decimal number")
            }
            return .decimal(value)
        }
    }

    private static func number(_ members: KeyedDecodingContainer<Name>, _ name: Name) throws -> Double {
        if let text = try? members.decode(String.self, forKey: name) {
            if text == "Infinity" { return .infinity }
            if text == "-Infinity" { return -.infinity }
        }
        return try members.decode(Double.self, forKey: name)
    }
}
