import Synchronization

/// Which rows of one entity a context may hold, to be asked from any thread.
///
/// The answer may be yes for a row that is not held, but is never no for one that is: a bit stands for many keys and is not cleared.
// Sendable: the words are atomic, and the count belongs to the context's isolation, which alone marks.
final class HeldKeys: @unchecked Sendable {
    private static let words = 256

    private let bits: UnsafeMutablePointer<Atomic<UInt64>>
    private unowned let inbox: Inbox
    /// How many bits are set.
    private var count = 0

    init(inbox: Inbox) {
        self.inbox = inbox
        bits = .allocate(capacity: Self.words)
        for index in 0..<Self.words { (bits + index).initialize(to: Atomic(0)) }
    }

    deinit {
        bits.deinitialize(count: Self.words)
        bits.deallocate()
    }

    /// Whether most answers are yes although few rows are held, so that a new set is worth its making.
    func isWornOut(_ held: Int) -> Bool { count > Self.words * 16 && held * 4 < count }

    @inline(__always) private static func place(_ key: Int64) -> (word: Int, bit: UInt64) {
        (Int(truncatingIfNeeded: key >> 6) & (words &- 1), 1 << UInt64(truncatingIfNeeded: key & 63))
    }

    /// Notes a row that the context holds from now on.
    @inline(__always) func mark(_ key: Int64) {
        let (word, bit) = Self.place(key)
        let before = bits[word].load(ordering: .relaxed)
        if before & bit != 0 { return }
        bits[word].store(before | bit, ordering: .relaxed)
        count &+= 1
        // Who tells of a commit leaves its news before it looks here. One of the two sees the other.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        if inbox.gate.hasNews { inbox.wake() }
    }

    func mayHold(_ key: Int64) -> Bool {
        let (word, bit) = Self.place(key)
        return bits[word].load(ordering: .relaxed) & bit != 0
    }

    var mayHoldAny: Bool { (0..<Self.words).contains { bits[$0].load(ordering: .relaxed) != 0 } }
}
