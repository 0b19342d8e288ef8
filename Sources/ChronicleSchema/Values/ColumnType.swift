/// The type of one column of a store's table.
public enum ColumnType: String, Sendable, Hashable, Codable {
    /// A Boolean.
    case bool
    /// A signed integer of 64 bits.
    case integer
    /// An unsigned integer of 64 bits.
    case unsigned
    /// A floating-point number.
    case double
    /// A decimal number.
    case decimal
    /// Text.
    case text
    /// Seconds since the reference date.
    case date
    /// Bytes.
    case data
    /// A universally unique identifier.
    case uuid
    /// The key of a row of another entity.
    case reference
}
