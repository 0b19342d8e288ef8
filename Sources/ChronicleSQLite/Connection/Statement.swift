#if SQLite
import CSQLite
import ChronicleSchema
import ChronicleStore
import Foundation

/// One prepared statement.
final class Statement {
    let handle: OpaquePointer
    private unowned let connection: Connection

    init(connection: Connection, sql: String, persistent: Bool) throws {
        var prepared: OpaquePointer?
        let flags = persistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let code = sqlite3_prepare_v3(connection.handle, sql, -1, flags, &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw connection.failure(code) }
        handle = prepared
        self.connection = connection
    }

    deinit { sqlite3_finalize(handle) }

    /// Moves to the next row; false at the end.
    func step() throws -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        throw connection.failure(code)
    }

    /// Runs to the end and makes the statement ready for the next run.
    func run() throws {
        defer { reset() }
        while try step() {}
    }

    /// The result code of running to the end, for callers that expect one that is no error to them.
    func runCode() -> Int32 {
        var code = sqlite3_step(handle)
        while code == SQLITE_ROW { code = sqlite3_step(handle) }
        sqlite3_reset(handle)
        return code
    }

    func reset() { sqlite3_reset(handle) }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
    func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    func text(_ column: Int32) -> String? {
        guard let bytes = sqlite3_column_text(handle, column) else { return nil }
        return String(decoding: UnsafeBufferPointer(start: bytes, count: byteCount(column)), as: UTF8.self)
    }

    func blob(_ column: Int32) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: sqlite3_column_blob(handle, column), count: byteCount(column))
    }

    private func byteCount(_ column: Int32) -> Int { Int(sqlite3_column_bytes(handle, column)) }

    func bindNull(_ index: Int32) throws { try check(sqlite3_bind_null(handle, index)) }
    func bind(_ index: Int32, _ value: Int64) throws { try check(sqlite3_bind_int64(handle, index, value)) }
    func bind(_ index: Int32, _ value: Double) throws { try check(sqlite3_bind_double(handle, index, value)) }

    /// Binds text; with `inArena`, only for a statement that runs to its end before the arena is reset.
    func bind(_ index: Int32, _ value: String?, inArena: Bool = false) throws {
        guard var value else { return try bindNull(index) }
        try check(
            value.withUTF8 { utf8 in
                guard let count = Int32(exactly: utf8.count) else { return SQLITE_TOOBIG }
                guard let start = utf8.baseAddress, count > 0 else {
                    return chronicle_bind_text_copy(handle, index, "", 0)
                }
                if inArena, let room = connection.arena.take(utf8.count) {
                    room.copyMemory(from: start, byteCount: utf8.count)
                    return chronicle_bind_text_static(handle, index, room.assumingMemoryBound(to: CChar.self), count)
                }
                return start.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
                    chronicle_bind_text_copy(handle, index, $0, count)
                }
            })
    }

    func bind(_ index: Int32, _ value: Data) throws {
        try check(
            value.withUnsafeBytes { bytes in
                guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
                guard let start = bytes.baseAddress, count > 0 else {
                    return sqlite3_bind_zeroblob(handle, index, 0)
                }
                return chronicle_bind_blob_copy(handle, index, start, count)
            })
    }

    /// Binds bytes in the arena, null when there are none, for a statement that runs to its end before the arena is reset.
    func bind(_ index: Int32, bytes: [UInt8]) throws {
        if bytes.isEmpty { return try bindNull(index) }
        try check(
            bytes.withUnsafeBytes { bytes in
                guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
                guard let start = bytes.baseAddress, let room = connection.arena.take(bytes.count) else {
                    return bytes.baseAddress.map { chronicle_bind_blob_copy(handle, index, $0, count) }
                        ?? sqlite3_bind_null(handle, index)
                }
                room.copyMemory(from: start, byteCount: bytes.count)
                return chronicle_bind_blob_static(handle, index, room, count)
            })
    }

    /// Binds a value as it is stored.
    func bind(_ index: Int32, stored value: StoredValue, inArena: Bool = false) throws {
        switch value {
        case .null: try bindNull(index)
        case .bool(let value): try bind(index, Int64(value ? 1 : 0))
        case .integer(let value), .reference(let value): try bind(index, value)
        case .unsigned(let value): try bind(index, Int64(bitPattern: value))
        case .double(let value): try bind(index, value)
        case .date(let value): try bind(index, value.timeIntervalSinceReferenceDate)
        case .decimal(let value): try bind(index, DecimalText.encode(value), inArena: inArena)
        case .text(let value): try bind(index, value, inArena: inArena)
        case .data(let value): try bind(index, value)
        case .uuid(let value): try bind(index, value.uuidString, inArena: inArena)
        }
    }

    func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw connection.failure(code) }
    }
}
#endif
