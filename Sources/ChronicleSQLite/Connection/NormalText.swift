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
#endif
