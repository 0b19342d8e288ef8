#if LMDB
import CLMDB
import ChronicleStore
import CDispatch
import Foundation
import Synchronization

/// One open environment of the engine, shared by every store of the process over the same folder.
final class Environment: @unchecked Sendable {
    // Invariant: `handle` is set once and used only inside the gate while `isOpen`; the engine itself is safe for use from
    // many threads, as read transactions are not bound to threads (MDB_NOTLS).
    let handle: OpaquePointer
    let path: String
    /// Whether the files allow reading only.
    let isReadOnly: Bool
    let gate = MapGate()
    /// Tells of commits, in this process through any store over the environment and in others.
    let signal: CommitSignal
    /// Keys that were reserved durably and not handed out yet.
    let reservedKeys = Mutex<Range<Int64>>(0..<0)
    /// Serialises the opening of sub-databases, as the engine demands.
    let opening = Mutex<[String: MDB_dbi]>([:])
    private let isOpen = Mutex(true)
    private let pool = Mutex<[ReadTransaction]>([])

    init(handle: OpaquePointer, path: String, isReadOnly: Bool) {
        self.handle = handle
        self.path = path
        self.isReadOnly = isReadOnly
        signal = CommitSignal(path: path + "/chronicle.signal")
    }

    // MARK: Reading

    /// Runs a body in a read transaction, which sees one committed state.
    @inline(__always)
    func read<Result>(_ body: (ReadTransaction) throws -> Result) throws -> Result {
        gate.enter()
        let transaction: ReadTransaction
        do {
            transaction = try takeReader()
        } catch {
            gate.leave()
            throw error
        }
        defer {
            mdb_txn_reset(transaction.handle)
            pool.withLock { $0.append(transaction) }
            gate.leave()
        }
        return try body(transaction)
    }

    private func takeReader() throws -> ReadTransaction {
        while true {
            guard isOpen.withLock({ $0 }) else { throw closedError }
            let code: Int32
            if let pooled = pool.withLock({ $0.popLast() }) {
                code = mdb_txn_renew(pooled.handle)
                if code == MDB_SUCCESS { return pooled }
                mdb_txn_abort(pooled.handle)
            } else {
                var fresh: OpaquePointer?
                code = begin(MDB_RDONLY, &fresh)
                if code == MDB_SUCCESS, let fresh { return ReadTransaction(handle: fresh) }
            }
            guard code == MDB_MAP_RESIZED else { throw StoreError.engine(code, "Reading", at: path) }
            gate.leave()
            let adopted = gate.alone { isOpen.withLock { $0 } ? mdb_env_set_mapsize(handle, 0) : MDB_SUCCESS }
            gate.enter()
            try check(adopted, "Growing the map", at: path)
        }
    }

    private func begin(_ flags: Int32, _ transaction: inout OpaquePointer?) -> Int32 {
        let code = mdb_txn_begin(handle, nil, UInt32(flags), &transaction)
        guard code == MDB_READERS_FULL else { return code }
        var dead: Int32 = 0
        mdb_reader_check(handle, &dead)
        return mdb_txn_begin(handle, nil, UInt32(flags), &transaction)
    }

    // MARK: Writing

    /// Runs a body in the one write transaction that the engine allows at a time, and commits unless the body throws.
    ///
    /// When the map is full it grows and the body runs again, in a new transaction.
    func write<Result>(_ doing: String, _ body: (OpaquePointer) throws -> Result) throws -> Result {
        while true {
            gate.enter()
            var code = MDB_SUCCESS
            do {
                defer { gate.leave() }
                guard isOpen.withLock({ $0 }) else { throw closedError }
                var transaction: OpaquePointer?
                code = begin(0, &transaction)
                if code == MDB_SUCCESS, let transaction {
                    let result: Result
                    do {
                        result = try body(transaction)
                    } catch {
                        mdb_txn_abort(transaction)
                        throw error
                    }
                    code = mdb_txn_commit(transaction)
                    if code == MDB_SUCCESS {
                        extendFile()
                        return result
                    }
                }
            } catch let failure as StoreError {
                guard let engine = failure.underlying as? LMDBError, engine.code == MDB_MAP_FULL else { throw failure }
                code = MDB_MAP_FULL
            }
            guard code == MDB_MAP_FULL || code == MDB_MAP_RESIZED else {
                throw StoreError.engine(code, doing, at: path)
            }
            try grow(twice: code == MDB_MAP_FULL)
        }
    }

    private func grow(twice: Bool) throws {
        let code: Int32 = gate.alone {
            guard isOpen.withLock({ $0 }) else { return MDB_SUCCESS }
            guard twice else { return mdb_env_set_mapsize(handle, 0) }
            var info = MDB_envinfo()
            mdb_env_info(handle, &info)
            let (size, overflow) = info.me_mapsize.multipliedReportingOverflow(by: 2)
            return overflow ? MDB_MAP_FULL : mdb_env_set_mapsize(handle, size)
        }
        try check(code, "Growing the map", at: path)
    }

    /// Makes the file as long as the newest state says.
    ///
    /// The engine does not write pages that a transaction took and gave back, so that a sound file could end early and
    /// would be taken for a truncated one.
    private func extendFile() {
        var descriptor: Int32 = -1
        var status = stat()
        guard mdb_env_get_fd(handle, &descriptor) == MDB_SUCCESS, fstat(descriptor, &status) == 0 else { return }
        let end = expectedLength(handle)
        // Only ever lengthens, whatever another process does meanwhile.
        if status.st_size < end { posix_fallocate(descriptor, off_t(end - 1), 1) }
    }

    var closedError: StoreError {
        StoreError(.closed, "The store at \(path) was closed: open it again.", location: path)
    }

    /// Ends all use. Waits for the transactions that are running.
    func close() {
        gate.alone {
            let wasOpen = isOpen.withLock { isOpen in
                defer { isOpen = false }
                return isOpen
            }
            guard wasOpen else { return }
            signal.close()
            let readers = pool.withLock { pool in
                defer { pool = [] }
                return pool
            }
            for reader in readers { mdb_txn_abort(reader.handle) }
            mdb_env_close(handle)
        }
    }
}

/// The length that the data file has at least, by the newest state's last page.
func expectedLength(_ handle: OpaquePointer) -> Int {
    var info = MDB_envinfo()
    var statistics = MDB_stat()
    mdb_env_info(handle, &info)
    mdb_env_stat(handle, &statistics)
    return (info.me_last_pgno + 1) * Int(statistics.ms_psize)
}
#endif
