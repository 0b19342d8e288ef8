/// How an attribute is kept.
public struct AttributeOption: OptionSet, Sendable, Hashable {
    /// The options as bits.
    public let rawValue: UInt8
    /// Decodes what `encode(to:)` made.
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// No two models have the same value; saving a second one updates the first.
    @inlinable public static var unique: AttributeOption { AttributeOption(rawValue: 1) }
    /// The value stays readable in history after the model is deleted.
    @inlinable public static var preserveValueOnDeletion: AttributeOption { AttributeOption(rawValue: 2) }
    /// The value is kept as the bytes that its own `Codable` conformance makes, which nothing looks into.
    @inlinable public static var codable: AttributeOption { AttributeOption(rawValue: 4) }
    /// The value is tracked and observed, but never stored.
    @inlinable public static var ephemeral: AttributeOption { AttributeOption(rawValue: 8) }
}
