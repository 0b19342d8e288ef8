#if LMDB
import ChronicleHistory
import ChronicleSchema
import Foundation

/// Writes history records as bytes.
///
/// Names are written out where a record first uses them and by number after that, so that a record can be read whatever
/// becomes of the schema; keys are written as differences.
struct HistoryRecordEncoder {
    private(set) var writer = ByteWriter()
    private var numbers: [String: UInt64] = [:]
    private var entity = ""
    private var entityNumber: UInt64 = 0
    /// The properties of the last update and their numbers: most updates of a save change the same.
    private var properties: [String] = []
    private var propertyNumbers: [UInt64] = []

    /// The form of the records that this version writes.
    static let form: UInt8 = 1

    mutating func encode(_ record: HistoryRecord) {
        writer.removeAll()
        numbers.removeAll(keepingCapacity: true)
        entityNumber = 0
        propertyNumbers = []
        writer.byte(Self.form)
        writer.fixed(record.timestamp.timeIntervalSinceReferenceDate.bitPattern)
        if let author = record.author {
            writer.byte(1)
            writer.text(author)
        } else {
            writer.byte(0)
        }
        writer.text(record.processIdentifier)
        writer.text(record.bundleIdentifier)
        writer.varint(UInt64(record.changes.count))
        var key: Int64 = 0
        for change in record.changes {
            writer.byte(UInt8(change.operation.rawValue))
            if entityNumber > 0, change.entity == entity {
                writer.varint(entityNumber)
            } else {
                entityNumber = name(change.entity)
                entity = change.entity
            }
            writer.signed(change.key &- key)
            key = change.key
            switch change.operation {
            case .insert: break
            case .update:
                writer.varint(UInt64(change.properties.count))
                if !propertyNumbers.isEmpty, change.properties == properties {
                    for number in propertyNumbers { writer.varint(number) }
                } else {
                    properties = change.properties
                    propertyNumbers = change.properties.map { name($0) }
                }
            case .delete:
                writer.varint(UInt64(change.tombstone.count))
                for (column, value) in change.tombstone.sorted(by: { $0.key < $1.key }) {
                    name(column)
                    encode(value)
                }
            }
        }
    }

    /// Zero and the text for a name that is new in the record, else its number.
    @discardableResult
    private mutating func name(_ text: String) -> UInt64 {
        if let number = numbers[text] {
            writer.varint(number)
            return number
        }
        let number = UInt64(numbers.count + 1)
        numbers[text] = number
        writer.varint(0)
        writer.text(text)
        return number
    }

    private mutating func encode(_ value: StoredValue) {
        switch value {
        case .null: writer.byte(0)
        case .bool(let value): writer.byte(value ? 2 : 1)
        case .integer(let value):
            writer.byte(3)
            writer.signed(value)
        case .unsigned(let value):
            writer.byte(4)
            writer.varint(value)
        case .double(let value):
            writer.byte(5)
            writer.fixed(value.bitPattern)
        case .decimal(let value):
            writer.byte(6)
            withUnsafeBytes(of: value) { writer.data($0) }
        case .text(let value):
            writer.byte(7)
            writer.text(value)
        case .date(let value):
            writer.byte(8)
            writer.fixed(value.timeIntervalSinceReferenceDate.bitPattern)
        case .data(let value):
            writer.byte(9)
            writer.data(value)
        case .uuid(let value):
            writer.byte(10)
            withUnsafeBytes(of: value.uuid) { writer.data($0) }
        case .reference(let value):
            writer.byte(11)
            writer.signed(value)
        }
    }
}

/// Reads the bytes of history records.
struct HistoryRecordDecoder {
    private var reader: ByteReader
    private var names: [String] = []

    init(_ bytes: UnsafeRawBufferPointer) { reader = ByteReader(bytes) }

    /// What is asked of a record before its changes are read.
    struct Head {
        let timestamp: Date
        let author: String?
    }

    /// Reads the beginning; nil when the bytes are damaged.
    mutating func head() -> Head? {
        guard reader.byte() == HistoryRecordEncoder.form, let bits = reader.fixed(), let flag = reader.byte() else {
            return nil
        }
        var author: String?
        if flag == 1 {
            guard let text = reader.text() else { return nil }
            author = text
        }
        return Head(timestamp: Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits)), author: author)
    }

    /// Reads the rest after ``head()``; nil when the bytes are damaged.
    mutating func record(_ head: Head, sequence: Int64) -> HistoryRecord? {
        guard let process = reader.text(), let bundle = reader.text(), let count = reader.varint() else { return nil }
        var record = HistoryRecord(
            sequence: sequence, timestamp: head.timestamp, author: head.author, processIdentifier: process,
            bundleIdentifier: bundle, changes: [])
        var key: Int64 = 0
        for _ in 0..<count {
            guard let change = change(&key) else { return nil }
            record.changes.append(change)
        }
        return reader.isAtEnd ? record : nil
    }

    private mutating func change(_ key: inout Int64) -> HistoryRecord.Change? {
        guard let raw = reader.byte(), let operation = HistoryRecord.Operation(rawValue: Int(raw)), let entity = name(),
            let difference = reader.signed()
        else { return nil }
        key &+= difference
        var change = HistoryRecord.Change(entity: entity, key: key, operation: operation)
        guard operation != .insert else { return change }
        guard let count = reader.varint() else { return nil }
        for _ in 0..<count {
            guard let name = name() else { return nil }
            if operation == .update {
                change.properties.append(name)
            } else {
                guard let value = value() else { return nil }
                change.tombstone[name] = value
            }
        }
        return change
    }

    private mutating func name() -> String? {
        guard let number = reader.varint() else { return nil }
        if number > 0 { return number <= UInt64(names.count) ? names[Int(number) - 1] : nil }
        guard let text = reader.text() else { return nil }
        names.append(text)
        return text
    }

    private mutating func value() -> StoredValue? {
        switch reader.byte() {
        case 0: .null
        case 1: .bool(false)
        case 2: .bool(true)
        case 3: reader.signed().map { .integer($0) }
        case 4: reader.varint().map { .unsigned($0) }
        case 5: reader.fixed().map { .double(Double(bitPattern: $0)) }
        case 6: fixed(Decimal.self).map { .decimal($0) }
        case 7: reader.text().map { .text($0) }
        case 8: reader.fixed().map { .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0))) }
        case 9: reader.data().map { .data($0) }
        case 10: fixed(uuid_t.self).map { .uuid(UUID(uuid: $0)) }
        case 11: reader.signed().map { .reference($0) }
        default: nil
        }
    }

    /// A value without references, by its memory.
    private mutating func fixed<Value>(_ type: Value.Type) -> Value? {
        guard reader.varint() == UInt64(MemoryLayout<Value>.size),
            let slice = reader.take(UInt64(MemoryLayout<Value>.size))
        else { return nil }
        return withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { place in
            UnsafeMutableRawBufferPointer(place).copyMemory(from: slice)
            return place[0]
        }
    }
}
#endif
