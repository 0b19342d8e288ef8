public import ChronicleSchema

/// The closed, `Sendable` query language between context and store.
///
/// Its answers are Swift's: a query selects the rows for which the predicate it was made from evaluates to true over the
/// same rows. In particular two nulls are equal, `!=` is true between null and a value, text is compared by canonical
/// equivalence and ordered by the scalars of its normal form, and `contains` matches whole grapheme clusters.
public enum Query {
    /// A path from the fetched row over to-one relationships.
    public struct Path: Sendable, Hashable {
        /// The reference columns to follow, each a column of the entity that is reached before it.
        public var references: [Int]
        /// The entity that the path ends at.
        public var entity: Int

        /// A path from its parts.
        public init(references: [Int] = [], entity: Int) {
            self.references = references
            self.entity = entity
        }
    }

    /// A value computed for one row. Whatever touches a null is null, unless its case says otherwise.
    public indirect enum Value: Sendable, Hashable {
        /// A constant.
        case literal(StoredValue)
        /// A column of the row at the end of the path; null when a reference on the way is.
        case column(Path, Int)
        /// The key of the row at the end of the path; null when a reference on the way is or dangles.
        case key(Path)
        /// Arithmetic on two numbers of the same kind; an overflow or division by zero is an error.
        case arithmetic(Arithmetic, Value, Value)
        /// The number with its sign turned.
        case negate(Value)
        /// The first value unless it is null, else the second.
        case coalesce(Value, Value)
        /// The second value where the condition holds, else the third.
        case conditional(Condition, Value, Value)
        /// A condition as a Boolean; never null.
        case condition(Condition)
    }

    /// Operations on two numbers.
    public enum Arithmetic: String, Sendable, Hashable {
        /// Sum.
        case add
        /// Difference.
        case subtract
        /// Product.
        case multiply
        /// Quotient; truncating for integers.
        case divide
        /// Remainder of integers.
        case remainder
    }

    /// How two values are compared.
    public enum Comparison: String, Sendable, Hashable {
        /// Swift's `==`: null equals null.
        case equal
        /// Swift's `!=`.
        case notEqual
        /// `<`; false when either is null.
        case less
        /// `<=`; false when either is null.
        case lessOrEqual
        /// `>`; false when either is null.
        case greater
        /// `>=`; false when either is null.
        case greaterOrEqual
    }

    /// What is true or false of one row. There is no third value.
    public indirect enum Condition: Sendable, Hashable {
        /// The same for every row.
        case constant(Bool)
        /// A comparison of two values of the same kind.
        case compare(Value, Comparison, Value)
        /// A Boolean value; null counts as false.
        case isTrue(Value)
        /// All hold (true when empty).
        case and([Condition])
        /// One holds (false when empty).
        case or([Condition])
        /// Does not hold.
        case not(Condition)
        /// The text contains the other, cluster by cluster; the empty text is contained in every text. False for null.
        case contains(Value, Value)
        /// The text starts with the other, cluster by cluster. False for null.
        case startsWith(Value, Value)
        /// The value is one of the captured ones; null is a member only if it was captured.
        case member(Value, ValueSet)
    }

    /// A captured collection.
    public final class ValueSet: Sendable, Hashable {
        /// The values.
        public let values: Set<StoredValue>

        /// A collection of values.
        public init(_ values: some Sequence<StoredValue>) { self.values = Set(values) }

        /// Whether both are one.
        public static func == (a: ValueSet, b: ValueSet) -> Bool { a === b || a.values == b.values }
        /// Hashes what `==` compares.
        public func hash(into hasher: inout Hasher) { hasher.combine(values.count) }
    }

    /// One key of an order.
    public struct SortKey: Sendable, Hashable {
        /// What is ordered by. Null comes first forward and last in reverse.
        public var value: Value
        /// Whether the order is reversed.
        public var isReversed: Bool

        /// A key from its parts.
        public init(_ value: Value, isReversed: Bool = false) {
            self.value = value
            self.isReversed = isReversed
        }
    }
}
