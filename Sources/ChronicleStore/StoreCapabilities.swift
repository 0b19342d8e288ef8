/// What a store can do. It does not change while the store is open.
///
/// Declaring a capability is a promise that the contract kit tests; not declaring it is one as well: what the store cannot do
/// is refused with a typed error, never done by halves.
public struct StoreCapabilities: Sendable, Hashable {
    /// Keeps a history of changes (conforms to `HistoryProviding`).
    public var history = true
    /// Remembers who reads its history (conforms to `HistoryConsumerRegistry`), and purges nothing that one of them still needs.
    public var consumers = false
    /// Keeps rows after it is closed.
    public var persistence = false
    /// Can be opened more than once at a time in one process, all openings seeing the same rows.
    public var multipleOpenings = false
    /// Can be used by several processes at once.
    public var multipleProcesses = false
    /// Can be opened for reading only.
    public var readOnlyOpening = false
    /// Opens for a schema that has grown: new entities, new columns that are optional or have a default (which stored rows
    /// then have, see `Schema.Column.defaultValue`), new indexes, renamed columns. A store without it opens for the schema that it was made with and refuses others.
    public var schemaGrowth = false
    /// Answers conditions over related rows (``Query/Condition/exists(_:)``, ``Query/Value/count(_:)``). For a store without
    /// it the context answers them from the rows, which costs more and sees each of several reads as of its own moment.
    public var relatedRows = false
    /// Finds rows in the indexes of its schema, and tells how many it looked at (``DataStore/explain(_:measuring:)``): no more
    /// than the indexes leave, and no more than a limit asks for where an index has the order.
    public var indexedQueries = false
    /// Was opened for reading only.
    public var isReadOnly = false
    /// What the store does not take.
    public var limits = StoreLimits()

    /// Capabilities to be filled in.
    public init() {}
}

/// The sizes beyond which a store refuses a value with ``StoreError`` `limitExceeded`. Nil means that only memory, the
/// medium and the types themselves set a limit.
public struct StoreLimits: Sendable, Hashable {
    /// The longest text in an attribute, in bytes of UTF-8.
    public var textBytes: Int?
    /// The longest data in an attribute, in bytes.
    public var dataBytes: Int?
    /// The longest text or data in an attribute that is unique or in an index, in bytes.
    public var indexedBytes: Int?

    /// No limits.
    public init() {}
}
