public import ChronicleSchema

/// A place that keeps rows: what a store author implements.
///
/// A store works in schema terms: it sees entities, columns and plain values, never a model, a key path or a `Predicate`.
/// Who only uses a store need not read on.
///
/// ## Implementation requirements
/// - All members may be called from any thread, also at once. A fetch sees one committed state from its first row to its
///   last, and never waits for a writer for longer than the configured time.
/// - ``save(_:)`` is atomic: rows, indexes, unique checks, delete rules and the history record are committed together or
///   not at all, and are durable (as configured) when it returns.
/// - The answer to a query is what ``QueryEvaluator`` gives over the same rows. A store may leave all of it to that type.
/// - Keys are never handed out twice during the store's life, also after rows are deleted and the store is reopened.
/// - Every engine error reaches the caller as a ``StoreError``.
///
/// Most stores write rows through ``SaveProcessor``, which knows the rules (upsert, delete rules, history), and only supply
/// the primitive reads and writes of ``StoreTransaction``.
public protocol DataStore: AnyObject, Sendable {
    /// What identifies the store for its life, on every machine.
    var identifier: String { get }
    /// The entities that it keeps.
    var schema: Schema { get }
    /// What it can do.
    var capabilities: StoreCapabilities { get }

    /// Delivers the rows that a request selects, in order.
    ///
    /// - Parameter body: Called once a row on the calling thread. It must not call the store. What it throws ends the
    ///   fetch and is thrown on.
    func fetch(_ request: FetchRequest, _ body: (RowView) throws -> Void) throws

    /// Delivers the rows with the given keys that exist, in the order of the keys.
    func fetch(entity: Int, keys: [Int64], _ body: (RowView) throws -> Void) throws

    /// The number of rows that ``fetch(_:_:)`` would deliver.
    func count(_ request: FetchRequest) throws -> Int

    /// The keys of the rows that ``fetch(_:_:)`` would deliver, in order.
    func fetchKeys(_ request: FetchRequest) throws -> [Int64]

    /// How a request is answered. There is an implementation that tells what is certain of every store.
    ///
    /// - Parameter measuring: Whether the fetch is run to count rows; it then takes as long as ``fetchKeys(_:)``.
    func explain(_ request: FetchRequest, measuring: Bool) throws -> QueryExplanation

    /// Computes sums, extremes and counts over the rows that a request selects, one result a group, in ascending order of the
    /// groups' keys, null first.
    ///
    /// There is an implementation over the fetches, which reads the columns that it needs; ``AggregateEvaluator`` says what
    /// the answer is. A store that can compute where the rows lie does better.
    ///
    /// - Throws: ``StoreError``: `unsupportedQuery` before anything is read, `overflow`, and what a fetch throws.
    func aggregate(_ request: AggregateRequest) throws -> [AggregateGroup]

    /// Commits everything that a request asks for.
    ///
    /// - Throws: ``StoreError``; the store is then as it was before.
    func save(_ request: SaveRequest) throws -> SaveResult

    /// Hands out keys that were never handed out before; the caller may use them or not. They rise from call to call, as long
    /// as no other process asks.
    func allocateKeys(_ count: Int) throws -> Range<Int64>

    /// Calls a handler after every commit to the store, also of other processes, until the token is released.
    ///
    /// Calls come on any thread, one at a time; they may be merged or repeated, but a commit is always followed by a call.
    func observeCommits(_ handler: @escaping @Sendable () -> Void) -> CommitObservation

    /// Ends the use of the store. Later calls throw ``StoreError`` `closed`. Closing twice does nothing.
    func close() throws
}

extension DataStore {
    /// Collects the keys of a fetch.
    public func fetchKeys(_ request: FetchRequest) throws -> [Int64] {
        var keys: [Int64] = []
        try fetch(request) { keys.append($0.key) }
        return keys
    }

    /// Counts the rows of a fetch.
    public func count(_ request: FetchRequest) throws -> Int {
        var count = 0
        try fetch(request) { _ in count += 1 }
        return count
    }

    /// Reads the needed columns of the selected rows, then the rows that they refer to; see the requirement.
    public func aggregate(_ request: AggregateRequest) throws -> [AggregateGroup] {
        try FetchedAggregation(AggregateEvaluator(request, schema: schema), schema: schema).run(self)
    }
}

/// Keeps a handler registered for as long as it lives.
public final class CommitObservation: Sendable {
    /// Whether commits of other processes are noticed too, where there can be other processes.
    public let seesOtherProcesses: Bool
    private let onCancel: @Sendable () -> Void

    /// A registration that is undone by a closure.
    public init(seesOtherProcesses: Bool = true, onCancel: @escaping @Sendable () -> Void) {
        self.seesOtherProcesses = seesOtherProcesses
        self.onCancel = onCancel
    }

    deinit { onCancel() }
}
