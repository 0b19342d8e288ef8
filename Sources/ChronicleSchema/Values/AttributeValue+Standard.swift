public import Foundation

extension Bool: AttributeValue {
    /// The shape of the columns.
    @inlinable public static var valueShape: ValueShape { .scalar(.bool) }
    /// What an attribute that was never set reads as.
    @inlinable public static var placeholder: Bool { false }
    /// Reads a value from the next cells.
    @inlinable public static func load(from cursor: inout RowCursor) -> Bool {
        let cell = cursor.next()
        if cell.kind == .integer { return cell.bits != 0 }
        if case .bool(let value) = cell.pointee { return value }
        cursor.fail()
        return false
    }
    /// Appends the values of the columns.
    @inlinable public func store(into values: inout [StoredValue]) { values.append(.bool(self)) }
}

extension AttributeValue where Self: FixedWidthInteger {
    /// The shape of the columns.
    @inlinable public static var valueShape: ValueShape { .scalar(isWideUnsigned ? .unsigned : .integer) }
    /// What an attribute that was never set reads as.
    @inlinable public static var placeholder: Self { 0 }
    @inlinable static var isWideUnsigned: Bool { !Self.isSigned && Self.bitWidth == 64 }
    /// Reads a value from the next cells.
    @inlinable public static func load(from cursor: inout RowCursor) -> Self {
        let cell = cursor.next()
        var exact: Self?
        switch cell.kind {
        case .integer: exact = Self(exactly: Int64(bitPattern: cell.bits))
        case .unsigned: exact = Self(exactly: cell.bits)
        case .value:
            switch cell.pointee {
            case .integer(let value): exact = Self(exactly: value)
            case .unsigned(let value): exact = Self(exactly: value)
            default: break
            }
        default: break
        }
        if let exact { return exact }
        cursor.fail()
        return 0
    }
    /// Appends the values of the columns.
    @inlinable public func store(into values: inout [StoredValue]) {
        values.append(
            Self.isWideUnsigned
                ? .unsigned(UInt64(truncatingIfNeeded: self)) : .integer(Int64(truncatingIfNeeded: self)))
    }
}

extension Int: AttributeValue {}
extension Int8: AttributeValue {}
extension Int16: AttributeValue {}
extension Int32: AttributeValue {}
extension Int64: AttributeValue {}
extension UInt: AttributeValue {}
extension UInt8: AttributeValue {}
extension UInt16: AttributeValue {}
extension UInt32: AttributeValue {}
extension UInt64: AttributeValue {}

extension Double: AttributeValue {
    /// The shape of the columns.
    @inlinable public static var valueShape: ValueShape { .scalar(.double) }
    /// What an attribute that was never set reads as.
    @inlinable public static var placeholder: Double { 0 }
    /// Reads a value from the next cells.
    @inlinable public static func load(from cursor: inout RowCursor) -> Double {
        let cell = cursor.next()
        if cell.kind == .double { return Double(bitPattern: cell.bits) }
        if case .double(let value) = cell.pointee { return value }
        cursor.fail()
        return 0
    }
    /// Appends the values of the columns.
    @inlinable public func store(into values: inout [StoredValue]) { values.append(.double(self)) }
}

extension Float: AttributeValue {
    /// The shape of the columns.
    @inlinable public static var valueShape: ValueShape { .scalar(.double) }
    /// What an attribute that was never set reads as.
    @inlinable public static var placeholder: Float { 0 }
    /// Reads a value from the next cells.
    @inlinable public static func load(from cursor: inout RowCursor) -> Float { Float(Double.load(from: &cursor)) }
    /// Appends the values of the columns.
    @inlinable public func store(into values: inout [StoredValue]) { values.append(.double(Double(self))) }
}

extension Decimal: AttributeValue {
    /// The shape of the columns.
    public static var valueShape: ValueShape { .scalar(.decimal) }
    /// What an attribute that was never set reads as.
    public static var placeholder: Decimal { 0 }
    /// Reads a value from the next cells.
    public static func load(from cursor: inout RowCursor) -> Decimal {
        if case .decimal(let value)? = cursor.next().stored(as: .decimal) { return value }
        cursor.fail()
        return 0
    }
    /// Appends the values of the columns.
    public func store(into values: inout [StoredValue]) { values.append(.decimal(self)) }
}

extension String: AttributeValue {
    /// The shape of the columns.
    @inlinable public static var valueShape: ValueShape { .scalar(.text) }
    /// What an attribute that was never set reads as.
    @inlinable public static var placeholder: String { "" }
    /// Reads a value from the next cells.
    @inlinable public static func load(from cursor: inout RowCursor) -> String {
        let cell = cursor.next()
        if cell.kind == .text { return String(decoding: cell.buffer, as: UTF8.self) }
        if case .text(let value) = cell.pointee { return value }
        cursor.fail()
        return ""
    }
    /// Appends the values of the columns.
    @inlinable public func store(into values: inout [StoredValue]) { values.append(.text(self)) }
}

extension Date: AttributeValue {
    /// The shape of the columns.
    @inlinable public static var valueShape: ValueShape { .scalar(.date) }
    /// What an attribute that was never set reads as.
    @inlinable public static var placeholder: Date { Date(timeIntervalSinceReferenceDate: 0) }
    /// Reads a value from the next cells.
    @inlinable public static func load(from cursor: inout RowCursor) -> Date {
        let cell = cursor.next()
        if cell.kind == .double { return Date(timeIntervalSinceReferenceDate: Double(bitPattern: cell.bits)) }
        if case .date(let value) = cell.pointee { return value }
        cursor.fail()
        return placeholder
    }
    /// Appends the values of the columns.
    @inlinable public func store(into values: inout [StoredValue]) { values.append(.date(self)) }
}

extension Data: AttributeValue {
    /// The shape of the columns.
    public static var valueShape: ValueShape { .scalar(.data) }
    /// What an attribute that was never set reads as.
    public static var placeholder: Data { Data() }
    /// Reads a value from the next cells.
    public static func load(from cursor: inout RowCursor) -> Data {
        if case .data(let value)? = cursor.next().stored(as: .data) { return value }
        cursor.fail()
        return Data()
    }
    /// Appends the values of the columns.
    public func store(into values: inout [StoredValue]) { values.append(.data(self)) }
}

extension UUID: AttributeValue {
    /// The shape of the columns.
    public static var valueShape: ValueShape { .scalar(.uuid) }
    /// What an attribute that was never set reads as.
    public static var placeholder: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
    /// Reads a value from the next cells.
    public static func load(from cursor: inout RowCursor) -> UUID {
        if case .uuid(let value)? = cursor.next().stored(as: .uuid) { return value }
        cursor.fail()
        return placeholder
    }
    /// Appends the values of the columns.
    public func store(into values: inout [StoredValue]) { values.append(.uuid(self)) }
}

extension URL: AttributeValue {
    /// The shape of the columns.
    public static var valueShape: ValueShape { .scalar(.text) }
    /// What an attribute that was never set reads as.
    public static var placeholder: URL { URL(filePath: "/") }
    /// Reads a value from the next cells.
    public static func load(from cursor: inout RowCursor) -> URL {
        if case .text(let value)? = cursor.next().stored(as: .text), let url = URL(string: value) { return url }
        cursor.fail()
        return placeholder
    }
    /// Appends the values of the columns.
    public func store(into values: inout [StoredValue]) { values.append(.text(absoluteString)) }
}
