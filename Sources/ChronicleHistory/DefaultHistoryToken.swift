/// A token of the stores that come with Chronicle: the store's identity, its lineage, and the sequence of a commit.
public struct DefaultHistoryToken: HistoryToken {
    /// The place.
    public let position: HistoryPosition

    /// A token for a place.
    public init(position: HistoryPosition) { self.position = position }

    /// The sequence by store identifier.
    public var tokenValue: [String: Int64]? { [position.storeIdentifier: position.sequence] }
    /// The store that the token belongs to.
    public var storeIdentifier: String { position.storeIdentifier }
    /// The token itself.
    public var id: DefaultHistoryToken { self }

    /// By sequence within one store; tokens of different stores are ordered by store.
    public static func < (a: Self, b: Self) -> Bool {
        (a.position.storeIdentifier, a.position.lineage, a.position.sequence)
            < (b.position.storeIdentifier, b.position.lineage, b.position.sequence)
    }

    /// Decodes what `encode(to:)` made.
    public init(from decoder: any Decoder) throws { position = try HistoryPosition(from: decoder) }
    /// Encodes for `init(from:)`.
    public func encode(to encoder: any Encoder) throws { try position.encode(to: encoder) }
}
