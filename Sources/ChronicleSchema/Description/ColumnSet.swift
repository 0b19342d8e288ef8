/// A set of column positions.
public struct ColumnSet: Sendable, Hashable, Sequence {
    private var low: UInt64 = 0
    private var high: Set<Int>?

    /// An empty set.
    public init() {}

    /// A set of the given positions.
    public init(_ columns: some Sequence<Int>) {
        for column in columns { insert(column) }
    }

    /// The set of the columns of new values.
    package init<Value>(of values: [(column: Int, value: Value)]) {
        for (column, _) in values { insert(column) }
    }

    /// Whether there is no position.
    public var isEmpty: Bool { low == 0 && (high?.isEmpty ?? true) }

    /// Adds a position.
    public mutating func insert(_ column: Int) {
        if column < 64 { low |= 1 << UInt64(column) } else { high = (high ?? []).union([column]) }
    }

    /// Whether a position is in the set.
    public func contains(_ column: Int) -> Bool {
        column < 64 ? low & (1 << UInt64(column)) != 0 : high?.contains(column) ?? false
    }

    /// Adds all positions of another set.
    public mutating func formUnion(_ other: ColumnSet) {
        low |= other.low
        if let more = other.high { high = (high ?? []).union(more) }
    }

    /// The positions of this set and more.
    public func union(_ columns: some Sequence<Int>) -> ColumnSet {
        var union = self
        for column in columns { union.insert(column) }
        return union
    }

    /// The positions in ascending order.
    public func makeIterator() -> AnyIterator<Int> {
        var rest = low
        var more = high?.sorted().makeIterator()
        return AnyIterator {
            if rest != 0 {
                let next = rest.trailingZeroBitCount
                rest &= rest &- 1
                return next
            }
            return more?.next()
        }
    }
}
