extension FaultInjection {
    /// How many operations of a kind there were between each two marks that a closure makes.
    ///
    /// The late signal of a save has contexts read again what they hold, at any moment. So what was counted too much is counted
    /// again, some times; work that asks too much does so each time.
    func counts(
        of point: FaultPlan.Point, expected: [Int], _ work: (_ mark: () -> Void) throws -> Void
    ) rethrows -> [Int] {
        var counts: [Int] = []
        for _ in 0..<8 {
            var marks: [Int] = []
            try work { marks.append(count(of: point)) }
            counts = zip(marks, marks.dropFirst()).map { $1 - $0 }
            if counts == expected { break }
        }
        return counts
    }
}
