import Foundation

/// One column of a row that a store is handing over, without copying it.
///
/// Cells point into the store's own memory and are valid only during the call that delivers the row.
@frozen public struct RowCell {
    /// How the cell's bits are read.
    @frozen public enum Kind: UInt8, Sendable {
        /// No value.
        case null
        /// `bits` holds an `Int64` (also Booleans and references).
        case integer
        /// `bits` holds a `UInt64`.
        case unsigned
        /// `bits` holds a `Double`'s bit pattern (also dates, as seconds since the reference date).
        case double
        /// `address` and `count` describe UTF-8.
        case text
        /// `address` and `count` describe bytes (data, the 16 bytes of a UUID, the memory of a `Decimal`).
        case bytes
        /// `address` points at a `StoredValue`.
        case value
    }

    /// How the cell's bits are read.
    public var kind: Kind
    /// The value, or the address of the first byte.
    public var bits: UInt64
    /// The number of bytes at the address.
    public var count: Int

    /// A cell from its parts.
    @inlinable public init(kind: Kind, bits: UInt64, count: Int = 0) {
        self.kind = kind
        self.bits = bits
        self.count = count
    }

    /// A cell without a value.
    @inlinable public static var null: RowCell { RowCell(kind: .null, bits: 0) }

    /// A cell that holds a signed integer, a Boolean or a reference.
    @inlinable public static func integer(_ value: Int64) -> RowCell {
        RowCell(kind: .integer, bits: UInt64(bitPattern: value))
    }

    /// A cell that holds an unsigned integer.
    @inlinable public static func unsigned(_ value: UInt64) -> RowCell { RowCell(kind: .unsigned, bits: value) }

    /// A cell that holds a floating-point number or a date.
    @inlinable public static func double(_ value: Double) -> RowCell {
        RowCell(kind: .double, bits: value.bitPattern)
    }

    /// A cell over UTF-8 that the store keeps alive during the call.
    @inlinable public static func text(_ address: UnsafeRawPointer?, count: Int) -> RowCell {
        RowCell(kind: .text, bits: UInt64(UInt(bitPattern: address)), count: count)
    }

    /// A cell over bytes that the store keeps alive during the call.
    @inlinable public static func bytes(_ address: UnsafeRawPointer?, count: Int) -> RowCell {
        RowCell(kind: .bytes, bits: UInt64(UInt(bitPattern: address)), count: count)
    }

    /// A cell over a value that the store keeps alive during the call.
    @inlinable public static func value(_ address: UnsafePointer<StoredValue>) -> RowCell {
        RowCell(kind: .value, bits: UInt64(UInt(bitPattern: address)))
    }

    /// The bytes that a text or bytes cell describes.
    @inlinable public var buffer: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: UInt(bits)), count: count)
    }

    /// The value that a cell of kind `value` points at.
    @inlinable public var pointee: StoredValue {
        guard kind == .value, let address = UnsafePointer<StoredValue>(bitPattern: UInt(bits)) else { return .null }
        return address.pointee
    }

    /// A copy of the cell's content as a value of a column's type; nil when the content is of another type.
    public func stored(as type: ColumnType) -> StoredValue? {
        if kind == .null { return .null }
        if kind == .value { return pointee }
        switch type {
        case .bool: return kind == .integer ? .bool(bits != 0) : nil
        case .integer: return kind == .integer ? .integer(Int64(bitPattern: bits)) : nil
        case .unsigned: return kind == .unsigned ? .unsigned(bits) : nil
        case .double: return kind == .double ? .double(Double(bitPattern: bits)) : nil
        case .date:
            return kind == .double
                ? .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))) : nil
        case .reference: return kind == .integer ? .reference(Int64(bitPattern: bits)) : nil
        case .text: return kind == .text ? .text(String(decoding: buffer, as: UTF8.self)) : nil
        case .data: return kind == .bytes ? .data(Data(buffer)) : nil
        case .uuid: return kind == .bytes && count == 16 ? .uuid(buffer.loadUnaligned(as: UUID.self)) : nil
        case .decimal:
            return kind == .bytes && count == MemoryLayout<Decimal>.size
                ? .decimal(buffer.loadUnaligned(as: Decimal.self)) : nil
        }
    }
}
