/// Looks for a shorter list of operations that still goes wrong, by leaving parts out.
///
/// After Zeller's delta debugging: halves, then quarters, down to single operations, as long as runs and time last.
struct TraceShrinker {
    /// How many runs may be made.
    var runs = 250
    /// How long they may take, since a clause has to end.
    var time = Duration.seconds(10)

    /// The shortest list that was found to fail, beginning with one that does.
    ///
    /// - Parameter fails: With how many of its operations a list goes wrong; nil when it does not.
    func shrink<Operation>(_ operations: [Operation], fails: ([Operation]) throws -> Int?) rethrows -> [Operation] {
        let end = ContinuousClock.now + time
        var left = runs
        var shortest = operations
        var size = max(1, shortest.count / 2)
        while true {
            var start = 0
            var hasShrunk = false
            while start < shortest.count {
                guard left > 0, ContinuousClock.now < end else { return shortest }
                left -= 1
                var shorter = shortest
                shorter.removeSubrange(start..<min(start + size, shortest.count))
                if !shorter.isEmpty, let needed = try fails(shorter) {
                    shortest = Array(shorter.prefix(needed))
                    hasShrunk = true
                } else {
                    start += size
                }
            }
            if hasShrunk, size <= shortest.count { continue }
            if size == 1 { return shortest }
            size = max(1, size / 2)
        }
    }
}
