/// Something that is counted beside the time, in a round of its own that is not timed.
///
/// Apart from the memory's peak, the counts do not depend on how fast the machine is or what else it does.
public enum BenchCounter: String, Sendable, CaseIterable, Codable, CodingKeyRepresentable {
    /// Write transactions committed. SQLite: its commit hook on every connection. LMDB: the transaction number in the
    /// file's head.
    case transactions
    /// Statements that the benchmark's thread began to run on any SQLite connection; nothing for stores without SQL.
    case statements
    /// Calls of `fsync` and `fdatasync` in the process.
    case syncs
    /// System calls that write, as the kernel counts them for the process (`syscw`).
    case writes
    /// Bytes handed to those calls (`wchar`); what is written through a memory map is not among them.
    case bytesWritten
    /// Calls of `malloc`, `calloc` and `realloc` on the benchmark's thread.
    case allocations
    /// By how much the heap in use has grown at the end, with what was fetched still held.
    case heapBytes
    /// By how much the memory in RAM rose at its peak, pages of mapped files included.
    case peakBytes
    /// The store's files after it was closed.
    case fileBytes

    /// What a table's row is called.
    public var title: String {
        switch self {
        case .transactions: "transactions"
        case .statements: "SQL statements"
        case .syncs: "fsync calls"
        case .writes: "write calls"
        case .bytesWritten: "bytes written"
        case .allocations: "allocations"
        case .heapBytes: "heap held"
        case .peakBytes: "memory peak"
        case .fileBytes: "file size"
        }
    }

    /// Whether it is a number of bytes.
    public var isBytes: Bool {
        switch self {
        case .bytesWritten, .heapBytes, .peakBytes, .fileBytes: true
        case .transactions, .statements, .syncs, .writes, .allocations: false
        }
    }

    /// How far it may rise from one run to the next without being called grown, in parts of the older figure; nil for
    /// one that is told but not judged.
    var tolerance: Double? {
        switch self {
        case .transactions, .statements, .syncs: 0
        case .writes, .bytesWritten, .allocations, .fileBytes: 0.02
        case .heapBytes: 0.1
        case .peakBytes: nil
        }
    }
}
