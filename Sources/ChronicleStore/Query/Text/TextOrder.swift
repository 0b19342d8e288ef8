import Foundation

/// The order of texts: by the UTF-8 of their canonical composition, in which canonically equivalent texts are equal.
///
/// This is Swift's order of `String`, except where Swift 6.3 contradicts its own equality: there "e\u{301}" and "éa" are
/// neither equal nor in any order. Sorting and index keys need an order without such holes.
public enum TextOrder {
    /// The sign of the order of two texts.
    public static func compare(_ a: String, _ b: String) -> Int {
        var (a, b) = (a, b)
        return a.withUTF8 { a in
            b.withUTF8 { compare(UnsafeRawBufferPointer(a), UnsafeRawBufferPointer($0)) }
        }
    }

    /// The sign of the order of two texts in UTF-8: a comparison of bytes when both are ASCII or the same.
    public static func compare(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
        let bytes = order(a, b)
        if bytes == 0 || (TextMatching.isASCII(a) && TextMatching.isASCII(b)) { return bytes }
        var first = normal(a)
        var second = normal(b)
        return first.withUTF8 { first in
            second.withUTF8 { order(UnsafeRawBufferPointer(first), UnsafeRawBufferPointer($0)) }
        }
    }

    private static func normal(_ text: UnsafeRawBufferPointer) -> String {
        let text = String(decoding: text, as: UTF8.self)
        return text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
    }

    private static func order(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
        let count = min(a.count, b.count)
        if count > 0, let first = a.baseAddress, let second = b.baseAddress {
            let order = memcmp(first, second, count)
            if order != 0 { return order < 0 ? -1 : 1 }
        }
        return (a.count - b.count).signum()
    }
}
