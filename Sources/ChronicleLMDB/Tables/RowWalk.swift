#if LMDB
import CLMDB

/// Goes from row to row by key: to one that lies a little further on by steps, else by a search.
///
/// The entries of an index that have equal values come in the order of their rows, so that most rows are near the last one.
struct RowWalk {
    private let cursor: OpaquePointer
    /// The row that was reached; only valid after ``move(to:)`` found it.
    private(set) var value = MDB_val()
    private var last: Int64?

    private static let mostSteps: Int64 = 6

    init(_ cursor: OpaquePointer) { self.cursor = cursor }

    /// Reads a row; the engine's code is `MDB_NOTFOUND` when there is none.
    @inline(__always)
    mutating func move(to key: Int64) -> Int32 {
        if let last, key > last, key &- last <= Self.mostSteps {
            var found = MDB_val()
            while mdb_cursor_get(cursor, &found, &value, MDB_NEXT) == MDB_SUCCESS, let number = found.orderedNumber {
                if number == key {
                    self.last = key
                    return MDB_SUCCESS
                }
                if number > key { break }
            }
        }
        let code = withOrderedBytes(of: key) { mdb_cursor_get(cursor, &$0, &value, MDB_SET_KEY) }
        last = code == MDB_SUCCESS ? key : nil
        return code
    }
}
#endif
