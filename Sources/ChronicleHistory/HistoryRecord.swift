public import ChronicleSchema
public import Foundation

/// One committed save as a store keeps it: a plain value in schema terms.
public struct HistoryRecord: Sendable, Hashable {
    /// The position in the store's sequence of commits; rises with every transaction and is never given again.
    public var sequence: Int64
    /// When the save was made, by the saving process's clock. Not an order: clocks can be set back.
    public var timestamp: Date
    /// Who saved, as the context said.
    public var author: String?
    /// The identifier of the process that saved.
    public var processIdentifier: String
    /// The name of the program that saved.
    public var bundleIdentifier: String
    /// What changed, in order.
    public var changes: [Change]

    /// A record from its parts.
    public init(
        sequence: Int64, timestamp: Date, author: String?, processIdentifier: String, bundleIdentifier: String,
        changes: [Change]
    ) {
        self.sequence = sequence
        self.timestamp = timestamp
        self.author = author
        self.processIdentifier = processIdentifier
        self.bundleIdentifier = bundleIdentifier
        self.changes = changes
    }

    /// What became of a row.
    public enum Operation: Int, Sendable, Hashable, Codable {
        /// The row is new.
        case insert = 0
        /// Some of its properties changed.
        case update = 1
        /// The row is gone.
        case delete = 2
    }

    /// The change of one row.
    public struct Change: Sendable, Hashable {
        /// The entity's name.
        public var entity: String
        /// The row's key.
        public var key: Int64
        /// What became of the row.
        public var operation: Operation
        /// For an update, the names of the changed properties in declaration order.
        public var properties: [String]
        /// For a delete, the preserved values by column name.
        public var tombstone: [String: StoredValue]

        /// A change from its parts.
        public init(
            entity: String, key: Int64, operation: Operation, properties: [String] = [],
            tombstone: [String: StoredValue] = [:]
        ) {
            self.entity = entity
            self.key = key
            self.operation = operation
            self.properties = properties
            self.tombstone = tombstone
        }
    }
}

/// Which records of the history are asked for.
public struct HistoryRequest: Sendable, Hashable {
    /// Only records after this position. A position that is expired or ahead of the store is an error.
    public var after: HistoryPosition?
    /// Only records up to and including this sequence.
    public var through: Int64?
    /// Only records of these authors (nil is an author of its own); nil asks for every author.
    public var authors: Set<String?>?
    /// Only records at or after this time.
    public var from: Date?
    /// Only records before this time.
    public var until: Date?
    /// At most this many, oldest first; zero means all.
    public var limit: Int
    /// For a deletion: whether records go that a consumer has yet to read, which gets `historyTokenExpired` then.
    public var overridesConsumers = false

    /// A request; without arguments, for everything.
    public init(
        after: HistoryPosition? = nil, through: Int64? = nil, authors: Set<String?>? = nil, from: Date? = nil,
        until: Date? = nil, limit: Int = 0
    ) {
        self.after = after
        self.through = through
        self.authors = authors
        self.from = from
        self.until = until
        self.limit = limit
    }
}

/// A place in one store's history.
public struct HistoryPosition: Sendable, Hashable, Codable {
    /// The store.
    public var storeIdentifier: String
    /// The store's lineage: changes when the store is replaced by an older copy of itself.
    public var lineage: String
    /// The last sequence that was seen; zero before the first.
    public var sequence: Int64

    /// A position from its parts.
    public init(storeIdentifier: String, lineage: String, sequence: Int64) {
        self.storeIdentifier = storeIdentifier
        self.lineage = lineage
        self.sequence = sequence
    }
}
