public import ChronicleSchema
import Foundation

extension PackedRowLayout {
    /// Whether a column holds exactly a value, bit for bit.
    ///
    /// - Throws: ``StoreError`` `corrupt` when the bytes are damaged.
    public func holds(_ value: StoredValue, in bytes: UnsafeRawBufferPointer, column: Int) throws -> Bool {
        let cell = try cell(of: bytes, column: column)
        if cell.kind == .null { return value.isNull }
        switch (types[column], value) {
        case (.bool, .bool(let value)): return cell.bits == (value ? 1 : 0)
        case (.integer, .integer(let value)), (.reference, .reference(let value)):
            return cell.bits == UInt64(bitPattern: value)
        case (.unsigned, .unsigned(let value)): return cell.bits == value
        case (.double, .double(let value)): return cell.bits == value.bitPattern
        case (.date, .date(let value)): return cell.bits == value.timeIntervalSinceReferenceDate.bitPattern
        case (.text, .text(let text)): return text.utf8.elementsEqual(cell.buffer)
        case (.data, .data), (.uuid, .uuid), (.decimal, .decimal):
            return cell.stored(as: types[column])?.isIdentical(to: value) ?? false
        default: return false
        }
    }

    /// Those of some columns that hold another value, bit for bit.
    ///
    /// - Throws: ``StoreError`` `corrupt` when the bytes are damaged or a column is unknown.
    public func changes(
        _ values: [(column: Int, value: StoredValue)], of bytes: UnsafeRawBufferPointer
    ) throws -> [(column: Int, value: StoredValue)] {
        guard let same = try values.firstIndex(where: { try holds($0.value, in: bytes, column: $0.column) }) else {
            return values
        }
        var changed = Array(values[..<same])
        for (column, value) in values[(same + 1)...] where try !holds(value, in: bytes, column: column) {
            changed.append((column, value))
        }
        return changed
    }

    /// Replaces columns in place where the new values take as many bytes as the old ones.
    ///
    /// - Returns: False when a value takes another number of bytes; some columns are then replaced and others not.
    /// - Throws: ``StoreError`` `corrupt` for damaged bytes, `invalidValue` for values of the wrong type.
    public func patch(
        _ bytes: UnsafeMutableRawBufferPointer, _ values: [(column: Int, value: StoredValue)]
    ) throws -> Bool {
        for (column, value) in values {
            let old = try cell(of: UnsafeRawBufferPointer(bytes), column: column)
            guard let base = bytes.baseAddress else { return false }
            switch types[column] {
            case .text, .data, .uuid, .decimal:
                guard old.kind != .null, !value.isNull, heapSize(value) == old.count else { return false }
                var heap = Int(bitPattern: UInt(old.bits)) - Int(bitPattern: base)
                try write(value, column, base, &heap, bytes.count)
            case .bool, .integer, .unsigned, .double, .date, .reference:
                let place = base + column / 8
                place.storeBytes(of: place.load(as: UInt8.self) & ~(1 << UInt8(column % 8)), as: UInt8.self)
                (base + bitmapSize + column * 8).storeBytes(of: 0, as: UInt64.self)
                var heap = bytes.count
                try write(value, column, base, &heap, bytes.count)
            }
        }
        return true
    }
}
