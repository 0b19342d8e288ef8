public import ChronicleSchema
import Foundation

/// Packs the values of one entity's rows into bytes in which every column is found in constant time.
///
/// The form is: one bit a column that is set for null, padded to eight bytes; one slot of eight bytes a column; then the
/// bytes of columns that do not fit their slot (text, data, UUID, decimal), whose slots hold offset and length. All numbers
/// are little-endian. Reading checks every offset and length, so that damaged bytes give an error and nothing else.
public struct PackedRowLayout: Sendable {
    let entity: Schema.Entity
    let types: [ColumnType]
    let bitmapSize: Int
    let headerSize: Int
    let forms: ColumnForms

    /// The layout of an entity's rows.
    public init(_ entity: Schema.Entity) {
        self.entity = entity
        types = entity.columns.map(\.type)
        bitmapSize = (types.count + 63) / 64 * 8
        headerSize = bitmapSize + types.count * 8
        forms = ColumnForms(types)
    }

    /// The number of columns.
    public var columnCount: Int { types.count }

    /// The number of bytes that a row's values take.
    ///
    /// - Throws: ``StoreError`` `invalidValue` when the values are not of the columns' types.
    public func size(of values: ArraySlice<StoredValue>) throws -> Int {
        guard values.count == types.count else { throw misfit(nil) }
        var size = headerSize
        var index = values.startIndex
        for _ in types {
            size += heapSize(values[index])
            index += 1
        }
        return size
    }

    /// Writes a row's values into memory of at least ``size(of:)`` bytes.
    ///
    /// - Throws: ``StoreError`` `invalidValue` when the values do not fit; the memory's content is then undefined.
    public func write(_ values: ArraySlice<StoredValue>, to target: UnsafeMutableRawBufferPointer) throws {
        guard let base = target.baseAddress, values.count == types.count, target.count >= headerSize else {
            throw misfit(nil)
        }
        memset(base, 0, headerSize)
        var heap = headerSize
        for column in types.indices {
            try write(values[values.startIndex + column], column, base, &heap, target.count)
        }
    }

    /// A row's values as bytes.
    ///
    /// - Throws: ``StoreError`` `invalidValue` when the values are not of the columns' types.
    public func pack(_ values: ArraySlice<StoredValue>) throws -> [UInt8] {
        let size = try size(of: values)
        return try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            try write(values, to: UnsafeMutableRawBufferPointer(buffer))
            count = size
        }
    }

    /// The bytes of a row with some columns replaced.
    ///
    /// - Throws: ``StoreError`` `corrupt` for damaged bytes, `invalidValue` for values of the wrong type.
    public func repack(
        _ bytes: UnsafeRawBufferPointer, replacing columns: [(column: Int, value: StoredValue)]
    ) throws -> [UInt8] {
        var values = try self.values(of: bytes)
        for (column, value) in columns {
            guard values.indices.contains(column) else { throw misfit(nil) }
            values[column] = value
        }
        return try pack(values[...])
    }

    /// The bytes that a value takes besides its slot.
    @inline(__always) func heapSize(_ value: StoredValue) -> Int {
        switch value {
        case .text(let text): text.utf8.count
        case .data(let data): data.count
        case .uuid: 16
        case .decimal: MemoryLayout<Decimal>.size
        default: 0
        }
    }

    /// Writes one column, whose null bit is clear, with the bytes that do not fit its slot at an offset.
    func write(
        _ value: StoredValue, _ column: Int, _ base: UnsafeMutableRawPointer, _ heap: inout Int, _ limit: Int
    ) throws {
        let slot = base + bitmapSize + column * 8
        switch (types[column], value) {
        case (_, .null):
            let place = base + column / 8
            place.storeBytes(of: place.load(as: UInt8.self) | 1 << UInt8(column % 8), as: UInt8.self)
        case (.bool, .bool(let value)): slot.storeBytes(of: value ? 1 : 0, as: Int64.self)
        case (.integer, .integer(let value)), (.reference, .reference(let value)):
            slot.storeBytes(of: value.littleEndian, as: Int64.self)
        case (.unsigned, .unsigned(let value)): slot.storeBytes(of: value.littleEndian, as: UInt64.self)
        case (.double, .double(let value)): slot.storeBytes(of: value.bitPattern.littleEndian, as: UInt64.self)
        case (.date, .date(let value)):
            slot.storeBytes(of: value.timeIntervalSinceReferenceDate.bitPattern.littleEndian, as: UInt64.self)
        case (.text, .text(var text)):
            try text.withUTF8 { try append(UnsafeRawBufferPointer($0), slot, base, &heap, limit) }
        case (.data, .data(let data)):
            try data.withUnsafeBytes { try append($0, slot, base, &heap, limit) }
        case (.uuid, .uuid(let uuid)):
            try withUnsafeBytes(of: uuid.uuid) { try append($0, slot, base, &heap, limit) }
        case (.decimal, .decimal(let decimal)):
            try withUnsafeBytes(of: decimal) { try append($0, slot, base, &heap, limit) }
        default: throw misfit(column)
        }
    }

    private func append(
        _ bytes: UnsafeRawBufferPointer, _ slot: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer,
        _ heap: inout Int, _ limit: Int
    ) throws {
        guard let offset = UInt32(exactly: heap), let count = UInt32(exactly: bytes.count) else {
            throw StoreError(
                .limitExceeded, "A row of \(entity.name) is larger than four gigabytes: keep large data in files.",
                entity: entity.name)
        }
        guard heap + bytes.count <= limit else { throw misfit(nil) }
        if let source = bytes.baseAddress, bytes.count > 0 { memcpy(base + heap, source, bytes.count) }
        slot.storeBytes(of: offset.littleEndian, as: UInt32.self)
        (slot + 4).storeBytes(of: count.littleEndian, as: UInt32.self)
        heap += bytes.count
    }

    private func misfit(_ column: Int?) -> StoreError {
        let place = column.map { "\(entity.name).\(entity.columns[$0].name)" } ?? entity.name
        return StoreError(.invalidValue, "A value for \(place) is not of the declared type.", entity: entity.name)
    }
}
