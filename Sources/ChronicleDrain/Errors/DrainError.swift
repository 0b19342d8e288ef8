/// Why a drain, its source or its checkpoint store refused an operation.
///
/// Nothing was sent or changed unless a code says otherwise.
public struct DrainError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The stable name of the code.
        public let rawValue: String
        /// A code by name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The checkpoint is there and cannot be read. The coordinator takes a snapshot then; it never begins from nothing.
        public static let checkpointUnreadable = Code(rawValue: "checkpointUnreadable")
        /// The checkpoint could not be read or written for now.
        public static let checkpointUnavailable = Code(rawValue: "checkpointUnavailable")
        /// Another coordinator has taken the consumer's name over; what was sent under it since may be sent again.
        public static let leaseLost = Code(rawValue: "leaseLost")
        /// The store keeps no history, or does not remember who reads it.
        public static let unsupportedStore = Code(rawValue: "unsupportedStore")
        /// There is nothing by that name or identifier.
        public static let notFound = Code(rawValue: "notFound")
        /// The operation is of no use while the coordinator runs, or while it does not.
        public static let wrongState = Code(rawValue: "wrongState")
        /// The consumer was given up because it held the purge of the history back for too long.
        public static let consumerExpired = Code(rawValue: "consumerExpired")
    }

    /// The kind of failure.
    public let code: Code
    /// What happened, to what, and what to do about it.
    public let message: String
    /// The consumer concerned.
    public let consumer: String?
    /// The error below it.
    public let underlying: (any Error)?

    /// An error from its parts.
    public init(_ code: Code, _ message: String, consumer: String? = nil, underlying: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.consumer = consumer
        self.underlying = underlying
    }

    /// A readable form.
    public var description: String { "\(code.rawValue): \(message)" }
}
