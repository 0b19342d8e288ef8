#if LMDB
import CLMDB
import ChronicleSchema

/// A read transaction that is renewed for each use, with the buffers that reading needs.
final class ReadTransaction: @unchecked Sendable {
    // Invariant: between its taking from the pool and its return one thread alone uses it.
    let handle: OpaquePointer
    let cells = CellStack()

    init(handle: OpaquePointer) { self.handle = handle }
}

/// Buffers of cells, one for each row that is being looked at: a row, the row that it refers to, and so on.
final class CellStack {
    private var levels: [UnsafeMutableBufferPointer<RowCell>] = []
    private var depth = 0

    deinit {
        for level in levels { level.deallocate() }
    }

    /// Lends a buffer of at least so many cells to a closure.
    @inline(__always)
    func lend<Result>(
        _ count: Int, _ body: (UnsafeMutablePointer<RowCell>) throws -> Result
    ) throws -> Result {
        let cells = claim(count)
        defer { depth -= 1 }
        return try body(cells)
    }

    private func claim(_ count: Int) -> UnsafeMutablePointer<RowCell> {
        if depth == levels.count { levels.append(Self.level(max(count, 32))) }
        if levels[depth].count < count {
            levels[depth].deallocate()
            levels[depth] = Self.level(count)
        }
        defer { depth += 1 }
        guard let cells = levels[depth].baseAddress else { preconditionFailure("A buffer of cells has no address") }
        return cells
    }

    private static func level(_ count: Int) -> UnsafeMutableBufferPointer<RowCell> {
        let level = UnsafeMutableBufferPointer<RowCell>.allocate(capacity: count)
        level.initialize(repeating: .null)
        return level
    }
}
#endif
