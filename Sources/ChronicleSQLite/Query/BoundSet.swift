#if SQLite
import CChronicleSQLite
import CSQLite
import ChronicleSchema
import ChronicleStore
import Foundation

/// The members of a set as `chronicle_set` delivers them: in SQLite's order, each once.
final class BoundSet {
    let set: UnsafeMutablePointer<chronicle_set>
    private var integers: UnsafeMutablePointer<Int64>?
    private var values: UnsafeMutablePointer<chronicle_value>?
    private var bytes: UnsafeMutableRawPointer?

    /// Those members of a set that a value of a type can be equal to; takes time in their number, texts a little more.
    init(_ source: Query.ValueSet, for type: ColumnType?) {
        set = .allocate(capacity: 1)
        set.initialize(to: chronicle_set(values: nil, integers: nil, count: 0))
        switch type {
        case .bool, .integer, .unsigned, .reference: fillIntegers(source.values, isUnsigned: type == .unsigned)
        default: fillValues(source.values)
        }
    }

    deinit {
        set.deallocate()
        integers?.deallocate()
        values?.deallocate()
        bytes?.deallocate()
    }

    private func fillIntegers(_ members: Set<StoredValue>, isUnsigned: Bool) {
        // As much again for sorting.
        let room = UnsafeMutablePointer<Int64>.allocate(capacity: max(2 * members.count, 1))
        integers = room
        var count = 0
        for member in members {
            switch member {
            case .integer(let value), .reference(let value):
                if isUnsigned && value < 0 { continue }
                room[count] = value
            case .unsigned(let value):
                if !isUnsigned && value >> 63 == 1 { continue }
                room[count] = Int64(bitPattern: value)
            case .bool(let value): room[count] = value ? 1 : 0
            default: continue
            }
            count += 1
        }
        let kept = chronicle_sort_integers(room, room + members.count, Int64(count))
        set.pointee = chronicle_set(values: nil, integers: room, count: kept)
    }

    private func fillValues(_ members: Set<StoredValue>) {
        var texts: [UInt8] = []
        let room = UnsafeMutablePointer<chronicle_value>.allocate(capacity: max(members.count, 1))
        values = room
        var count = 0
        var offsets: [(member: Int, start: Int)] = []
        func keep(_ content: some Sequence<UInt8>, _ kind: Int32) {
            let start = texts.count
            texts.append(contentsOf: content)
            var member = chronicle_value()
            member.kind = kind
            member.count = Int32(clamping: texts.count - start)
            offsets.append((count, start))
            room[count] = member
            count += 1
        }
        func keep(_ number: Double) {
            if number.isNaN { return }
            var member = chronicle_value()
            member.kind = SQLITE_FLOAT
            member.as.real = number
            room[count] = member
            count += 1
        }
        for member in members {
            switch member {
            case .double(let value): keep(value)
            case .date(let value): keep(value.timeIntervalSinceReferenceDate)
            case .decimal(let value): if !value.isNaN { keep(DecimalText.encode(value).utf8, SQLITE_TEXT) }
            case .text(let value): keep(NormalText.form(value).utf8, SQLITE_TEXT)
            case .uuid(let value): keep(value.uuidString.utf8, SQLITE_TEXT)
            case .data(let value): keep(value, SQLITE_BLOB)
            case .null, .bool, .integer, .unsigned, .reference: continue
            }
        }
        let held = UnsafeMutableRawPointer.allocate(byteCount: max(texts.count, 1), alignment: 1)
        bytes = held
        texts.withUnsafeBytes { if let start = $0.baseAddress { held.copyMemory(from: start, byteCount: $0.count) } }
        for (member, start) in offsets { room[member].as.bytes = UnsafeRawPointer(held + start) }
        set.pointee = chronicle_set(
            values: room, integers: nil, count: chronicle_sort_values(room, Int64(count)))
    }
}
#endif
