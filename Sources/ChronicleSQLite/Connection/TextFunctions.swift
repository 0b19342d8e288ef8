#if SQLite
import CChronicleSQLite
import Foundation

/// Normal forms and cluster-wise search, as Swift defines them.
enum NormalText {
    /// The text in its composed normal form.
    static func form(_ text: String) -> String {
        isASCII(text) ? text : text.precomposedStringWithCanonicalMapping
    }

    /// The normal form when it differs from the text; nil when the text is normal already.
    static func companion(_ text: String) -> String? {
        if isASCII(text) { return nil }
        let normal = text.precomposedStringWithCanonicalMapping
        return normal.utf8.elementsEqual(text.utf8) ? nil : normal
    }

    /// The first text in the order of scalars behind all those that begin with a text; nil when there is none.
    static func endOfPrefix(_ prefix: String) -> String? {
        var scalars = Array(prefix.unicodeScalars)
        while let last = scalars.popLast() {
            // No scalar stands for a surrogate.
            let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
            guard let scalar = Unicode.Scalar(next) else { continue }
            var end = String.UnicodeScalarView(scalars)
            end.append(scalar)
            return String(end)
        }
        return nil
    }

    private static func isASCII(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { chronicle_is_ascii($0.baseAddress, Int64($0.count)) != 0 }
        } ?? text.utf8.allSatisfy { $0 < 0x80 }
    }

    /// Whether text contains another at any cluster.
    static func contains(_ text: String, _ other: String) -> Bool {
        var rest = text[...]
        while true {
            if rest.starts(with: other) { return true }
            if rest.isEmpty { return false }
            rest = rest.dropFirst()
        }
    }
}

/// SQLite's way to ``NormalText/form(_:)``.
func normalizeText(
    _ text: UnsafePointer<CChar>, _ count: Int32, _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
    _ outCount: UnsafeMutablePointer<Int32>
) {
    var normal = NormalText.form(string(text, count))
    normal.withUTF8 { utf8 in
        guard let memory = malloc(utf8.count + 1), let length = Int32(exactly: utf8.count) else { return }
        if let start = utf8.baseAddress { memcpy(memory, start, utf8.count) }
        out.pointee = memory.assumingMemoryBound(to: CChar.self)
        outCount.pointee = length
    }
}

/// SQLite's way to Swift's `contains` (mode 0) and `starts(with:)`.
func matchText(
    _ text: UnsafePointer<CChar>, _ count: Int32, _ other: UnsafePointer<CChar>, _ otherCount: Int32, _ mode: Int32
) -> Int32 {
    let (text, other) = (string(text, count), string(other, otherCount))
    return (mode == 0 ? NormalText.contains(text, other) : text.starts(with: other)) ? 1 : 0
}

private func string(_ text: UnsafePointer<CChar>, _ count: Int32) -> String {
    String(decoding: UnsafeRawBufferPointer(start: text, count: Int(count)), as: UTF8.self)
}
#endif
