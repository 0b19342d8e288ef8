public import ChronicleSchema
import Foundation

extension PackedRowLayout {
    /// One column's cell, which points into the bytes.
    ///
    /// - Throws: ``StoreError`` `corrupt` when the bytes are damaged.
    public func cell(of bytes: UnsafeRawBufferPointer, column: Int) throws -> RowCell {
        guard types.indices.contains(column), bytes.count >= headerSize, let base = bytes.baseAddress else {
            throw damage()
        }
        return try cell(base, bytes.count, column)
    }

    /// All cells, which point into the bytes, into memory for ``columnCount`` cells.
    ///
    /// - Throws: ``StoreError`` `corrupt` when the bytes are damaged.
    @inline(__always)
    public func cells(of bytes: UnsafeRawBufferPointer, into cells: UnsafeMutablePointer<RowCell>) throws {
        guard bytes.count >= headerSize, let base = bytes.baseAddress else {
            if types.isEmpty { return }
            throw damage()
        }
        for column in 0..<types.count {
            (cells + column).initialize(to: try cell(base, bytes.count, column))
        }
    }

    /// A copy of all values.
    ///
    /// - Throws: ``StoreError`` `corrupt` when the bytes are damaged.
    public func values(of bytes: UnsafeRawBufferPointer) throws -> [StoredValue] {
        try types.indices.map { try value(of: bytes, column: $0) }
    }

    /// A copy of one value.
    ///
    /// - Throws: ``StoreError`` `corrupt` when the bytes are damaged.
    public func value(of bytes: UnsafeRawBufferPointer, column: Int) throws -> StoredValue {
        guard let value = try cell(of: bytes, column: column).stored(as: types[column]) else { throw damage() }
        return value
    }

    @inline(__always)
    private func cell(_ base: UnsafeRawPointer, _ size: Int, _ column: Int) throws -> RowCell {
        if (base + column >> 3).load(as: UInt8.self) & (1 << UInt8(column & 7)) != 0 { return .null }
        let slot = base + bitmapSize + column &* 8
        let bits = UInt64(littleEndian: slot.loadUnaligned(as: UInt64.self))
        switch types[column] {
        case .bool, .integer, .reference: return RowCell(kind: .integer, bits: bits)
        case .unsigned: return RowCell(kind: .unsigned, bits: bits)
        case .double, .date: return RowCell(kind: .double, bits: bits)
        case .text: return .text(base + (try heapOffset(bits, size)), count: Int(bits >> 32))
        case .data: return .bytes(base + (try heapOffset(bits, size)), count: Int(bits >> 32))
        case .uuid, .decimal:
            let length = types[column] == .uuid ? 16 : MemoryLayout<Decimal>.size
            guard Int(bits >> 32) == length else { throw damage() }
            return .bytes(base + (try heapOffset(bits, size)), count: length)
        }
    }

    @inline(__always) private func heapOffset(_ bits: UInt64, _ size: Int) throws -> Int {
        let offset = Int(bits & 0xFFFF_FFFF)
        guard offset >= headerSize, offset &+ Int(bits >> 32) <= size else { throw damage() }
        return offset
    }

    private func damage() -> StoreError {
        StoreError(
            .corrupt, "A stored row of \(entity.name) is damaged: restore the store from a copy.", entity: entity.name)
    }
}
