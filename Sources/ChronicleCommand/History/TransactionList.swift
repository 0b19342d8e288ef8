import Chronicle
import ChronicleHistory
import ChronicleStore
import Foundation

/// Prints transactions and their changes, a page at a time, so that a long history takes no memory.
struct TransactionList {
    let store: any DataStore & HistoryProviding
    let arguments: HistoryArguments

    private static let page = 500

    func print() throws {
        let current = try store.currentPosition()
        var request = HistoryRequest(
            after: try arguments.after.map { try HistoryCommand.position($0, in: store) } ?? store.oldestPosition(),
            through: current.sequence, authors: arguments.authors)
        var left = arguments.limit ?? .max
        var printed = 0
        while left > 0 {
            request.limit = min(left, Self.page)
            let records = try store.fetchHistory(request)
            for record in records { try print(record, current) }
            left -= records.count
            printed += records.count
            guard records.count == request.limit, let last = records.last else { break }
            request.after?.sequence = last.sequence
        }
        guard !arguments.isJSON else { return }
        if printed == 0 {
            Output.line("No transactions\(arguments.after == nil ? "" : " after \(arguments.after ?? "")").")
        }
        if left == 0, let next = request.after?.sequence, next < current.sequence {
            Output.line("More: --after \(next)")
        }
    }

    // MARK: One transaction

    private struct Line: Encodable {
        struct Change: Encodable {
            var op: String
            var entity: String
            var key: Int64
            var properties: [String]?
            var tombstone: [String: String]?
        }
        var sequence: Int64
        var token: String
        var timestamp: Date
        var author: String?
        var process: String
        var program: String
        var changes: [Change]
    }

    private func print(_ record: HistoryRecord, _ current: HistoryPosition) throws {
        var position = current
        position.sequence = record.sequence
        if arguments.isJSON {
            let changes = record.changes.map { change in
                Line.Change(
                    op: Self.name(change.operation), entity: change.entity, key: change.key,
                    properties: change.operation == .update ? change.properties : nil,
                    tombstone: change.tombstone.isEmpty ? nil : change.tombstone.mapValues(Self.text))
            }
            return try Output.json(
                Line(
                    sequence: record.sequence, token: position.text, timestamp: record.timestamp, author: record.author,
                    process: record.processIdentifier, program: record.bundleIdentifier, changes: changes))
        }
        var lines = [
            "\(record.sequence)  \(record.timestamp.formatted(.iso8601))  \(record.author ?? "-")  "
                + Output.count(record.changes.count, "change")
        ]
        for change in record.changes {
            var line = "  \(Self.name(change.operation)) \(change.entity)/\(change.key)"
            if change.operation == .update { line += "  \(change.properties.joined(separator: ", "))" }
            for (name, value) in change.tombstone.sorted(by: { $0.key < $1.key }) {
                line += "  \(name)=\(Self.text(value))"
            }
            lines.append(line)
        }
        Output.line(lines.joined(separator: "\n"))
    }

    private static func name(_ operation: HistoryRecord.Operation) -> String {
        switch operation {
        case .insert: "insert"
        case .update: "update"
        case .delete: "delete"
        }
    }

    private static func text(_ value: StoredValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .integer(let value), .reference(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .double(let value): "\(value)"
        case .decimal(let value): "\(value)"
        case .text(let value): value
        case .date(let value): value.formatted(.iso8601)
        case .data(let value): value.base64EncodedString()
        case .uuid(let value): value.uuidString
        }
    }
}
