/// What is wrong with the declaration of a model.
public struct SchemaError: Error, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The stable name of the code.
        public let rawValue: String
        /// A code by name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The model's initializer or stored properties break the rules for models.
        public static let invalidModel = Code(rawValue: "invalidModel")
        /// An attribute's type or options cannot be stored.
        public static let invalidAttribute = Code(rawValue: "invalidAttribute")
        /// A relationship has no usable other end.
        public static let invalidRelationship = Code(rawValue: "invalidRelationship")
        /// An index or unique names something that cannot be indexed.
        public static let invalidIndex = Code(rawValue: "invalidIndex")
        /// Two types or properties have one name.
        public static let duplicateName = Code(rawValue: "duplicateName")
        /// A key path does not lead to a stored property.
        public static let unsupportedKeyPath = Code(rawValue: "unsupportedKeyPath")
        /// A `.codable` attribute was asked for something that needs to look inside it.
        public static let opaqueAttribute = Code(rawValue: "opaqueAttribute")
    }

    /// The kind of fault.
    public let code: Code
    /// The model.
    public let model: String
    /// The property, if it is one.
    public let property: String?
    /// What is wrong and how to mend it.
    public let message: String

    package init(_ code: Code, model: String, property: String? = nil, _ message: String) {
        self.code = code
        self.model = model
        self.property = property
        self.message = message
    }

    /// A readable form.
    public var description: String { "\(code.rawValue): \(model)\(property.map { ".\($0)" } ?? "") \(message)" }
}
