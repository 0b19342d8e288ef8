public import ChronicleStore

/// Which operations of a store are to fail, and what becomes of its signals.
///
/// Operations are counted from one, each kind for itself, over all stores that share a ``FaultInjection``.
///
/// ```swift
/// var plan = FaultPlan.failing(.saveBeforeCommit, at: 2)
/// plan.signals[1] = .dropped
/// ```
public struct FaultPlan: Sendable {
    /// Where a fault is injected.
    public enum Point: String, Sendable, Hashable, CaseIterable, Codable {
        /// The opening of the store; it is closed again.
        case open
        /// The beginning of a fetch, of rows or of keys.
        case fetch
        /// The delivery of a row; the rows before it were delivered.
        case row
        /// A count.
        case count
        /// A computation of sums, extremes and counts.
        case aggregate
        /// A save, of which nothing is done.
        case saveBeforeCommit
        /// A save, which is committed all the same: its success is lost.
        case saveAfterCommit
        /// The handing out of keys.
        case allocateKeys
        /// A read of history or of its positions.
        case history
        /// A purge of history, of which nothing is done.
        case deleteHistory
    }

    /// One operation that fails, or all from it on.
    public struct Failure: Sendable {
        /// Where.
        public var point: Point
        /// Which operation, from one.
        public var number: Int
        /// Whether all operations of the kind fail from there on.
        public var lasts: Bool
        /// What is thrown.
        public var error: StoreError

        /// A failure from its parts.
        public init(_ point: Point, at number: Int, lasts: Bool = false, error: StoreError) {
            self.point = point
            self.number = number
            self.lasts = lasts
            self.error = error
        }
    }

    /// What becomes of a signal that something was committed.
    public enum SignalFault: Sendable, Hashable {
        /// It does not arrive.
        case dropped
        /// It arrives so many times more.
        case repeated(Int)
        /// It arrives so much later, on another thread.
        case delayed(Duration)
    }

    /// The failures.
    public var failures: [Failure] = []
    /// The faults of signals, by the number of the signal, from one.
    public var signals: [Int: SignalFault] = [:]
    /// Failures that follow from a seed.
    private var random: RandomFailures?

    private struct RandomFailures {
        var seed: UInt64
        var oneIn: Int
        var points: Set<Point>
        var code: StoreError.Code
    }

    /// A plan without faults.
    public init() {}

    /// One failure.
    ///
    /// - Parameters:
    ///   - number: Which operation of the kind fails, from one.
    ///   - lasts: Whether all operations of the kind fail from there on.
    ///   - code: The code of the error.
    public static func failing(
        _ point: Point, at number: Int = 1, lasts: Bool = false, with code: StoreError.Code = .inputOutput
    ) -> FaultPlan {
        var plan = FaultPlan()
        plan.failures = [Failure(point, at: number, lasts: lasts, error: injected(point, number, code))]
        return plan
    }

    /// Failures drawn from a seed: the same operations fail each time, in whatever order threads make them.
    ///
    /// - Parameters:
    ///   - oneIn: About one operation in so many fails; at least one.
    ///   - points: The kinds of operation that may fail.
    ///   - code: The code of the errors.
    public static func random(
        seed: UInt64, oneIn: Int, at points: Set<Point> = Set(Point.allCases),
        with code: StoreError.Code = .inputOutput
    ) -> FaultPlan {
        var plan = FaultPlan()
        plan.random = RandomFailures(seed: seed, oneIn: max(1, oneIn), points: points, code: code)
        return plan
    }

    /// What an operation is to throw; nil when it is to go through.
    func failure(of point: Point, number: Int) -> StoreError? {
        for failure in failures where failure.point == point {
            if failure.number == number || failure.lasts && number > failure.number { return failure.error }
        }
        guard let random, random.points.contains(point) else { return nil }
        // Of the operation's name and number alone, so that it does not matter what else goes on.
        let name = point.rawValue.utf8.reduce(random.seed) { $0 &* 31 &+ UInt64($1) }
        var generator = SeededGenerator(seed: name &+ UInt64(number) &* 0x9E37_79B9)
        return generator.once(in: random.oneIn) ? Self.injected(point, number, random.code) : nil
    }

    private static func injected(_ point: Point, _ number: Int, _ code: StoreError.Code) -> StoreError {
        StoreError(code, "A fault was injected at \(point.rawValue) number \(number).")
    }
}
