public import ChronicleSchema
public import Foundation

/// A type of attribute whose values can be added up by a store.
///
/// All integers, `Double`, `Float` and `Decimal` are such types.
public protocol NumericAttribute: AttributeValue, AdditiveArithmetic {
    /// The type of averages.
    associatedtype Average: Sendable
    /// The sum that a store computed; nil when the type cannot hold it.
    static func sum(of stored: StoredValue) -> Self?
    /// The average that a store computed.
    static func average(of stored: StoredValue) -> Average?
}

extension NumericAttribute where Self: FixedWidthInteger {
    /// The sum, when the type can hold it.
    public static func sum(of stored: StoredValue) -> Self? {
        switch stored {
        case .integer(let value): Self(exactly: value)
        case .unsigned(let value): Self(exactly: value)
        default: nil
        }
    }
    /// The average.
    public static func average(of stored: StoredValue) -> Double? {
        if case .double(let value) = stored { value } else { nil }
    }
}

extension NumericAttribute where Self: BinaryFloatingPoint {
    /// The sum, rounded to the type once.
    public static func sum(of stored: StoredValue) -> Self? {
        if case .double(let value) = stored { Self(value) } else { nil }
    }
    /// The average.
    public static func average(of stored: StoredValue) -> Double? {
        if case .double(let value) = stored { value } else { nil }
    }
}

extension Int: NumericAttribute {}
extension Int8: NumericAttribute {}
extension Int16: NumericAttribute {}
extension Int32: NumericAttribute {}
extension Int64: NumericAttribute {}
extension UInt: NumericAttribute {}
extension UInt8: NumericAttribute {}
extension UInt16: NumericAttribute {}
extension UInt32: NumericAttribute {}
extension UInt64: NumericAttribute {}
extension Double: NumericAttribute {}
extension Float: NumericAttribute {}

extension Decimal: NumericAttribute {
    /// The sum.
    public static func sum(of stored: StoredValue) -> Decimal? {
        if case .decimal(let value) = stored { value } else { nil }
    }
    /// The average.
    public static func average(of stored: StoredValue) -> Decimal? { sum(of: stored) }
}

/// A type of attribute whose order is that of its stored values, so that a store can find the least and the greatest.
///
/// A type of your own may conform when its `<` compares raw values and nothing else.
public protocol OrderedAttribute: AttributeValue, Comparable {}

extension Int: OrderedAttribute {}
extension Int8: OrderedAttribute {}
extension Int16: OrderedAttribute {}
extension Int32: OrderedAttribute {}
extension Int64: OrderedAttribute {}
extension UInt: OrderedAttribute {}
extension UInt8: OrderedAttribute {}
extension UInt16: OrderedAttribute {}
extension UInt32: OrderedAttribute {}
extension UInt64: OrderedAttribute {}
extension Double: OrderedAttribute {}
extension Float: OrderedAttribute {}
extension Decimal: OrderedAttribute {}
extension String: OrderedAttribute {}
extension Date: OrderedAttribute {}
extension UUID: OrderedAttribute {}
