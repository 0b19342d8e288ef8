import Chronicle
import ChronicleStore
import Foundation

/// Where the watch shows what it sees.
protocol WatchOutput {
    /// Something that the user should know about the watch itself.
    mutating func note(_ text: String)
    mutating func rows(_ rows: WatchedRows, _ changes: [WatchedChange]) throws
    mutating func counts(_ counts: [(entity: String, count: Int)]) throws
    mutating func history(_ records: [HistoryRecord]) throws
    /// All that belongs to one look has been shown.
    mutating func flush()
    mutating func end()
}

/// Lines of text, for a pipe or a file.
struct WatchLines: WatchOutput {
    private static let signs: [WatchedChange.Kind: String] = [.there: " ", .came: "+", .changed: "~", .left: "-"]

    mutating func note(_ text: String) { FileHandle.standardError.write(Data("chronicle: \(text)\n".utf8)) }
    mutating func rows(_ rows: WatchedRows, _ changes: [WatchedChange]) {
        for change in changes { print(Self.signs[change.kind] ?? "?", WatchText.row(change.row, rows.entity)) }
    }
    mutating func counts(_ counts: [(entity: String, count: Int)]) {
        for (entity, count) in counts { print("\(entity): \(count)") }
    }
    mutating func history(_ records: [HistoryRecord]) { for record in records { print(WatchText.record(record)) } }
    mutating func flush() { fflush(nil) }
    mutating func end() { fflush(nil) }
}

/// A line of JSON for each thing that happens.
struct WatchJSON: WatchOutput {
    mutating func note(_ text: String) { FileHandle.standardError.write(Data("chronicle: \(text)\n".utf8)) }

    mutating func rows(_ rows: WatchedRows, _ changes: [WatchedChange]) throws {
        for change in changes {
            var values: [String: Any] = [:]
            for (column, value) in zip(rows.entity.columns, change.row.values) {
                values[column.name] = WatchText.json(value)
            }
            let object: [String: Any] = [
                "event": "row", "change": change.kind.rawValue, "model": rows.entity.name, "key": change.row.key,
                "values": values,
            ]
            print(try WatchText.line(object))
        }
        print(try WatchText.line(["event": "shown", "model": rows.entity.name, "count": rows.total]))
    }

    mutating func counts(_ counts: [(entity: String, count: Int)]) throws {
        for (entity, count) in counts {
            print(try WatchText.line(["event": "count", "model": entity, "count": count]))
        }
    }

    mutating func history(_ records: [HistoryRecord]) throws {
        for record in records {
            let changes: [[String: Any]] = record.changes.map { change in
                [
                    "change": ["insert", "update", "delete"][change.operation.rawValue], "model": change.entity,
                    "key": change.key, "properties": change.properties,
                    "tombstone": change.tombstone.mapValues { WatchText.json($0) },
                ]
            }
            let object: [String: Any] = [
                "event": "transaction", "sequence": record.sequence, "author": record.author ?? NSNull(),
                "time": record.timestamp.formatted(.iso8601), "changes": changes,
            ]
            print(try WatchText.line(object))
        }
    }

    mutating func flush() { fflush(nil) }
    mutating func end() { fflush(nil) }
}
