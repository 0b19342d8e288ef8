public import ChronicleSchema
public import ChronicleStore
import Synchronization

/// Keeps rows in this process's memory, for as long as a store of its name is open.
///
/// It is deliberately plain: the default store, and the oracle that others are compared with. Any number of threads read at
/// once; a save waits for them.
public final class MemoryStore: DataStore {
    /// What identifies the store while it is open.
    public let identifier: String
    /// The entities that it keeps.
    public let schema: Schema
    /// History, but no persistence and no other processes.
    public let capabilities: StoreCapabilities
    private let shared: Mutex<MemoryState?>

    /// Opens a store of its own.
    public convenience init(schema: Schema) { self.init(MemoryState(schema: schema), schema) }

    /// Opens the store of a name, which is shared within the process, or makes it.
    ///
    /// - Throws: ``StoreError`` `schemaMismatch` when the name is in use for other entities.
    public convenience init(name: String, schema: Schema) throws {
        self.init(try NamedStores.state(name, schema), schema)
    }

    private init(_ state: MemoryState, _ schema: Schema) {
        identifier = state.identifier
        self.schema = schema
        var capabilities = StoreCapabilities()
        capabilities.consumers = true
        capabilities.multipleOpenings = true
        capabilities.relatedRows = true
        capabilities.indexedQueries = true
        self.capabilities = capabilities
        shared = Mutex(state)
    }

    /// What is stored, unless the store was closed.
    func state() throws -> MemoryState {
        guard let state = shared.withLock({ $0 }) else {
            throw StoreError(.closed, "The in-memory store was closed: open it again, which gives an empty one.")
        }
        return state
    }

    /// Delivers the rows that a request selects, in order.
    ///
    /// - Throws: ``StoreError`` `unsupportedQuery` or `closed`; what the closure throws.
    public func fetch(_ request: FetchRequest, _ body: (RowView) throws -> Void) throws {
        let state = try state()
        try state.lock.read {
            let (plan, filter) = try state.tables.filteredPlan(request)
            // Rows that must be sorted first are read again when they are delivered.
            let columns = plan.orderIsSatisfied ? request.readColumns : plan.neededColumns(after: filter, request)
            try plan.evaluator(after: filter, request).run(
                state.tables,
                scan: { try state.tables.scan(plan, entity: request.entity, only: columns, where: filter, $0) }, body)
        }
    }

    /// Delivers the rows with the given keys that exist, in logarithmic time each.
    public func fetch(entity: Int, keys: [Int64], _ body: (RowView) throws -> Void) throws {
        let state = try state()
        try state.lock.read {
            for key in keys {
                try state.tables.withRow(entity: entity, key: key) { cells in
                    if let cells { try body(RowView(key: key, cells: cells)) }
                }
            }
        }
    }

    /// The number of rows that a request selects.
    public func count(_ request: FetchRequest) throws -> Int {
        let state = try state()
        return try state.lock.read {
            let (plan, filter) = try state.tables.filteredPlan(request)
            if request.offset == 0, request.limit == nil {
                if request.condition == nil { return try state.tables.table(request.entity).rows.count }
                if let filter, filter.isWhole {
                    return try state.tables.count(plan, entity: request.entity, where: filter)
                }
            }
            return try plan.evaluator(after: filter, request).count(state.tables) {
                try state.tables.scan(plan, entity: request.entity, only: request.neededColumns, where: filter, $0)
            }
        }
    }

    /// The keys of the rows that a request selects, in order.
    public func fetchKeys(_ request: FetchRequest) throws -> [Int64] {
        let state = try state()
        return try state.lock.read { try state.tables.keys(request) }
    }

    /// How a request is answered.
    public func explain(_ request: FetchRequest, measuring: Bool) throws -> QueryExplanation {
        let state = try state()
        return try state.lock.read { try state.tables.explain(request, measuring: measuring) }
    }

    /// Commits a request, or throws and leaves everything as it was.
    public func save(_ request: SaveRequest) throws -> SaveResult { try state().save(request) }

    /// Hands out keys in constant time.
    public func allocateKeys(_ count: Int) throws -> Range<Int64> {
        let state = try state()
        return try state.nextKey.withLock { next in
            let (end, overflow) = next.addingReportingOverflow(Int64(max(0, count)))
            guard !overflow else { throw StoreError(.limitExceeded, "The in-memory store has no keys left.") }
            defer { next = end }
            return next..<end
        }
    }

    /// Calls a handler after every commit that changes something.
    public func observeCommits(_ handler: @escaping @Sendable () -> Void) -> CommitObservation {
        guard let state = shared.withLock({ $0 }) else { return CommitObservation {} }
        return state.observers.observe(handler)
    }

    /// Ends the use of the store; the rows go when the last store of the name is closed.
    public func close() throws {
        // The state is let go outside of the lock: freeing many rows takes its time.
        _ = shared.withLock { state in
            defer { state = nil }
            return state
        }
    }
}
