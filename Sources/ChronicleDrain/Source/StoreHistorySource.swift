public import Chronicle
public import ChronicleHistory
public import ChronicleStore
public import Foundation

/// The history of any store that keeps one, as batches.
///
/// Upserts carry the row's values as they are when the batch is read, not as they were at the change: a later change of the
/// row is then already in it, and comes again with its own identifier. A row that is gone by then is left out: its deletion
/// follows.
public struct StoreHistorySource: HistoryBatchSource {
    /// What is sent and how much at once.
    public struct Options: Sendable {
        /// Only transactions of these authors (nil is an author of its own); nil sends those of every author.
        public var authors: Set<String?>?
        /// No transactions of these authors, such as the one that applies what comes from the remote side.
        public var excludedAuthors: Set<String> = []
        /// Only these entities; nil sends all.
        public var entities: Set<String>?
        /// The most transactions of a batch.
        public var transactions = 200
        /// About how many bytes of lines a batch has at most. A transaction is never cut, so that one alone may be larger.
        public var bytes = 1 << 20
        /// The most rows of a snapshot's page.
        public var pageRows = 1_000
        /// Whether several changes of one row within a batch become one operation, that of the last change.
        ///
        /// A row that is deleted becomes its deletion alone, whatever happened to it before. Keys are never given again, so
        /// that what is inserted with the same unique value after a deletion is another row, and keeps its place after it.
        public var folds = true

        /// Everything, in batches of at most 200 transactions and a megabyte.
        public init() {}
    }

    /// The store.
    public let store: any DataStore & HistoryProviding
    let options: Options
    /// The entities that are sent; links go with the rows that they begin at.
    let entities: [Schema.Entity]
    let links: [[LinkProperty]]

    /// The history of a store.
    public init(_ store: any DataStore & HistoryProviding, options: Options = Options()) {
        self.store = store
        self.options = options
        entities = store.schema.entities.filter { entity in
            entity.link == nil && options.entities?.contains(entity.name) ?? true
        }
        links = store.schema.entities.map { LinkProperty.all(of: $0, in: store.schema) }
    }

    /// The history of a container's store.
    ///
    /// - Parameter configuration: The name of the store's configuration; the container's first store when nil.
    /// - Throws: ``DrainError`` `unsupportedStore` when the store keeps no history, `notFound` when there is none of the name.
    public init(_ container: ModelContainer, configuration: String? = nil, options: Options = Options()) throws {
        guard
            let handle = container.stores.first(where: { handle in
                configuration.map { $0 == handle.configuration.name } ?? true
            })
        else {
            throw DrainError(
                .notFound, "The container has no configuration \(configuration ?? ""): name one of its own.")
        }
        guard let store = handle.store as? any DataStore & HistoryProviding else {
            throw DrainError(
                .unsupportedStore, "The store of \(handle.configuration.name) keeps no history: open it with history.")
        }
        self.init(store, options: options)
    }

    /// The place after the newest transaction.
    public func currentPosition() throws -> HistoryPosition { try store.currentPosition() }

    /// When the first transaction after a position was made.
    public func timestamp(after position: HistoryPosition?) throws -> Date? {
        try store.fetchHistory(HistoryRequest(after: position, limit: 1)).first?.timestamp
    }

    /// The next batch after a position; see ``HistoryBatchSource``.
    public func nextBatch(after position: HistoryPosition?, asLines: Bool) throws -> OutboundHistoryBatch? {
        let current = try store.currentPosition()
        let start = try position ?? beginning(of: current)
        var changes = BatchChanges(store.schema, folds: options.folds)
        let end = try read(after: start, upTo: current, &changes)
        if end.sequence == start.sequence { return nil }
        var writer = OperationWriter(
            storeIdentifier: current.storeIdentifier, lineage: current.lineage, schema: store.schema,
            capacity: asLines ? changes.bytes : 0)
        let operations = try self.operations(changes, &writer, asLines)
        writer.finish()
        return OutboundHistoryBatch(
            id: "\(current.storeIdentifier)/\(current.lineage)/\(start.sequence)-\(end.sequence)",
            operations: operations,
            position: end, transactions: Int(clamping: end.sequence - start.sequence))
    }

    /// Takes in transactions until the batch is full, and returns where it ends.
    ///
    /// They are read in growing steps, so that of large ones few are read that do not fit.
    private func read(
        after start: HistoryPosition, upTo current: HistoryPosition, _ changes: inout BatchChanges
    ) throws -> HistoryPosition {
        let most = max(options.transactions, 1)
        var (position, count, step) = (start, 0, 1)
        while count < most {
            var request = HistoryRequest(after: position, through: current.sequence, authors: options.authors)
            request.limit = min(step, most - count)
            let records = try store.fetchHistory(request)
            for record in records {
                count += 1
                position = current.with(sequence: record.sequence)
                if let author = record.author, options.excludedAuthors.contains(author) { continue }
                changes.add(record, sends)
                if changes.bytes >= options.bytes { return position }
            }
            // Fewer than asked for: everything was looked at, also what the filter passed over.
            if records.count < request.limit { return current }
            step *= 2
        }
        return position
    }

    /// Where a consumer that has read nothing begins.
    private func beginning(of current: HistoryPosition) throws -> HistoryPosition {
        let oldest = try store.oldestPosition()
        guard oldest.sequence == 0 else {
            throw HistoryError(
                .historyTokenExpired,
                "The beginning of the history was deleted up to \(oldest.sequence): take a full snapshot first.",
                storeIdentifier: current.storeIdentifier)
        }
        return oldest
    }

    private func sends(_ entity: Schema.Entity) -> Bool {
        entity.link == nil && options.entities?.contains(entity.name) ?? true
    }
}

extension HistoryPosition {
    func with(sequence: Int64?) -> HistoryPosition {
        var position = self
        if let sequence { position.sequence = sequence }
        return position
    }
}
