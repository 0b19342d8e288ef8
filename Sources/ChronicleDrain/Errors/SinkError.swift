/// Why a sink did not take a batch. What the receiver has done with it is not known, so that it may be sent again.
public struct SinkError: Error, Sendable, CustomStringConvertible {
    /// The class of failure, which decides what the coordinator does.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The stable name of the code.
        public let rawValue: String
        /// A code by name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It may work later: the coordinator backs off and sends the same batch again.
        public static let transient = Code(rawValue: "transient")
        /// The owner has to sign in: the coordinator waits for ``HistoryDrainCoordinator/resume()`` and parks nothing.
        public static let unauthorised = Code(rawValue: "unauthorised")
        /// Nothing takes batches at the address, whatever is in them: the coordinator parks nothing, and waits long before it
        /// tries again, or until ``HistoryDrainCoordinator/resume()``.
        public static let misdirected = Code(rawValue: "misdirected")
        /// The batch is too large: the coordinator sends it in halves. A single operation that is too large is parked.
        public static let payloadTooLarge = Code(rawValue: "payloadTooLarge")
        /// The batch will never be taken as it is: the coordinator looks for the operations at fault in halves, parks these
        /// and sends the others.
        public static let permanent = Code(rawValue: "permanent")
    }

    /// The class of failure.
    public let code: Code
    /// What the receiver said.
    public let message: String
    /// How long the receiver asks to be left alone.
    public let retryAfter: Duration?
    /// The error below it.
    public let underlying: (any Error)?

    /// An error from its parts.
    public init(_ code: Code, _ message: String, retryAfter: Duration? = nil, underlying: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
        self.underlying = underlying
    }

    /// A readable form.
    public var description: String { "\(code.rawValue): \(message)" }
}
