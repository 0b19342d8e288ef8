import ChronicleHistory
import ChronicleSchema
import ChronicleStore
import Foundation

/// Reads what a ``PlainWriter`` wrote.
struct PlainReader {
    /// What is there does not fit.
    struct Damage: Error {}

    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The first number; zero when there is none.
    static func first(_ bytes: [UInt8]) -> Int64 {
        var reader = PlainReader(bytes)
        return (try? reader.integer()) ?? 0
    }

    private var count: Int { bytes.count - offset }

    mutating func integer() throws -> Int64 {
        guard count >= 8 else { throw Damage() }
        defer { offset += 8 }
        return bytes.withUnsafeBytes { Int64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Int64.self)) }
    }

    mutating func int() throws -> Int { Int(try integer()) }
    mutating func bits() throws -> UInt64 { UInt64(bitPattern: try integer()) }

    mutating func data() throws -> Data {
        let length = try int()
        guard length >= 0, length <= count else { throw Damage() }
        defer { offset += length }
        return Data(bytes[offset..<offset + length])
    }

    mutating func text() throws -> String { String(decoding: try data(), as: UTF8.self) }
    mutating func optionalText() throws -> String? { try int() == 0 ? nil : text() }

    mutating func array<Value>(_ body: (inout PlainReader) throws -> Value) throws -> [Value] {
        let length = try int()
        guard length >= 0, length <= count else { throw Damage() }
        var values: [Value] = []
        values.reserveCapacity(length)
        for _ in 0..<length { values.append(try body(&self)) }
        return values
    }

    mutating func value() throws -> StoredValue {
        switch try int() {
        case 0: return .null
        case 1: return .bool(try int() != 0)
        case 2: return .integer(try integer())
        case 3: return .unsigned(try bits())
        case 4: return .double(Double(bitPattern: try bits()))
        case 5: return .decimal(try decimal())
        case 6: return .text(try text())
        case 7: return .date(try date())
        case 8: return .data(try data())
        case 9: return .uuid(UUID(uuid: try memory(UUID().uuid)))
        case 10: return .reference(try integer())
        default: throw Damage()
        }
    }

    private mutating func date() throws -> Date {
        Date(timeIntervalSinceReferenceDate: Double(bitPattern: try bits()))
    }

    private mutating func decimal() throws -> Decimal {
        let data = try data()
        var value = Decimal()
        guard data.count == MemoryLayout<Decimal>.size else { throw Damage() }
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: data) }
        return value
    }

    private mutating func memory<Value: BitwiseCopyable>(_ value: Value) throws -> Value {
        let data = try data()
        var value = value
        guard data.count == MemoryLayout<Value>.size else { throw Damage() }
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: data) }
        return value
    }

    mutating func record() throws -> HistoryRecord {
        let sequence = try integer()
        let timestamp = try date()
        let author = try optionalText()
        let process = try text()
        let bundle = try text()
        let changes = try array { reader in
            let entity = try reader.text()
            let key = try reader.integer()
            guard let operation = HistoryRecord.Operation(rawValue: try reader.int()) else { throw Damage() }
            let properties = try reader.array { try $0.text() }
            let kept = try reader.array { (try $0.text(), try $0.value()) }
            return HistoryRecord.Change(
                entity: entity, key: key, operation: operation, properties: properties,
                tombstone: Dictionary(kept) { $1 })
        }
        return HistoryRecord(
            sequence: sequence, timestamp: timestamp, author: author, processIdentifier: process,
            bundleIdentifier: bundle, changes: changes)
    }
}
