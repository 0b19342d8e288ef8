import Foundation

extension Query.Collation {
    /// The sign of the order of two texts.
    package func compare(_ a: String, _ b: String) -> Int {
        if self == .scalars { return TextOrder.compare(a, b) }
        let (first, second) = (key(a), key(b))
        return first == second ? 0 : first.lexicographicallyPrecedes(second) ? -1 : 1
    }

    /// Bytes whose order is the order of the texts.
    package func key(_ text: String) -> [UInt8] {
        switch self {
        case .scalars: Array(text.precomposedStringWithCanonicalMapping.utf8)
        case .caseInsensitive: Array(TextFolding.caseless(text).utf8)
        case .standard: StandardKey(text).bytes
        }
    }
}

/// What the standard order goes by: first the letters, digits and signs; then, only among texts that have the same, the
/// marks; then leading zeros; then case and width; and last the scalars, so that only equal texts are equal.
private struct StandardKey {
    private(set) var bytes: [UInt8] = []
    private var marks: [UInt8] = []
    private var zeros: [UInt8] = []
    private var digits: [UInt8] = []
    private var leadingZeros: UInt8 = 0
    private var isInNumber = false

    /// The kinds of characters in their order; every byte is greater than the end of a level.
    private enum Kind: UInt8 {
        case space = 1, punctuation, symbol, number, letter
    }

    init(_ text: String) {
        let normal = text.decomposedStringWithCanonicalMapping
        bytes.reserveCapacity(normal.utf8.count * 3)
        var position: UInt16 = 0
        for scalar in normal.unicodeScalars {
            if scalar.isMark {
                // Of two texts the one whose first mark comes later is nearer to the one without.
                let rest = UInt16.max - position
                marks += [UInt8(rest >> 8), UInt8(rest & 0xFF)]
                Self.append(scalar.value, to: &marks)
                continue
            }
            if position < .max { position += 1 }
            if scalar.value < 0x80 { append(scalar) } else { for part in Self.plain(scalar) { append(part) } }
        }
        endNumber()
        bytes.append(0)
        bytes += marks
        bytes.append(0)
        bytes += zeros
        bytes.append(0)
        appendCase(normal)
        bytes.append(0)
        bytes += text.precomposedStringWithCanonicalMapping.utf8
    }

    private static func plain(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
        TextFolding.searchable(String(scalar)).unicodeScalars
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        if value >= 0x30, value <= 0x39 {
            isInNumber = true
            if value == 0x30, digits.isEmpty {
                if leadingZeros < .max { leadingZeros += 1 }
            } else {
                digits.append(UInt8(value))
            }
            return
        }
        endNumber()
        let upper = value >= 0x41 && value <= 0x5A
        bytes.append(Self.kind(scalar).rawValue)
        Self.append(upper ? value + 0x20 : value, to: &bytes)
    }

    /// The greater number has more digits.
    private mutating func endNumber() {
        guard isInNumber else { return }
        bytes.append(Kind.number.rawValue)
        Self.append(UInt32(min(digits.count, 0xFFFF)), to: &bytes)
        bytes += digits
        zeros.append(leadingZeros)
        digits = []
        leadingZeros = 0
        isInNumber = false
    }

    private mutating func appendCase(_ text: String) {
        for scalar in text.unicodeScalars where !scalar.isMark {
            // Small before capital.
            let isCapital =
                scalar.value < 0x80
                ? scalar.value >= 0x41 && scalar.value <= 0x5A : scalar.properties.isUppercase
            bytes.append(scalar.otherWidth == nil ? isCapital ? 2 : 1 : isCapital ? 4 : 3)
        }
    }

    /// Three bytes whose order is that of the numbers.
    private static func append(_ value: UInt32, to bytes: inout [UInt8]) {
        bytes.append(UInt8(truncatingIfNeeded: value >> 16))
        bytes.append(UInt8(truncatingIfNeeded: value >> 8))
        bytes.append(UInt8(truncatingIfNeeded: value))
    }

    private static func kind(_ scalar: Unicode.Scalar) -> Kind {
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control: .space
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            .punctuation
        case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: .symbol
        case .decimalNumber, .letterNumber, .otherNumber: .number
        default: .letter
        }
    }
}
