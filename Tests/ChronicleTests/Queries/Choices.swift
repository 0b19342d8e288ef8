/// A source of decisions that can be written down, so that what was made of them can be made again from fewer.
///
/// The smallest decision, 0, is always the simplest, and is what comes after the end.
struct Choices {
    private(set) var taken: [UInt64] = []
    private var given: [UInt64]
    private var position = 0
    private var state: UInt64?

    /// Decisions from a seed.
    init(seed: UInt64) {
        given = []
        state = seed
    }

    /// Decisions that were written down.
    init(_ given: [UInt64]) { self.given = given }

    private mutating func next() -> UInt64 {
        defer { position += 1 }
        if position < given.count { return given[position] }
        guard var next = state else { return 0 }
        next &+= 0x9E37_79B9_7F4A_7C15
        state = next
        var bits = next
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return (bits ^ (bits >> 31)) >> 16
    }

    /// One of several.
    mutating func pick(_ count: Int) -> Int {
        let choice = next() % UInt64(count)
        taken.append(choice)
        return Int(choice)
    }

    /// One of some values.
    mutating func one<T>(of values: [T]) -> T { values[pick(values.count)] }

    /// Happens that often in ten; not when in doubt.
    mutating func happens(_ tenths: Int) -> Bool { pick(10) >= 10 - tenths }

    /// Fewer or smaller decisions, the boldest attempts first.
    static func smaller(_ choices: [UInt64]) -> [[UInt64]] {
        var attempts: [[UInt64]] = []
        var length = choices.count / 2
        while length > 0 {
            for start in stride(from: 0, to: choices.count, by: length) {
                attempts.append(Array(choices[..<start] + choices[min(start + length, choices.count)...]))
            }
            length /= 2
        }
        for index in choices.indices where choices[index] > 0 {
            for smaller in Set([0, choices[index] / 2, choices[index] - 1]) where smaller != choices[index] {
                var attempt = choices
                attempt[index] = smaller
                attempts.append(attempt)
            }
        }
        return attempts
    }
}
