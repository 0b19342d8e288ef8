public import ChronicleHistory
public import Foundation

/// Operations that are sent together, and the place in the history after them.
public struct OutboundHistoryBatch: Sendable, Hashable, Identifiable {
    /// What the batch is made from.
    public enum Content: Sendable, Hashable {
        /// Changes, in the order of their commits.
        case changes
        /// Rows of one entity as they are now. What the receiver has of the entity in the page's range of keys and is not in
        /// the batch is to be deleted.
        case snapshot(SnapshotPage)
    }

    /// The identifier; the same when the batch is sent again, different for its halves.
    public let id: String
    /// What the batch is made from.
    public let content: Content
    /// The operations in order. Empty when everything was filtered out.
    public let operations: [OutboundOperation]
    /// Where the consumer is once the batch is acknowledged.
    public let position: HistoryPosition
    /// How many transactions the batch covers, those included that the filters passed over.
    public let transactions: Int

    /// A batch from its parts.
    public init(
        id: String, content: Content = .changes, operations: [OutboundOperation], position: HistoryPosition,
        transactions: Int
    ) {
        self.id = id
        self.content = content
        self.operations = operations
        self.position = position
        self.transactions = transactions
    }

    /// The lines of all operations, each with its end. Without copying, as a rule: they lie so in memory.
    public var lines: Data { LineText.joined(operations) }

    /// The batch with fewer operations.
    func part(_ range: Range<Int>) -> OutboundHistoryBatch {
        if range == operations.indices { return self }
        // Only the last part of a page may take rows away, once all its rows have arrived.
        let content: Content =
            if case .snapshot(let page) = content, range.upperBound == operations.count {
                .snapshot(page.from(range.lowerBound == 0 ? page.after : operations[range.lowerBound - 1].key))
            } else if case .snapshot(let page) = content {
                .snapshot(
                    page.from(range.lowerBound == 0 ? page.after : operations[range.lowerBound - 1].key)
                        .through(operations[range.upperBound - 1].key))
            } else {
                .changes
            }
        return OutboundHistoryBatch(
            id: "\(id)/\(range.lowerBound)-\(range.upperBound)", content: content,
            operations: Array(operations[range]), position: position, transactions: transactions)
    }

    /// The batch without the operations that must not be sent now.
    func keeping(_ isKept: (OutboundOperation) -> Bool) -> OutboundHistoryBatch {
        OutboundHistoryBatch(
            id: id, content: content, operations: operations.filter(isKept), position: position,
            transactions: transactions)
    }
}

/// A part of a snapshot: a range of keys of one entity.
public struct SnapshotPage: Sendable, Hashable, Codable {
    /// The snapshot's identifier.
    public var snapshot: String
    /// The entity's name.
    public var entity: String
    /// The range begins after this key.
    public var after: Int64
    /// The last key of the range; nil when it has no end.
    public var through: Int64?
    /// Whether this is the snapshot's last page.
    public var isLast: Bool

    func from(_ key: Int64) -> SnapshotPage {
        var page = self
        page.after = key
        return page
    }

    func through(_ key: Int64) -> SnapshotPage {
        var page = self
        page.through = key
        page.isLast = false
        return page
    }
}
