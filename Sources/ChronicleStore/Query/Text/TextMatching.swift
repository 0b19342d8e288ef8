import ChronicleSchema
import Foundation

/// A text that others are compared with, prepared so that ASCII is compared byte by byte.
final class TextPattern: Sendable {
    let text: String
    let bytes: [UInt8]
    let isASCII: Bool

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
        isASCII = bytes.allSatisfy { $0 < 0x80 }
    }

    /// Whether a text holds in a comparison with the pattern.
    @inline(__always) func compare(_ other: UnsafeRawBufferPointer, _ comparison: Query.Comparison) -> Bool {
        let count = Swift.min(other.count, bytes.count)
        let difference = bytes.withUnsafeBytes { pattern in
            // A null base address only comes with a count of zero.
            guard count > 0, let a = other.baseAddress, let b = pattern.baseAddress else { return Int32(0) }
            return memcmp(a, b, count)
        }
        if difference == 0 && other.count == bytes.count { return comparison.holds(0, 0) }
        if isASCII && TextMatching.isASCII(other) {
            return comparison.holds(sign: difference != 0 ? Int(difference) : other.count - bytes.count)
        }
        if comparison.isOrdering {
            return comparison.holds(sign: bytes.withUnsafeBytes { TextOrder.compare(other, $0) })
        }
        return comparison.holds(String(decoding: other, as: UTF8.self), text)
    }

    /// Whether a text starts with the pattern, cluster by cluster.
    func isPrefix(of other: UnsafeRawBufferPointer) -> Bool {
        if bytes.isEmpty { return true }
        guard isASCII && TextMatching.isASCII(other) else {
            return String(decoding: other, as: UTF8.self).starts(with: text)
        }
        return matches(other, at: 0)
    }

    /// Whether a text contains the pattern, cluster by cluster.
    func isContained(in other: UnsafeRawBufferPointer) -> Bool {
        if bytes.isEmpty { return true }
        guard isASCII && TextMatching.isASCII(other) else {
            return TextMatching.contains(String(decoding: other, as: UTF8.self), text)
        }
        guard let start = other.baseAddress else { return false }
        var from = 0
        while from + bytes.count <= other.count {
            guard let hit = memchr(start + from, Int32(bytes[0]), other.count - bytes.count + 1 - from) else {
                return false
            }
            let position = UnsafeRawPointer(hit) - start
            if matches(other, at: position) { return true }
            from = position + 1
        }
        return false
    }

    /// Whether ASCII has the pattern at a position, with no line break (CR LF, one cluster) cut in half.
    private func matches(_ other: UnsafeRawBufferPointer, at position: Int) -> Bool {
        let end = position + bytes.count
        guard end <= other.count, let start = other.baseAddress else { return false }
        guard bytes.withUnsafeBytes({ $0.baseAddress.map { memcmp(start + position, $0, bytes.count) == 0 } ?? true })
        else { return false }
        return TextMatching.keepsLineBreaks(other, position..<end)
    }
}

/// Questions about UTF-8.
enum TextMatching {
    /// Whether all bytes are ASCII.
    @inline(__always) static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes.count
        guard var next = bytes.baseAddress else { return true }
        while rest >= 8 {
            if next.loadUnaligned(as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
            next += 8
            rest -= 8
        }
        var seen: UInt8 = 0
        while rest > 0 {
            seen |= next.load(as: UInt8.self)
            next += 1
            rest -= 1
        }
        return seen < 0x80
    }

    /// Whether a part of ASCII does not cut a line break (CR LF, one cluster) in half.
    @inline(__always) static func keepsLineBreaks(_ text: UnsafeRawBufferPointer, _ part: Range<Int>) -> Bool {
        let (start, end) = (part.lowerBound, part.upperBound)
        if start > 0 && text[start] == 0x0A && text[start - 1] == 0x0D { return false }
        return end == text.count || text[end] != 0x0A || text[end - 1] != 0x0D
    }

    /// Whether a text contains another, cluster by cluster.
    static func contains(_ text: String, _ other: String) -> Bool {
        guard let first = other.first else { return true }
        var from = text.startIndex
        while from < text.endIndex {
            if text[from] == first && text[from...].starts(with: other) { return true }
            text.formIndex(after: &from)
        }
        return false
    }
}
