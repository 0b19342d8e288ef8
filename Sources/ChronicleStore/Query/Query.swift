public import ChronicleSchema

/// The closed, `Sendable` query language between context and store.
///
/// Its answers are Swift's: a query selects the rows for which the predicate it was made from evaluates to true over the
/// same rows. In particular two nulls are equal, `!=` is true between null and a value, text is compared by canonical
/// equivalence and ordered by the scalars of its normal form, and `contains` matches whole grapheme clusters.
public enum Query {
    /// A path from a row over to-one relationships.
    public struct Path: Sendable, Hashable {
        /// The reference columns to follow, each a column of the entity that is reached before it.
        public var references: [Int]
        /// The entity that the path ends at.
        public var entity: Int
        /// Where the path starts: 0 is the row that is asked. In a condition over ``Related`` rows that is one of those, 1 the
        /// row that they are related to, 2 the row that this one is related to, and so on outwards.
        public var scope: Int

        /// A path from its parts.
        public init(references: [Int] = [], entity: Int, scope: Int = 0) {
            self.references = references
            self.entity = entity
            self.scope = scope
        }
    }

    /// A value computed for one row. Whatever touches a null is null, unless its case says otherwise.
    ///
    /// More cases may come. A store that translates queries leaves those that it does not know to ``QueryEvaluator``.
    @nonexhaustive
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
        /// The number of related rows; zero when there is no row that they could be related to.
        case count(Related)
        /// The number of a text's characters (grapheme clusters) or of the bytes of data.
        case length(Value)
        /// -1, 0 or 1, as the first text comes before the second, is equal to it, or comes after it.
        case order(Collation, Value, Value)
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
    ///
    /// More cases may come. A store that translates queries leaves those that it does not know to ``QueryEvaluator``.
    @nonexhaustive
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
        /// There is a related row.
        case exists(Related)
        /// The text contains the other when case, diacritics and width are passed over. False for null.
        case search(Value, Value)
        /// A part of the text matches. False for null.
        case matches(Value, TextPattern)
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

    /// How texts are ordered. No locale plays a part, so that the order is the same everywhere.
    @nonexhaustive
    public enum Collation: String, Sendable, Hashable {
        /// By the scalars of the normal form: the order of ``Comparison``.
        case scalars
        /// The same with case passed over.
        case caseInsensitive
        /// As people expect lists to be ordered: case and diacritics count only between texts that are equal otherwise, and
        /// digits are compared as the numbers that they form.
        case standard
    }

    /// One key of an order.
    public struct SortKey: Sendable, Hashable {
        /// What is ordered by. Null comes first forward and last in reverse.
        public var value: Value
        /// Whether the order is reversed.
        public var isReversed: Bool
        /// How texts are ordered.
        public var collation: Collation

        /// A key from its parts.
        public init(_ value: Value, isReversed: Bool = false, collation: Collation = .scalars) {
            self.value = value
            self.isReversed = isReversed
            self.collation = collation
        }
    }
}
