public import ChronicleSchema

extension PackedRowLayout {
    /// One column's cell, which points into the bytes.
    ///
    /// - Throws: ``StoreError`` `corrupt` when the bytes are damaged.
    public func cell(of bytes: UnsafeRawBufferPointer, column: Int) throws -> RowCell {
        guard types.indices.contains(column), bytes.count >= headerSize, let base = bytes.baseAddress else {
            throw damage()
        }
        return try cell(base, bytes.count, column, forms.first[column])
    }

    /// All cells, which point into the bytes, into memory for ``columnCount`` cells.
    ///
    /// - Throws: ``StoreError`` `corrupt` when the bytes are damaged.
    public func cells(of bytes: UnsafeRawBufferPointer, into cells: UnsafeMutablePointer<RowCell>) throws {
        try fill(cells, from: bytes)
    }

    /// Fills all cells, or those of some columns only with the others left as they are. The cells point into the bytes.
    ///
    /// - Parameters:
    ///   - cells: Initialised memory for ``columnCount`` cells.
    ///   - columns: Positions of columns of the entity; nil for all.
    /// - Throws: ``StoreError`` `corrupt` when the bytes are damaged.
    public func fill(
        _ cells: UnsafeMutablePointer<RowCell>, from bytes: UnsafeRawBufferPointer, only columns: [Int]? = nil
    ) throws {
        guard bytes.count >= headerSize, let base = bytes.baseAddress else {
            if types.isEmpty { return }
            throw damage()
        }
        let (forms, size) = (forms.first, bytes.count)
        if let columns {
            for column in columns { cells[column] = try cell(base, size, column, forms[column]) }
        } else {
            for column in 0..<types.count { cells[column] = try cell(base, size, column, forms[column]) }
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

    /// The cell of a column in bytes of at least ``headerSize``.
    @inline(__always)
    func cell(
        _ base: UnsafeRawPointer, _ size: Int, _ column: Int, _ form: ColumnForms.Form
    ) throws -> RowCell {
        if base.load(fromByteOffset: column &>> 3, as: UInt8.self) & (1 &<< UInt8(column & 7)) != 0 { return .null }
        let bits = UInt64(
            littleEndian: base.loadUnaligned(fromByteOffset: bitmapSize &+ column &* 8, as: UInt64.self))
        switch form.kind {
        case .text, .bytes:
            let (offset, length) = (Int(bits & 0xFFFF_FFFF), Int(bits &>> 32))
            guard offset >= headerSize, offset &+ length <= size, form.length < 0 || form.length == length else {
                throw damage()
            }
            return RowCell(kind: form.kind, bits: UInt64(UInt(bitPattern: base + offset)), count: length)
        case .null, .integer, .unsigned, .double, .value: return RowCell(kind: form.kind, bits: bits)
        }
    }

    func damage() -> StoreError {
        StoreError(
            .corrupt, "A stored row of \(entity.name) is damaged: restore the store from a copy.", entity: entity.name)
    }
}
