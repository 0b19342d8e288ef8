import ChronicleHistory
import ChronicleSchema
import ChronicleStore
import Foundation

/// Writes what a plain store's file holds.
struct PlainWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ value: Int64) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func put(_ value: Int) { put(Int64(value)) }
    mutating func put(bits value: UInt64) { put(Int64(bitPattern: value)) }

    mutating func put(_ data: Data) {
        put(data.count)
        bytes.append(contentsOf: data)
    }

    mutating func put(_ text: String) { put(Data(text.utf8)) }

    mutating func put(optional text: String?) {
        put(text == nil ? 0 : 1)
        if let text { put(text) }
    }

    mutating func put<Value>(_ values: [Value], _ body: (inout PlainWriter, Value) -> Void) {
        put(values.count)
        for value in values { body(&self, value) }
    }

    mutating func put(_ value: StoredValue) {
        switch value {
        case .null: put(0)
        case .bool(let value): put(1); put(value ? 1 : 0)
        case .integer(let value): put(2); put(value)
        case .unsigned(let value): put(3); put(bits: value)
        case .double(let value): put(4); put(bits: value.bitPattern)
        case .decimal(let value): put(5); put(withUnsafeBytes(of: value) { Data($0) })
        case .text(let value): put(6); put(value)
        case .date(let value): put(7); put(bits: value.timeIntervalSinceReferenceDate.bitPattern)
        case .data(let value): put(8); put(value)
        case .uuid(let value): put(9); put(withUnsafeBytes(of: value.uuid) { Data($0) })
        case .reference(let value): put(10); put(value)
        }
    }

    mutating func put(_ record: HistoryRecord) {
        put(record.sequence)
        put(bits: record.timestamp.timeIntervalSinceReferenceDate.bitPattern)
        put(optional: record.author)
        put(record.processIdentifier)
        put(record.bundleIdentifier)
        put(record.changes) { writer, change in
            writer.put(change.entity)
            writer.put(change.key)
            writer.put(change.operation.rawValue)
            writer.put(change.properties) { $0.put($1) }
            writer.put(change.tombstone.sorted { $0.key < $1.key }) { writer, kept in
                writer.put(kept.key)
                writer.put(kept.value)
            }
        }
    }
}
