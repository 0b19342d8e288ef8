/// A type that an ``Attribute`` can hold.
///
/// The standard types conform: `Bool`, every integer, `Float`, `Double`, `Decimal`, `String`, `Date`, `Data`, `UUID`,
/// `URL`, and optionals of them. An enum or struct with a raw value conforms by saying so, and a plain struct through
/// ``Composite``:
///
/// ```swift
/// enum Status: String, AttributeValue { case planned, booked }
/// ```
public protocol AttributeValue: Sendable {
    /// How many columns a value takes: one, except for composites.
    static var columnCount: Int { get }

    /// The shape of the columns.
    static var valueShape: ValueShape { get }

    /// What an attribute that was never set reads as. It is never stored.
    static var placeholder: Self { get }

    /// Whether a property that was never set has a value all the same: an optional is nil.
    static var isOptional: Bool { get }

    /// Reads a value from the next ``columnCount`` cells.
    ///
    /// A cell that does not hold such a value is reported with ``RowCursor/fail()``, and the placeholder is returned.
    static func load(from cursor: inout RowCursor) -> Self

    /// Appends exactly ``columnCount`` values.
    func store(into values: inout [StoredValue])
}

/// The shape of an attribute's columns.
public indirect enum ValueShape: Sendable {
    /// One column.
    case scalar(ColumnType)
    /// One or more columns that may be without a value.
    case optional(ValueShape)
    /// The named fields of a composite.
    case composite([(name: String, shape: ValueShape)])
}

extension ValueShape {
    /// Whether a value can contain one that is not a number, which no store keeps.
    var mayHoldNoNumber: Bool {
        switch self {
        case .scalar(let type): [.double, .date, .decimal].contains(type)
        case .optional(let wrapped): wrapped.mayHoldNoNumber
        case .composite(let fields): fields.contains { $0.shape.mayHoldNoNumber }
        }
    }
}

extension AttributeValue {
    /// One column.
    @inlinable public static var columnCount: Int { 1 }

    /// False: a property must be set before it is saved.
    @inlinable public static var isOptional: Bool { false }
}
