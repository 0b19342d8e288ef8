/// Why a store refused or failed an operation.
///
/// Unless a code says otherwise, the store is as it was before the operation.
public struct StoreError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The stable name of the code.
        public let rawValue: String
        /// A code by name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The folder of the store does not exist.
        public static let missingFolder = Code(rawValue: "missingFolder")
        /// There is no store at the place, and it may not be made.
        public static let missingStore = Code(rawValue: "missingStore")
        /// The file or folder may not be read or written.
        public static let noPermission = Code(rawValue: "noPermission")
        /// What lies at the place is not a store of this kind.
        public static let notAStore = Code(rawValue: "notAStore")
        /// The store was written by a newer version.
        public static let newerFormat = Code(rawValue: "newerFormat")
        /// The store's tables do not fit the schema.
        public static let schemaMismatch = Code(rawValue: "schemaMismatch")
        /// The store does not describe its schema, so that it cannot be opened without one.
        public static let missingSchema = Code(rawValue: "missingSchema")
        /// Another process held the store for longer than the configured wait. Try again.
        public static let locked = Code(rawValue: "locked")
        /// The store is damaged.
        public static let corrupt = Code(rawValue: "corrupt")
        /// There is no room left.
        public static let diskFull = Code(rawValue: "diskFull")
        /// The store was opened for reading only.
        public static let readOnly = Code(rawValue: "readOnly")
        /// Reading or writing the medium failed.
        public static let inputOutput = Code(rawValue: "inputOutput")
        /// A limit of the store was exceeded; the message names it.
        public static let limitExceeded = Code(rawValue: "limitExceeded")
        /// The store does not offer the feature.
        public static let unsupportedFeature = Code(rawValue: "unsupportedFeature")
        /// The store was closed.
        public static let closed = Code(rawValue: "closed")
        /// A row that is to be changed was deleted by someone else.
        public static let deletedElsewhere = Code(rawValue: "deletedElsewhere")
        /// A new or changed row collides with more than one stored row, or a changed row with another.
        public static let uniqueViolation = Code(rawValue: "uniqueViolation")
        /// A delete rule forbids the deletion.
        public static let deleteDenied = Code(rawValue: "deleteDenied")
        /// A value cannot be kept exactly.
        public static let invalidValue = Code(rawValue: "invalidValue")
        /// The query cannot be answered.
        public static let unsupportedQuery = Code(rawValue: "unsupportedQuery")
        /// A sum or average is beyond what its type can hold exactly.
        public static let overflow = Code(rawValue: "overflow")
        /// The place or name of the store is not usable.
        public static let invalidConfiguration = Code(rawValue: "invalidConfiguration")
    }

    /// The kind of failure.
    public let code: Code
    /// What happened, to what, and what to do about it.
    public let message: String
    /// The entity concerned.
    public let entity: String?
    /// The row concerned.
    public let key: Int64?
    /// Where the store lies.
    public let location: String?
    /// The engine's own error, for the curious.
    public let underlying: (any Error)?

    /// An error from its parts.
    public init(
        _ code: Code, _ message: String, entity: String? = nil, key: Int64? = nil, location: String? = nil,
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.entity = entity
        self.key = key
        self.location = location
        self.underlying = underlying
    }

    /// A readable form.
    public var description: String { "\(code.rawValue): \(message)" }
}
