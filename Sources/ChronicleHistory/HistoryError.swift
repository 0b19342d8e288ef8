/// Why a history request was refused. Nothing was read or deleted.
public struct HistoryError: Error, Sendable, CustomStringConvertible {
    /// The kind of refusal.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The stable name of the code.
        public let rawValue: String
        /// A code by name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// History after the token was deleted in part. Take a full snapshot and go on from a fresh token.
        public static let historyTokenExpired = Code(rawValue: "historyTokenExpired")
        /// The token is of another store.
        public static let foreignToken = Code(rawValue: "foreignToken")
        /// The token is newer than the store, which was probably restored from an older copy.
        public static let tokenAhead = Code(rawValue: "tokenAhead")
        /// The request asks for what history cannot answer.
        public static let unsupportedRequest = Code(rawValue: "unsupportedRequest")
        /// The store keeps no history.
        public static let unsupportedFeature = Code(rawValue: "unsupportedFeature")
    }

    /// The kind of refusal.
    public let code: Code
    /// What happened and what to do about it.
    public let message: String
    /// The store's identifier.
    public let storeIdentifier: String?

    /// An error from its parts.
    public init(_ code: Code, _ message: String, storeIdentifier: String? = nil) {
        self.code = code
        self.message = message
        self.storeIdentifier = storeIdentifier
    }

    /// A readable form.
    public var description: String { "\(code.rawValue): \(message)" }
}
