#if LMDB
import CLMDB
import ChronicleSchema

/// A read transaction that is renewed for each use, with the buffers that reading needs.
final class ReadTransaction: @unchecked Sendable {
    // Invariant: between its taking from the pool and its return one thread alone uses it.
    let handle: OpaquePointer
    private(set) var cells: UnsafeMutablePointer<RowCell>
    private var capacity: Int

    init(handle: OpaquePointer) {
        self.handle = handle
        capacity = 32
        cells = .allocate(capacity: capacity)
        cells.initialize(repeating: .null, count: capacity)
    }

    deinit { cells.deallocate() }

    /// A buffer of at least so many cells.
    @inline(__always)
    func cells(_ count: Int) -> UnsafeMutablePointer<RowCell> {
        if count > capacity { grow(to: count) }
        return cells
    }

    private func grow(to count: Int) {
        cells.deallocate()
        capacity = count
        cells = .allocate(capacity: count)
        cells.initialize(repeating: .null, count: count)
    }
}
#endif
