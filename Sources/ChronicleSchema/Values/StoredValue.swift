public import Foundation

/// One value as stores keep it: the closed set of kinds that every attribute is made of.
///
/// A store keeps each kind exactly. Equality is Swift's: text compares by
/// canonical equivalence and -0.0 equals 0.0.
public enum StoredValue: Sendable, Hashable {
    /// The absence of a value.
    case null
    /// A Boolean.
    case bool(Bool)
    /// A signed integer, or an unsigned one of at most 32 bits.
    case integer(Int64)
    /// An unsigned integer of 64 bits over its full range.
    case unsigned(UInt64)
    /// A floating-point number; never NaN in a stored row.
    case double(Double)
    /// A decimal number, digit for digit.
    case decimal(Decimal)
    /// Text; its UTF-8 bytes come back unchanged.
    case text(String)
    /// A date, bit for bit.
    case date(Date)
    /// Bytes.
    case data(Data)
    /// A universally unique identifier.
    case uuid(UUID)
    /// The key of a row that a to-one relationship points at.
    case reference(Int64)

    /// Whether this is the absence of a value.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// Whether both are the same value to the last bit, so that storing one over the other changes nothing.
    ///
    /// Stricter than `==`: two spellings of one text differ, as do 0.0 and -0.0.
    public func isIdentical(to other: StoredValue) -> Bool {
        switch (self, other) {
        case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
        case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
        case (.date(let a), .date(let b)):
            a.timeIntervalSinceReferenceDate.bitPattern == b.timeIntervalSinceReferenceDate.bitPattern
        default: self == other
        }
    }
}
