/// A small generator whose numbers are the same on every machine.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0xD134_2543_DE82_EF95 &+ 0x632B_E59B_D9B4_E019
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// The text of a random (version 4) UUID.
    mutating func nextUUIDText() -> String {
        let high = next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        return String(unsafeUninitializedCapacity: 36) { text in
            var at = 0
            for digit in 0..<32 {
                if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
                    text[at] = UInt8(ascii: "-")
                    at += 1
                }
                let word = digit < 16 ? high : low
                let nibble = UInt8(truncatingIfNeeded: word >> (60 - 4 * UInt64(digit % 16))) & 15
                text[at] = nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10
                at += 1
            }
            return at
        }
    }

    /// The numbers below `count` in an order that depends on the seed only.
    static func order(of count: Int, seed: UInt64) -> [Int] {
        var generator = SplitMix(seed: seed)
        var order = Array(0..<count)
        for last in order.indices.dropFirst().reversed() {
            // The bias of a remainder is far below anything that a benchmark could notice, and unlike the
            // standard library's shuffle its outcome can not change with a release.
            order.swapAt(last, Int(generator.next() % UInt64(last + 1)))
        }
        return order
    }
}
