import Foundation

/// Looks for bytes in others, by the one of them that is the least common in texts.
struct ByteSearch: Sendable {
    private let pattern: [UInt8]
    /// The position of the least common byte.
    private let place: Int

    /// From the most common on; bytes that are not named are less common than all that are.
    private static let common = Array(" etaoinsrhldcumfpgwybvkxjqz".utf8)

    init(_ pattern: [UInt8]) {
        self.pattern = pattern
        place =
            pattern.indices.max { a, b in
                let rank = { (byte: UInt8) in ByteSearch.common.firstIndex(of: byte) ?? ByteSearch.common.count }
                return rank(pattern[a]) < rank(pattern[b])
            } ?? 0
    }

    /// Whether the bytes are somewhere in others.
    @inline(__always) func isFound(in bytes: UnsafeRawBufferPointer) -> Bool {
        pattern.withUnsafeBufferPointer { pattern in
            guard let wanted = pattern.baseAddress else { return true }
            guard let start = bytes.baseAddress, bytes.count >= pattern.count else { return false }
            var from = start + place
            // The last place where the byte may be so that the others fit around it.
            let end = start + (bytes.count - pattern.count + place + 1)
            while from < end, let hit = memchr(from, Int32(wanted[place]), end - from) {
                let found = UnsafeRawPointer(hit)
                if memcmp(found - place, wanted, pattern.count) == 0 { return true }
                from = found + 1
            }
            return false
        }
    }
}
