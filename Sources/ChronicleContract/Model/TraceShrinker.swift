/// Looks for a shorter list of operations that still goes wrong, by leaving parts out.
///
/// After Zeller's delta debugging: halves, then quarters, down to single operations, as long as the budget lasts.
struct TraceShrinker {
    /// How many runs may be made.
    var budget = 250

    /// The shortest list that was found to fail, beginning with one that does.
    ///
    /// - Parameter fails: Whether a list goes wrong, and with how many of its operations.
    mutating func shrink<Operation>(_ operations: [Operation], fails: ([Operation]) throws -> Int?) rethrows
        -> [Operation]
    {
        var shortest = operations
        var size = max(1, shortest.count / 2)
        while budget > 0 {
            var start = 0
            var hasShrunk = false
            while start < shortest.count, budget > 0 {
                var shorter = shortest
                shorter.removeSubrange(start..<min(start + size, shortest.count))
                budget -= 1
                if !shorter.isEmpty, let needed = try fails(shorter) {
                    shortest = Array(shorter.prefix(needed))
                    hasShrunk = true
                } else {
                    start += size
                }
            }
            if size == 1, !hasShrunk { break }
            if !hasShrunk || size > shortest.count { size = max(1, size / 2) }
        }
        return shortest
    }
}
