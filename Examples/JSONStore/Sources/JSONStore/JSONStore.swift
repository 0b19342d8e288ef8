import ChronicleHistory
import ChronicleSchema
import ChronicleStore
import Foundation
import Synchronization

/// Keeps rows in a folder of JSON files, one file a save.
///
/// All rows are in memory as well. A fetch first takes in the commits that other processes have made, then reads a value
/// that nothing changes. A save takes the folder's lock, works on a copy, and is committed when its file has its name.
public final class JSONStore: DataStore {
    /// What identifies the store, made with it.
    public let identifier: String
    /// The models that it was opened for.
    public let schema: Schema
    /// What it can do.
    public let capabilities: StoreCapabilities
    let folder: StoreFolder
    let lineage: String
    private let processor: SaveProcessor
    private let signal: CommitSignal
    /// Nil once the store is closed.
    private let state: Mutex<State?>

    private struct State {
        var contents: Contents
        /// The `rows.json` that the contents were built on; nil before they were read.
        var checkpoint: String?
    }

    /// Opens the store in a folder, or makes it.
    init(schema: Schema, folder: StoreFolder) throws {
        try folder.prepare()
        let identity = try JSONStore.identity(schema, folder)
        try identity.check(schema, folder)
        identifier = identity.identifier
        lineage = identity.lineage
        self.schema = schema
        self.folder = folder
        processor = SaveProcessor(schema: schema, recordsHistory: true)
        signal = CommitSignal(path: folder.path("signal"))
        var capabilities = StoreCapabilities()
        capabilities.persistence = true
        capabilities.multipleOpenings = true
        capabilities.multipleProcesses = true
        capabilities.readOnlyOpening = true
        capabilities.isReadOnly = !folder.allowsSave
        self.capabilities = capabilities
        state = Mutex(State(contents: Contents(schema: schema)))
        _ = try contents()
    }

    private static func identity(_ schema: Schema, _ folder: StoreFolder) throws -> IdentityFile {
        if let identity = try folder.read(IdentityFile.self, "store.json") {
            guard identity.format <= IdentityFile.format else {
                throw folder.error(.newerFormat, "was written by a newer version")
            }
            return identity
        }
        let own = ["lock", "signal", "commits", "store.json", "keys.json", "rows.json"]
        guard Set(try folder.names()).isSubset(of: own + own.map { $0 + ".new" }) else {
            throw folder.error(.notAStore, "holds other files and no store")
        }
        guard folder.allowsSave else { throw folder.error(.missingStore, "holds no store, and none may be made") }
        return try folder.locked {
            // Another process may have made it meanwhile.
            if let identity = try folder.read(IdentityFile.self, "store.json") { return identity }
            if mkdir(folder.path("commits"), 0o755) != 0, errno != EEXIST { throw folder.failure("making") }
            try folder.write(KeysFile(), "keys.json")
            let identity = IdentityFile(schema: IdentityFile.describe(schema))
            try folder.write(identity, "store.json")
            return identity
        }
    }

    // MARK: Reading

    /// What is committed, the commits of other processes included.
    func contents() throws -> Contents {
        try state.withLock { state in
            guard var current = state else { throw folder.error(.closed, "was closed; open it again") }
            var checkpoint: String
            repeat {
                checkpoint = folder.mark("rows.json")
                do { try read(&current, checkpoint) } catch {
                    // What was missing may have gone to a newer checkpoint.
                    if folder.mark("rows.json") == checkpoint { throw error }
                }
                // So may commits that came after those that were read.
            } while folder.mark("rows.json") != checkpoint
            state = current
            return current.contents
        }
    }

    private func read(_ state: inout State, _ checkpoint: String) throws {
        if checkpoint != state.checkpoint {
            state = State(contents: try Contents(schema: schema, folder: folder), checkpoint: checkpoint)
        }
        while let commit = try folder.read(CommitFile.self, "commits/\(state.contents.sequence + 1).json") {
            try state.contents.apply(commit)
        }
    }

    /// Delivers the rows that a request selects, in order.
    public func fetch(_ request: FetchRequest, _ body: (RowView) throws -> Void) throws {
        try contents().tables.fetch(request, body)
    }

    /// Delivers the rows with the given keys that exist.
    public func fetch(entity: Int, keys: [Int64], _ body: (RowView) throws -> Void) throws {
        let tables = try contents().tables
        for key in keys {
            try tables.withRow(entity: entity, key: key) { cells in
                if let cells { try body(RowView(key: key, cells: cells)) }
            }
        }
    }

    // MARK: Writing

    /// Commits a request, or throws and leaves everything as it was.
    public func save(_ request: SaveRequest) throws -> SaveResult {
        try checkWritable()
        if request.isEmpty { return SaveResult() }
        let result = try folder.locked {
            let old = try contents()
            let transaction = JSONTransaction(old.tables, sequence: old.sequence + 1)
            let result = try processor.run(request, in: transaction)
            guard let record = transaction.record else { return result }
            let rows = transaction.changed.sorted { ($0.entity, $0.key) < ($1.entity, $1.key) }
            let commit = CommitFile(record, rows: try transaction.tables.forms(of: rows))
            let name = "commits/\(record.sequence).json"
            do { try folder.write(commit, name) } catch {
                // The file may have its name already, and is not known to be on the medium.
                unlink(folder.path(name))
                throw error
            }
            publish(Contents(after: old, transaction, record))
            return result
        }
        if result.sequence != nil { signal.notify() }
        return result
    }

    /// Hands out keys that were never handed out before.
    public func allocateKeys(_ count: Int) throws -> Range<Int64> {
        try checkWritable()
        return try folder.locked {
            guard let keys = try folder.read(KeysFile.self, "keys.json") else {
                throw folder.error(.corrupt, "lacks keys.json; restore it from a copy")
            }
            let (next, overflow) = keys.next.addingReportingOverflow(Int64(max(0, count)))
            if overflow { throw folder.error(.limitExceeded, "has no keys left") }
            try folder.write(KeysFile(next: next), "keys.json")
            return keys.next..<next
        }
    }

    func checkWritable() throws {
        if state.withLock({ $0 == nil }) { throw folder.error(.closed, "was closed; open it again") }
        if !folder.allowsSave { throw folder.error(.readOnly, "was opened for reading only") }
    }

    /// Shows a commit of this store to its readers, which may have found its file already.
    func publish(_ contents: Contents, checkpoint: String? = nil) {
        state.withLock { state in
            guard let seen = state?.contents.sequence, contents.sequence >= seen else { return }
            state?.contents = contents
            if let checkpoint { state?.checkpoint = checkpoint }
        }
    }

    // MARK: The rest

    /// Calls a handler after every commit.
    public func observeCommits(_ handler: @escaping @Sendable () -> Void) -> CommitObservation {
        signal.observe(handler)
    }

    /// Ends the use of the store.
    public func close() throws {
        signal.close()
        state.withLock { $0 = nil }
    }
}
