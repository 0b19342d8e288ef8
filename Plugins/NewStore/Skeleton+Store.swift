extension Skeleton {
    /// The store itself.
    static let store = #"""
        import ChronicleSchema
        import ChronicleStore
        import Foundation
        import Synchronization

        /// Keeps rows in a folder: all of them in memory, and in one file that each save writes anew.
        ///
        /// It keeps what it declares in ``capabilities``, and the contract of a store with it: `swift test` shows both. What is left
        /// to write is marked NEXT.
        public final class AcmeStore: DataStore {
            /// What identifies the store, made with it.
            public let identifier: String
            /// The models that it was opened for.
            public let schema: Schema
            /// What it can do.
            public let capabilities: StoreCapabilities
            private let file: AcmeFile
            private let processor: SaveProcessor
            private let signal: CommitSignal
            /// Held by the one save or handing out of keys that is under way.
            private let writing = Mutex(())
            /// Nil once the store is closed.
            private let state: Mutex<State?>

            private struct State {
                var tables: AcmeTables
                var nextKey: Int64
                /// Keeps the folder from others; unlocked when it goes.
                let lock: AcmeLock
            }

            init(schema: Schema, folder: URL, allowsSave: Bool) throws {
                var capabilities = StoreCapabilities()
                capabilities.persistence = true
                capabilities.readOnlyOpening = true
                capabilities.isReadOnly = !allowsSave
                // NEXT: a history of changes. Conform to HistoryProviding, keep the record that AcmeTransaction.appendHistory gets in
                // the same write as the rows, give the processor `recordsHistory: true`, and drop this line.
                capabilities.history = false
                // NEXT: several openings at a time. Without them the lock refuses the second one.
                capabilities.multipleOpenings = false
                capabilities.multipleProcesses = false
                // NEXT: schemas that grow. Until then a store opens for the models that it was made with.
                capabilities.schemaGrowth = false
                self.capabilities = capabilities
                self.schema = schema
                file = AcmeFile(folder: folder, allowsSave: allowsSave)
                let lock = try file.lock()
                let content = try file.open(schema)
                identifier = content.identifier
                processor = SaveProcessor(schema: schema, recordsHistory: false)
                signal = CommitSignal(path: folder.appending(path: "signal").path(percentEncoded: false))
                state = Mutex(
                    State(tables: try AcmeTables(content, schema: schema), nextKey: content.nextKey, lock: lock))
            }

            private func current() throws -> State {
                guard let state = state.withLock({ $0 }) else { throw file.error(.closed, "was closed; open it again") }
                return state
            }

            private func checkWritable() throws {
                _ = try current()
                if !file.allowsSave { throw file.error(.readOnly, "was opened for reading only") }
            }

            // MARK: Reading

            /// Delivers the rows that a request selects, in order.
            public func fetch(_ request: FetchRequest, _ body: (RowView) throws -> Void) throws {
                // A fetch reads its own copy, which no save changes.
                // NEXT: use your engine's indexes. QueryPlan says which one serves a request, and what is left for the evaluator.
                try current().tables.fetch(request, body)
            }

            /// Delivers the rows with the given keys that exist.
            public func fetch(entity: Int, keys: [Int64], _ body: (RowView) throws -> Void) throws {
                let tables = try current().tables
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
                let result = try writing.withLock { _ in
                    let old = try current()
                    // The rules (upserts, delete rules, unique checks) are the processor's; the transaction only reads and writes.
                    let transaction = AcmeTransaction(old.tables)
                    let result = try processor.run(request, in: transaction)
                    if result.changes.isEmpty { return result }
                    // NEXT: write what changed, not everything; it must become visible at once or not at all.
                    try write(transaction.tables, old.nextKey)
                    return result
                }
                if !result.changes.isEmpty { signal.notify() }
                return result
            }

            /// Hands out keys that were never handed out before.
            public func allocateKeys(_ count: Int) throws -> Range<Int64> {
                try checkWritable()
                return try writing.withLock { _ in
                    let old = try current()
                    let (next, overflow) = old.nextKey.addingReportingOverflow(Int64(max(0, count)))
                    if overflow { throw file.error(.limitExceeded, "has no keys left") }
                    // Written before they are handed out, so that no key is given twice after a crash.
                    try write(old.tables, next)
                    return old.nextKey..<next
                }
            }

            private func write(_ tables: AcmeTables, _ nextKey: Int64) throws {
                try file.write(tables.content(identifier: identifier, nextKey: nextKey))
                state.withLock {
                    $0?.tables = tables
                    $0?.nextKey = nextKey
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
                // A save that is under way ends first, so that nothing is written once the folder is free.
                writing.withLock { _ in state.withLock { $0 = nil } }
            }
        }

        """#
}
