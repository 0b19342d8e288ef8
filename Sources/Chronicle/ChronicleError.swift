/// Why a context or container refused an operation. Unless a code says otherwise nothing has changed.
public struct ChronicleError: Error, Sendable, CustomStringConvertible {
    /// The kind of refusal.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The stable name of the code.
        public let rawValue: String
        /// A code by name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The predicate uses what cannot be asked of a store. Nothing was read.
        public static let unsupportedPredicate = Code(rawValue: "unsupportedPredicate")
        /// The order uses what cannot be asked of a store. Nothing was read.
        public static let unsupportedSortDescriptor = Code(rawValue: "unsupportedSortDescriptor")
        /// A key path does not lead to a stored property.
        public static let unsupportedKeyPath = Code(rawValue: "unsupportedKeyPath")
        /// A property without a default was never set.
        public static let valueNotSet = Code(rawValue: "valueNotSet")
        /// A value cannot be kept exactly.
        public static let invalidValue = Code(rawValue: "invalidValue")
        /// Stored bytes do not decode as the attribute's type.
        public static let undecodableValue = Code(rawValue: "undecodableValue")
        /// A property was left out when its model was fetched, and its row is gone.
        public static let valueNotFetched = Code(rawValue: "valueNotFetched")
        /// A cursor does not belong to the descriptor's order, model or store.
        public static let invalidCursor = Code(rawValue: "invalidCursor")
        /// The model's type is not part of the container.
        public static let unknownModel = Code(rawValue: "unknownModel")
        /// A model of another context was inserted.
        public static let foreignContext = Code(rawValue: "foreignContext")
        /// Two configurations have one name or claim one model.
        public static let duplicateConfiguration = Code(rawValue: "duplicateConfiguration")
        /// No configuration keeps a model, or related models are in different stores.
        public static let invalidConfiguration = Code(rawValue: "invalidConfiguration")
        /// A batched fetch cannot include pending changes.
        public static let includePendingChangesWithBatchSize = Code(rawValue: "includePendingChangesWithBatchSize")
        /// The store keeps no history.
        public static let unsupportedFeature = Code(rawValue: "unsupportedFeature")
    }

    /// The kind of refusal.
    public let code: Code
    /// What happened and what to do about it.
    public let message: String
    /// The model concerned.
    public let model: String?
    /// The property concerned.
    public let property: String?
    /// The row concerned.
    public let identifier: PersistentIdentifier?

    package init(
        _ code: Code, _ message: String, model: String? = nil, property: String? = nil,
        identifier: PersistentIdentifier? = nil
    ) {
        self.code = code
        self.message = message
        self.model = model
        self.property = property
        self.identifier = identifier
    }

    /// A readable form.
    public var description: String { "\(code.rawValue): \(message)" }
}
