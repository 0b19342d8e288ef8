#if LMDB
import CLMDB
public import ChronicleHistory
public import ChronicleSchema
public import ChronicleStore
public import Foundation
import Synchronization

/// A store in a folder, over the memory-mapped engine LMDB.
///
/// Rows are read in place from the map; a fetch sees one committed state and never waits for a writer. There is one writer at
/// a time over all processes: ``save(_:)`` waits for its turn for as long as it takes, and ``StoreError`` `locked` is never
/// thrown. However many stores a process opens over one folder, and however the path is spelled, they share one
/// environment of the engine.
///
/// The data file never shrinks; ``export(to:)`` writes a compact copy. A disk must be local: the engine's locks do not work
/// over a network.
public final class LMDBStore: DataStore, HistoryProviding {
    /// The address space that a store starts with: one gigabyte. The file has only what was written.
    public static let defaultMapSize = 1 << 30

    /// What identifies the store for its life; a copy has the same.
    public let identifier: String
    /// The entities that it keeps.
    public let schema: Schema
    /// What it can do: history, persistence, several processes.
    public let capabilities: StoreCapabilities
    /// Changes when the store is replaced by an older copy of itself.
    public let lineage: String

    let environment: Environment
    let tables: Tables
    private let processor: SaveProcessor
    private let isClosed = Atomic(false)
    /// The newest state whose stored schema was seen to be the one that the tables were opened with.
    private let checkedState = Atomic(0)

    /// Opens the store in a folder, and makes it when it is missing and may be written.
    ///
    /// New optional attributes, new indexes and renamed attributes are taken up at once. Opening a store takes the same time
    /// whatever its size, unless it is extended.
    ///
    /// - Parameters:
    ///   - url: The folder; its parent must exist.
    ///   - schema: The entities that the store keeps.
    ///   - allowsSave: Whether it may be written. A store that is opened for reading is never made.
    ///   - durability: When a commit has reached the disk.
    ///   - initialMapSize: The address space to start with; it doubles whenever it is full.
    /// - Throws: ``StoreError``: `missingFolder`, `missingStore`, `noPermission`, `notAStore`, `newerFormat`,
    ///   `schemaMismatch`, `corrupt`, `diskFull`, `inputOutput`. What lies at the place is as it was.
    public init(
        at url: URL, schema: Schema, allowsSave: Bool = true, durability: LMDBDurability = .full,
        initialMapSize: Int = LMDBStore.defaultMapSize
    ) throws {
        guard url.isFileURL else {
            throw StoreError(
                .invalidConfiguration, "\(url) is not the URL of a folder: use URL(fileURLWithPath:).",
                location: url.absoluteString)
        }
        let opening = EnvironmentOpening(
            path: url.standardizedFileURL.path, allowsSave: allowsSave, durability: durability, mapSize: initialMapSize)
        let environment = try EnvironmentRegistry.acquire(opening)
        do {
            let (tables, identity) = try SchemaOpening(
                environment: environment, schema: schema, allowsSave: allowsSave
            ).open()
            self.tables = tables
            identifier = identity.identifier
            lineage = identity.lineage
        } catch {
            EnvironmentRegistry.release(environment)
            throw error
        }
        self.environment = environment
        self.schema = schema
        processor = SaveProcessor(schema: schema, recordsHistory: true)
        var capabilities = StoreCapabilities()
        capabilities.consumers = true
        capabilities.persistence = true
        capabilities.multipleOpenings = true
        capabilities.relatedRows = true
        capabilities.indexedQueries = true
        capabilities.multipleProcesses = true
        capabilities.readOnlyOpening = true
        capabilities.schemaGrowth = true
        capabilities.isReadOnly = !allowsSave
        self.capabilities = capabilities
    }

    deinit { end() }

    /// Ends the use of the store; waits for what is running. The last store over a folder closes its environment.
    public func close() throws { end() }

    func end() {
        if !isClosed.exchange(true, ordering: .acquiringAndReleasing) { EnvironmentRegistry.release(environment) }
    }

    // MARK: Transactions

    @inline(__always)
    func read<Result>(_ body: (TableReader) throws -> Result) throws -> Result {
        if isClosed.load(ordering: .acquiring) { throw environment.closedError }
        return try environment.read { transaction in
            let state = mdb_txn_id(transaction.handle)
            if state != checkedState.load(ordering: .relaxed) {
                try checkGeneration(transaction.handle)
                checkedState.store(state, ordering: .relaxed)
            }
            return try body(
                TableReader(
                    transaction: transaction.handle, tables: tables, path: environment.path, stack: transaction.cells))
        }
    }

    func write<Result>(_ doing: String, _ body: (OpaquePointer) throws -> Result) throws -> Result {
        if isClosed.load(ordering: .acquiring) { throw environment.closedError }
        guard !capabilities.isReadOnly else {
            throw StoreError(
                .readOnly, "The store at \(environment.path) was opened for reading only: open it for writing.",
                location: environment.path)
        }
        return try environment.write(doing) { transaction in
            try checkGeneration(transaction)
            return try body(transaction)
        }
    }

    /// Another process may have extended the stored schema, so that rows have other columns than this store knows.
    private func checkGeneration(_ transaction: OpaquePointer) throws {
        let meta = Meta(transaction: transaction, database: tables.meta, path: environment.path)
        guard try meta.required(.generation) == tables.generation else {
            throw StoreError(
                .schemaMismatch,
                "The store at \(environment.path) was extended for another schema while it was open: open "
                    + "it again.", location: environment.path)
        }
    }

    // MARK: Saving

    /// Commits everything that a request asks for, rows, indexes and history together.
    ///
    /// Waits without limit while another process writes. When the map is full it grows, and the save runs again.
    ///
    /// - Throws: ``StoreError``; the store is then as it was before.
    public func save(_ request: SaveRequest) throws -> SaveResult {
        let stack = CellStack()
        environment.signal.prepare()
        let result = try write("Saving") { transaction in
            let writer = TableWriter(
                transaction: transaction, tables: tables, schema: schema, path: environment.path, stack: stack)
            return try processor.run(request, in: writer)
        }
        if result.sequence != nil { environment.signal.notify() }
        return result
    }

    /// The most keys that are reserved ahead, so that few allocations need a commit of their own.
    private static let reserve = 4096

    /// Hands out keys that were never handed out before. Some are reserved ahead; those not used when the process ends are
    /// lost.
    ///
    /// - Throws: ``StoreError``: `readOnly`, `closed`, `diskFull`, `inputOutput`, `limitExceeded`.
    public func allocateKeys(_ count: Int) throws -> Range<Int64> {
        guard count > 0 else { return 0..<0 }
        let ready: Range<Int64>? = environment.reservedKeys.withLock { reserved in
            guard !capabilities.isReadOnly, !isClosed.load(ordering: .acquiring), reserved.count >= count else {
                return nil
            }
            return Self.take(count, from: &reserved)
        }
        if let ready { return ready }
        let wanted = Int64(max(count, Self.reserve))
        let fresh: Range<Int64> = try write("Reserving keys") { transaction in
            let meta = Meta(transaction: transaction, database: tables.meta, path: environment.path)
            let next = try meta.required(.nextKey)
            let (end, overflow) = next.addingReportingOverflow(wanted)
            guard !overflow else {
                throw StoreError(
                    .limitExceeded, "The store at \(environment.path) has given all its keys.",
                    location: environment.path)
            }
            try meta.set(.nextKey, end)
            return next..<end
        }
        return environment.reservedKeys.withLock { reserved in
            var fresh = fresh
            let taken = Self.take(count, from: &fresh)
            // What was left of an earlier block lapses: keys ascend, as rows come in the order of their keys.
            if reserved.isEmpty || fresh.lowerBound > reserved.lowerBound { reserved = fresh }
            return taken
        }
    }

    private static func take(_ count: Int, from range: inout Range<Int64>) -> Range<Int64> {
        let end = range.lowerBound + Int64(count)
        defer { range = end..<range.upperBound }
        return range.lowerBound..<end
    }

    /// Calls a handler after every commit to the store, also through other stores and of other processes, until the token
    /// is released or the last store over the folder is closed.
    public func observeCommits(_ handler: @escaping @Sendable () -> Void) -> CommitObservation {
        environment.signal.observe(handler)
    }
}
#endif
