import Foundation

/// Texts with what a search passes over taken out.
///
/// No locale plays a part: the answer is the same in every process.
enum TextFolding {
    /// The text without case.
    static func caseless(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars { appendCaseless(scalar, to: &folded) }
        return String(folded).precomposedStringWithCanonicalMapping
    }

    /// The text without case, width, and the marks of Latin, Greek and Cyrillic letters.
    ///
    /// Other scripts keep their marks, which are vowels and consonants there.
    static func searchable(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        var dropsMarks = false
        for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
            if scalar.isMark {
                if !dropsMarks { folded.append(scalar) }
                continue
            }
            dropsMarks = scalar.value < 0x0510
            guard let narrow = scalar.otherWidth else {
                appendCaseless(scalar, to: &folded)
                continue
            }
            for scalar in narrow.unicodeScalars {
                appendCaseless(scalar, to: &folded)
                dropsMarks = scalar.value < 0x0510
            }
        }
        return String(folded).precomposedStringWithCanonicalMapping
    }

    /// Upper case first, so that letters with several small forms come together (sigma, long s, sharp s).
    private static func appendCaseless(_ scalar: Unicode.Scalar, to folded: inout String.UnicodeScalarView) {
        if scalar.value < 0x80 {
            let isUpper = scalar.value >= 0x41 && scalar.value <= 0x5A
            folded.append(isUpper ? Unicode.Scalar(UInt8(scalar.value + 0x20)) : scalar)
            return
        }
        // The dotless i is a letter of its own, although it has the capital of the other.
        guard scalar.value != 0x0131, scalar.properties.changesWhenCaseMapped else { return folded.append(scalar) }
        for upper in scalar.properties.uppercaseMapping.unicodeScalars {
            folded.append(contentsOf: upper.properties.lowercaseMapping.unicodeScalars)
        }
    }
}

extension Unicode.Scalar {
    /// Whether it only changes the letter before it.
    var isMark: Bool {
        guard value >= 0x0300 else { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return true
        default: return false
        }
    }

    /// The same character in its usual width, for one that has an unusual one.
    var otherWidth: String? {
        if value == 0x3000 { return " " }
        guard value >= 0xFF01, value <= 0xFFEE else { return nil }
        return String(self).decomposedStringWithCompatibilityMapping
    }
}
