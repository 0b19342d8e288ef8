#if LMDB
import CLMDB

extension MDB_val {
    /// Bytes that the engine reads during a call.
    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer) {
        self.init(mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
    }

    /// Bytes in the map, valid until the transaction ends or writes.
    @inline(__always)
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: mv_data, count: mv_size) }

    /// Has the rows behind this one on their way. The engine fills a page from its end, so that they lie before it in memory,
    /// and are about as long.
    @inline(__always)
    func prefetchNextRows() {
        guard let mv_data else { return }
        let next = mv_data - 3 * (mv_size + 16)
        chronicle_lmdb_prefetch(next)
        chronicle_lmdb_prefetch(next + 64)
    }
}

/// Lends a number to the engine as eight bytes whose order is the order of numbers.
@inline(__always)
func withOrderedBytes<Result>(of number: Int64, _ body: (inout MDB_val) throws -> Result) rethrows -> Result {
    try withUnsafeBytes(of: (UInt64(bitPattern: number) ^ (1 << 63)).bigEndian) { bytes in
        var value = MDB_val(bytes)
        return try body(&value)
    }
}

extension MDB_val {
    /// The number in the last eight bytes, as ``withOrderedBytes(of:_:)`` wrote it; nil when there are fewer.
    @inline(__always)
    var orderedNumber: Int64? {
        guard mv_size >= 8, let end = mv_data?.advanced(by: mv_size - 8) else { return nil }
        return Int64(bitPattern: UInt64(bigEndian: end.loadUnaligned(as: UInt64.self)) ^ (1 << 63))
    }
}
#endif
