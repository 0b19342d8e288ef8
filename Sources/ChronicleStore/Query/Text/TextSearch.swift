/// A text that is searched for without regard to case, diacritics and width.
///
/// An empty text is found in none.
package final class TextSearch: Sendable {
    private let folded: String
    private let bytes: [UInt8]
    private let isASCII: Bool

    /// Takes time in the length of the pattern.
    package init(_ pattern: String) {
        folded = TextFolding.searchable(pattern)
        bytes = Array(folded.utf8)
        isASCII = bytes.allSatisfy { $0 < 0x80 }
    }

    /// Whether a text contains the pattern.
    package func isContained(in text: String) -> Bool {
        var text = text
        return text.withUTF8 { isContained(in: UnsafeRawBufferPointer($0)) }
    }

    /// Whether a text contains another, each folded for this question.
    package static func contains(_ text: String, _ pattern: String) -> Bool {
        TextSearch(pattern).isContained(in: text)
    }

    /// Whether a text in UTF-8 contains the pattern.
    func isContained(in text: UnsafeRawBufferPointer) -> Bool {
        if bytes.isEmpty { return false }
        if TextMatching.isASCII(text) {
            // Nothing outside of ASCII is left of a text inside of it.
            return isASCII && isContained(inASCII: text)
        }
        let text = TextFolding.searchable(String(decoding: text, as: UTF8.self))
        return TextMatching.contains(text, folded)
    }

    private func isContained(inASCII text: UnsafeRawBufferPointer) -> Bool {
        guard text.count >= bytes.count else { return false }
        return bytes.withUnsafeBufferPointer { pattern in
            let first = pattern[0]
            for start in 0...(text.count - pattern.count) where TextSearch.folded(text[start]) == first {
                var at = 1
                while at < pattern.count, TextSearch.folded(text[start + at]) == pattern[at] { at += 1 }
                if at == pattern.count, TextMatching.keepsLineBreaks(text, start..<start + at) { return true }
            }
            return false
        }
    }

    @inline(__always) private static func folded(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }
}
