/// Random numbers that follow from a seed (SplitMix64, Steele et al. 2014).
struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from zero up to and without the bound, which must be at least one.
    mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    /// True once in so many times.
    mutating func once(in count: Int) -> Bool { number(below: count) == 0 }

    /// One of the elements, which must not be empty.
    mutating func pick<T>(_ elements: [T]) -> T { elements[number(below: elements.count)] }
}
