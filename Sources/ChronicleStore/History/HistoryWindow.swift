public import ChronicleHistory

/// Where a store's history begins and ends, with the checks that every store makes of a request's position.
public struct HistoryWindow: Sendable, Hashable {
    /// The oldest position from which no record is missing.
    public var oldest: HistoryPosition
    /// The last sequence that was given.
    public var current: Int64

    /// A window from its ends.
    public init(oldest: HistoryPosition, current: Int64) {
        self.oldest = oldest
        self.current = current
    }

    /// Refuses a position that history cannot be read from.
    ///
    /// - Throws: ``HistoryError`` `foreignToken`, `tokenAhead` or `historyTokenExpired`.
    public func check(_ position: HistoryPosition?) throws {
        guard let position else { return }
        let store = oldest.storeIdentifier
        guard position.storeIdentifier == store, position.lineage == oldest.lineage else {
            throw HistoryError(
                .foreignToken,
                "The history token is of another store, or of this store before it was replaced: take a full "
                    + "snapshot and go on from a fresh token.", storeIdentifier: store)
        }
        guard position.sequence <= current else {
            throw HistoryError(
                .tokenAhead,
                "The history token is newer than the store (\(position.sequence) after \(current)), which was "
                    + "probably restored from an older copy: take a full snapshot.", storeIdentifier: store)
        }
        guard position.sequence >= oldest.sequence else {
            throw HistoryError(
                .historyTokenExpired,
                "History after the token (\(position.sequence)) was deleted up to \(oldest.sequence): "
                    + "take a full snapshot and go on from a fresh token.", storeIdentifier: store)
        }
    }
}

extension HistoryRequest {
    /// Whether the request selects a record, the limit apart.
    public func selects(_ record: HistoryRecord) -> Bool {
        if let after, record.sequence <= after.sequence { return false }
        if let through, record.sequence > through { return false }
        if let authors, !authors.contains(record.author) { return false }
        if let from, record.timestamp < from { return false }
        if let until, record.timestamp >= until { return false }
        return true
    }
}
