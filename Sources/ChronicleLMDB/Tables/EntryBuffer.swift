#if LMDB
import CLMDB
import ChronicleSchema
import ChronicleStore

/// The key of one index entry, made again and again in the same memory.
struct EntryBuffer {
    private(set) var bytes: [UInt8] = []
    /// Whether the row's key is part of the entry's: in a unique index, where other rows may have the same values.
    private(set) var isShared = false
    /// Whether the values were cut.
    private(set) var isCut = false

    /// The values without the row's key.
    var prefix: ArraySlice<UInt8> { isShared ? bytes.dropLast(8) : bytes[...] }

    mutating func set(_ index: IndexTable, _ values: ArraySlice<StoredValue>, key: Int64) {
        bytes.removeAll(keepingCapacity: true)
        var hasNull = false
        let start = values.startIndex
        for column in index.columns {
            let value = values[start + column]
            if case .null = value { hasNull = true }
            KeyEncoding.append(value, to: &bytes)
        }
        finish(index, hasNull, key)
    }

    /// Returns false when a cell is not of its column's type.
    mutating func set(
        _ index: IndexTable, _ layout: PackedRowLayout, _ record: UnsafeRawBufferPointer, key: Int64
    ) throws -> Bool {
        bytes.removeAll(keepingCapacity: true)
        var hasNull = false
        for (position, column) in index.columns.enumerated() {
            let cell = try layout.cell(of: record, column: column)
            if cell.kind == .null { hasNull = true }
            guard KeyEncoding.append(cell, type: index.types[position], to: &bytes) else { return false }
        }
        finish(index, hasNull, key)
        return true
    }

    private mutating func finish(_ index: IndexTable, _ hasNull: Bool, _ key: Int64) {
        isCut = bytes.count > IndexTable.maximum
        if isCut { bytes.removeLast(bytes.count - IndexTable.maximum) }
        isShared = index.isUnique && (hasNull || isCut)
        mayCollide = index.isUnique && !hasNull
        if isShared {
            withUnsafeBytes(of: (UInt64(bitPattern: key) ^ (1 << 63)).bigEndian) { bytes.append(contentsOf: $0) }
        }
    }

    /// Whether another row with the same values would break uniqueness.
    private(set) var mayCollide = false
}
#endif
