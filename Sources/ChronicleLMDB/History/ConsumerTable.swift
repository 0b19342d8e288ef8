#if LMDB
import CLMDB
import ChronicleHistory
import ChronicleStore

/// The consumers of the history, each under a key of its own in the meta sub-database.
struct ConsumerTable {
    private static let prefix = "consumer/"
    /// What the engine's longest key leaves for a name.
    private static let longestName = 480

    let transaction: OpaquePointer
    let database: MDB_dbi
    let path: String

    func all() throws -> [HistoryConsumer] {
        var cursor: OpaquePointer?
        try check(mdb_cursor_open(transaction, database, &cursor), "Reading the consumers", at: path)
        defer { mdb_cursor_close(cursor) }
        var prefix = Self.prefix
        return try prefix.withUTF8 { prefix in
            var consumers: [HistoryConsumer] = []
            var key = MDB_val(UnsafeRawBufferPointer(prefix))
            var value = MDB_val()
            var code = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE)
            while code == MDB_SUCCESS, key.bytes.starts(with: prefix) {
                consumers.append(try decode(value.bytes))
                code = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)
            }
            if code != MDB_NOTFOUND { try check(code, "Reading the consumers", at: path) }
            return consumers
        }
    }

    func consumer(named name: String) throws -> HistoryConsumer? {
        try withKey(name) { key in
            var value = MDB_val()
            let code = mdb_get(transaction, database, &key, &value)
            if code == MDB_NOTFOUND { return nil }
            try check(code, "Reading a consumer", at: path)
            return try decode(value.bytes)
        }
    }

    func set(_ consumer: HistoryConsumer) throws {
        let record: ConsumerRecord
        do { record = try ConsumerRecord(consumer) } catch {
            throw StoreError(
                .invalidValue, "The consumer \(consumer.name) cannot be written to \(path): \(error)", location: path,
                underlying: error)
        }
        try withKey(consumer.name) { key in
            // The engine gives the place to write to: a state of a megabyte is copied once.
            var value = MDB_val(mv_size: record.count, mv_data: nil)
            try check(
                mdb_put(transaction, database, &key, &value, UInt32(MDB_RESERVE)), "Writing a consumer", at: path)
            record.write(to: UnsafeMutableRawBufferPointer(start: value.mv_data, count: value.mv_size))
        }
    }

    func remove(_ name: String) throws {
        try withKey(name) { key in
            let code = mdb_del(transaction, database, &key, nil)
            if code != MDB_NOTFOUND { try check(code, "Removing a consumer", at: path) }
        }
    }

    private func decode(_ bytes: UnsafeRawBufferPointer) throws -> HistoryConsumer {
        do {
            return try ConsumerRecord.consumer(bytes)
        } catch {
            throw StoreError(
                .corrupt, "The store at \(path) has an unreadable consumer: restore it from a copy.", location: path,
                underlying: error)
        }
    }

    private func withKey<Result>(_ name: String, _ body: (inout MDB_val) throws -> Result) throws -> Result {
        guard name.utf8.count <= Self.longestName else {
            throw StoreError(
                .limitExceeded, "The consumer's name is longer than \(Self.longestName) bytes: choose a shorter one.",
                location: path)
        }
        var text = Self.prefix + name
        return try text.withUTF8 { utf8 in
            var key = MDB_val(UnsafeRawBufferPointer(utf8))
            return try body(&key)
        }
    }
}
#endif
