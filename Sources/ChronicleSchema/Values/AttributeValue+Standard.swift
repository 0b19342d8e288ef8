public import Foundation

extension Bool: AttributeValue {
    @inlinable public static var valueShape: ValueShape { .scalar(.bool) }
    @inlinable public static var placeholder: Bool { false }
    @inlinable public static func load(from cursor: inout RowCursor) -> Bool {
        let cell = cursor.next()
        if cell.kind == .integer { return cell.bits != 0 }
        if case .bool(let value) = cell.pointee { return value }
        cursor.fail()
        return false
    }
    @inlinable public func store(into values: inout [StoredValue]) { values.append(.bool(self)) }
}

extension AttributeValue where Self: FixedWidthInteger {
    @inlinable public static var valueShape: ValueShape { .scalar(isWideUnsigned ? .unsigned : .integer) }
    @inlinable public static var placeholder: Self { 0 }
    @inlinable static var isWideUnsigned: Bool { !Self.isSigned && Self.bitWidth == 64 }
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
    @inlinable public static var valueShape: ValueShape { .scalar(.double) }
    @inlinable public static var placeholder: Double { 0 }
    @inlinable public static func load(from cursor: inout RowCursor) -> Double {
        let cell = cursor.next()
        if cell.kind == .double { return Double(bitPattern: cell.bits) }
        if case .double(let value) = cell.pointee { return value }
        cursor.fail()
        return 0
    }
    @inlinable public func store(into values: inout [StoredValue]) { values.append(.double(self)) }
}

extension Float: AttributeValue {
    @inlinable public static var valueShape: ValueShape { .scalar(.double) }
    @inlinable public static var placeholder: Float { 0 }
    @inlinable public static func load(from cursor: inout RowCursor) -> Float { Float(Double.load(from: &cursor)) }
    @inlinable public func store(into values: inout [StoredValue]) { values.append(.double(Double(self))) }
}

extension Decimal: AttributeValue {
    public static var valueShape: ValueShape { .scalar(.decimal) }
    public static var placeholder: Decimal { 0 }
    public static func load(from cursor: inout RowCursor) -> Decimal {
        if case .decimal(let value)? = cursor.next().stored(as: .decimal) { return value }
        cursor.fail()
        return 0
    }
    public func store(into values: inout [StoredValue]) { values.append(.decimal(self)) }
}

extension String: AttributeValue {
    @inlinable public static var valueShape: ValueShape { .scalar(.text) }
    @inlinable public static var placeholder: String { "" }
    @inlinable public static func load(from cursor: inout RowCursor) -> String {
        let cell = cursor.next()
        if cell.kind == .text { return String(decoding: cell.buffer, as: UTF8.self) }
        if case .text(let value) = cell.pointee { return value }
        cursor.fail()
        return ""
    }
    @inlinable public func store(into values: inout [StoredValue]) { values.append(.text(self)) }
}

extension Date: AttributeValue {
    @inlinable public static var valueShape: ValueShape { .scalar(.date) }
    @inlinable public static var placeholder: Date { Date(timeIntervalSinceReferenceDate: 0) }
    @inlinable public static func load(from cursor: inout RowCursor) -> Date {
        let cell = cursor.next()
        if cell.kind == .double { return Date(timeIntervalSinceReferenceDate: Double(bitPattern: cell.bits)) }
        if case .date(let value) = cell.pointee { return value }
        cursor.fail()
        return placeholder
    }
    @inlinable public func store(into values: inout [StoredValue]) { values.append(.date(self)) }
}

extension Data: AttributeValue {
    public static var valueShape: ValueShape { .scalar(.data) }
    public static var placeholder: Data { Data() }
    public static func load(from cursor: inout RowCursor) -> Data {
        if case .data(let value)? = cursor.next().stored(as: .data) { return value }
        cursor.fail()
        return Data()
    }
    public func store(into values: inout [StoredValue]) { values.append(.data(self)) }
}

extension UUID: AttributeValue {
    public static var valueShape: ValueShape { .scalar(.uuid) }
    public static var placeholder: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
    public static func load(from cursor: inout RowCursor) -> UUID {
        if case .uuid(let value)? = cursor.next().stored(as: .uuid) { return value }
        cursor.fail()
        return placeholder
    }
    public func store(into values: inout [StoredValue]) { values.append(.uuid(self)) }
}

extension URL: AttributeValue {
    public static var valueShape: ValueShape { .scalar(.text) }
    public static var placeholder: URL { URL(filePath: "/") }
    public static func load(from cursor: inout RowCursor) -> URL {
        if case .text(let value)? = cursor.next().stored(as: .text), let url = URL(string: value) { return url }
        cursor.fail()
        return placeholder
    }
    public func store(into values: inout [StoredValue]) { values.append(.text(absoluteString)) }
}
