#if SQLite
import CSQLite
public import ChronicleSchema
public import ChronicleStore
import Foundation
import Synchronization

/// A store in a SQLite file, whose tables the `sqlite3` shell can read.
///
/// One connection writes; fetches run at once on connections of their own, each in one committed state, and wait for no
/// writer. Several stores, in one process or many, may be open on one file.
public final class SQLiteStore: DataStore {
    /// The identifier in the file; the same on every machine.
    public let identifier: String
    /// The entities that it keeps.
    public let schema: Schema
    /// What it can do.
    public let capabilities: StoreCapabilities
    /// How the store was opened.
    public let configuration: SQLiteConfiguration
    let lineage: String
    let layouts: [TableLayout]
    private let opening: StoreOpening
    private let processor: SaveProcessor
    /// Nil once the store is closed.
    private let writer: Mutex<Writer?>
    private let pool = Mutex(ReaderPool())
    /// Told when a reader comes back.
    private let returned = NSCondition()
    private let keys = Mutex<Range<Int64>>(0..<0)
    private let signal: CommitSignal

    private struct ReaderPool {
        var idle: [Connection] = []
        var isClosed = false
    }

    /// How many keys are taken from the durable counter at least.
    private static let keyBlock: Int64 = 4096

    /// Opens a store, and makes it when it does not exist; takes the same time whatever the number of rows.
    ///
    /// Tables, optional columns and indexes that are missing are added; a column with an `originalName` is renamed.
    ///
    /// - Throws: ``StoreError``: `missingFolder`, `missingStore`, `noPermission`, `notAStore`, `newerFormat`,
    ///   `schemaMismatch`, `locked`, `corrupt`, `diskFull`, `inputOutput`, `invalidConfiguration`. The file is then as
    ///   it was.
    public init(schema: Schema, configuration: SQLiteConfiguration) throws {
        let layouts = TableLayout.all(schema)
        var opening = StoreOpening(configuration: configuration, schema: schema, layouts: layouts)
        let (connection, metadata) = try opening.open()
        self.schema = schema
        self.configuration = configuration
        self.layouts = layouts
        self.opening = opening
        processor = SaveProcessor(schema: schema, recordsHistory: configuration.recordsHistory)
        identifier = metadata.identifier
        lineage = metadata.lineage
        var capabilities = StoreCapabilities()
        capabilities.history = configuration.recordsHistory
        capabilities.consumers = configuration.recordsHistory
        capabilities.persistence = true
        capabilities.multipleOpenings = true
        capabilities.relatedRows = true
        capabilities.indexedQueries = true
        capabilities.multipleProcesses = true
        capabilities.readOnlyOpening = true
        capabilities.schemaGrowth = true
        capabilities.isReadOnly = !configuration.allowsSave
        self.capabilities = capabilities
        writer = Mutex(Writer(connection: connection, layouts: layouts))
        signal = CommitSignal(path: configuration.path + "-signal")
    }

    /// Delivers the rows that a request selects; see ``DataStore``.
    public func fetch(_ request: FetchRequest, _ body: (RowView) throws -> Void) throws {
        try read { try $0.fetch(request, body) }
    }

    /// The keys of the rows that a request selects; see ``DataStore``.
    public func fetchKeys(_ request: FetchRequest) throws -> [Int64] {
        try read { try $0.keys(request) }
    }

    /// The number of rows that a request selects; see ``DataStore``.
    public func count(_ request: FetchRequest) throws -> Int {
        try read { try $0.count(request) }
    }

    /// How a request is answered, with its SQL and SQLite's plan; see ``DataStore``.
    public func explain(_ request: FetchRequest, measuring: Bool) throws -> QueryExplanation {
        try read { try $0.explain(request, measuring: measuring) }
    }

    /// Sums, extremes and counts over the rows that a request selects; see ``DataStore``.
    public func aggregate(_ request: AggregateRequest) throws -> [AggregateGroup] {
        try read { try $0.aggregate(request) }
    }

    /// Delivers rows by key, one look-up each; see ``DataStore``.
    public func fetch(entity: Int, keys: [Int64], _ body: (RowView) throws -> Void) throws {
        guard layouts.indices.contains(entity) else {
            throw StoreError(.unsupportedQuery, "The schema has no entity \(entity).", location: configuration.path)
        }
        let layout = layouts[entity]
        try withReader { connection in
            if keys.count == 1 {
                _ = try connection.fetchRow(entity: entity, layout: layout, key: keys[0], body)
                return
            }
            try connection.transaction(.begin) {
                for key in keys { _ = try connection.fetchRow(entity: entity, layout: layout, key: key, body) }
            }
        }
    }

    /// Commits a request; see ``DataStore``. Throws ``StoreError``, and the store is then as it was.
    public func save(_ request: SaveRequest) throws -> SaveResult {
        if request.isEmpty { return SaveResult() }
        signal.prepare()
        let result = try write { writer in
            let transaction = SQLiteTransaction(writer: writer, layouts: layouts, schema: schema)
            return try processor.run(request, in: transaction)
        }
        if !result.changes.isEmpty { signal.notify() }
        return result
    }

    /// Hands out keys; see ``DataStore``. The durable counter is written once a block of 4,096.
    public func allocateKeys(_ count: Int) throws -> Range<Int64> {
        guard count > 0 else { return 0..<0 }
        return try keys.withLock { keys in
            if keys.count < count {
                let wanted = max(Int64(count), Self.keyBlock)
                let first = try write { try Self.reserve(wanted, $0.connection) }
                keys = first..<(first + wanted)
            }
            let range = keys.lowerBound..<(keys.lowerBound + Int64(count))
            keys = range.upperBound..<keys.upperBound
            return range
        }
    }

    private static func reserve(_ count: Int64, _ connection: Connection) throws -> Int64 {
        guard let first = try connection.integer("SELECT value FROM chronicle_metadata WHERE key = 'next_key'"),
            first > 0, first < Int64.max - count
        else {
            throw StoreError(
                .corrupt, "\(connection.location) lacks its counter of keys: restore it from a copy.",
                location: connection.location)
        }
        let update = try connection.cached("UPDATE chronicle_metadata SET value = ?1 WHERE key = 'next_key'")
        try update.bind(1, first + count)
        try update.run()
        return first
    }

    /// Calls a handler after every commit, also of other processes; see ``DataStore``.
    ///
    /// A store that had to be opened as one that nobody changes (see ``SQLiteConfiguration/allowsSave``) calls none.
    public func observeCommits(_ handler: @escaping @Sendable () -> Void) -> CommitObservation {
        if opening.isImmutable { return CommitObservation(seesOtherProcesses: false) {} }
        return signal.observe(handler)
    }

    /// Closes the file; see ``DataStore``. Fetches that are under way end as usual.
    public func close() throws {
        signal.close()
        let idle = pool.withLock { pool in
            pool.isClosed = true
            defer { pool.idle = [] }
            return pool.idle
        }
        // The last connection to close takes the log into the file, so the readers go first.
        withExtendedLifetime(idle) {}
        writer.withLock { $0 = nil }
        // Keys that were taken ahead are not handed out any more.
        keys.withLock { $0 = 0..<0 }
    }

    /// Runs a body in a write transaction.
    func write<Result>(_ body: (Writer) throws -> Result) throws -> Result {
        guard configuration.allowsSave else {
            throw StoreError(
                .readOnly, "\(configuration.path) was opened for reading only.", location: configuration.path)
        }
        return try withoutActuallyEscaping(body) { body in
            let box = Uncrossed(body)
            return try writer.withLock { writer in
                guard let writer else { throw closed }
                return Uncrossed(try writer.connection.transaction(.beginImmediate) { try box.value(writer) })
            }.value
        }
    }

    /// Runs a body on a reader of its own.
    private func read<Result>(_ body: (RowReader) throws -> Result) throws -> Result {
        try withReader { try body(RowReader(connection: $0, layouts: layouts, schema: schema)) }
    }

    /// Lends an idle or new connection.
    func withReader<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        let idle = try pool.withLock { pool in
            if pool.isClosed { throw closed }
            return pool.idle.popLast()
        }
        let connection = try idle ?? anotherReader()
        defer {
            pool.withLock { pool in
                if !pool.isClosed { pool.idle.append(connection) }
            }
            returned.lock()
            returned.broadcast()
            returned.unlock()
        }
        return try body(connection)
    }

    /// A new connection or, where none can be opened any more (no permission, no descriptors), one that is lent and comes back
    /// within the time that is waited for locks: what is committed stays readable.
    private func anotherReader() throws -> Connection {
        do { return try opening.connect(isReader: true) } catch {
            let deadline = Date(timeIntervalSinceNow: min(1, configuration.busyTimeout))
            returned.lock()
            defer { returned.unlock() }
            repeat {
                if let connection = pool.withLock({ $0.idle.popLast() }) { return connection }
            } while returned.wait(until: deadline)
            throw error
        }
    }

    private var closed: StoreError {
        StoreError(.closed, "\(configuration.path) was closed.", location: configuration.path)
    }
}

/// Carries a value through a lock's closure, which takes it for one that leaves the thread.
///
/// Unchecked invariant: the value is made and used on one thread.
private struct Uncrossed<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
#endif
