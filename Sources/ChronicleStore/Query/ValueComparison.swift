package import ChronicleSchema
import Foundation

extension Query.Comparison {
    /// Whether the comparison holds between two values of one type, as Swift's operators have it.
    @inline(__always) func holds<T: Comparable>(_ a: T, _ b: T) -> Bool {
        switch self {
        case .equal: a == b
        case .notEqual: a != b
        case .less: a < b
        case .lessOrEqual: a <= b
        case .greater: a > b
        case .greaterOrEqual: a >= b
        }
    }

    /// Whether the comparison holds, given the sign of the difference.
    @inline(__always) func holds(sign: Int) -> Bool { holds(sign, 0) }

    /// Whether the comparison holds between a value and null.
    var holdsAgainstNull: Bool { self == .notEqual }

    /// The comparison with its sides exchanged.
    package var flipped: Query.Comparison {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        }
    }

    /// The comparison that holds between two values where this one does not.
    var negated: Query.Comparison {
        switch self {
        case .equal: .notEqual
        case .notEqual: .equal
        case .less: .greaterOrEqual
        case .lessOrEqual: .greater
        case .greater: .lessOrEqual
        case .greaterOrEqual: .less
        }
    }

    /// Whether the comparison asks for an order.
    var isOrdering: Bool { self != .equal && self != .notEqual }

    /// Whether the comparison holds between two stored values of comparable kinds.
    package func holds(_ a: StoredValue, _ b: StoredValue) -> Bool {
        switch (a, b) {
        case (.null, .null): self == .equal
        case (.null, _), (_, .null): holdsAgainstNull
        case (.double(let a), .double(let b)): holds(a, b)
        case (.text(let a), .text(let b)): isOrdering ? holds(sign: TextOrder.compare(a, b)) : holds(a, b)
        case (.decimal(let a), .decimal(let b)): holds(a, b)
        case (.date(let a), .date(let b)): holds(a, b)
        default: holds(sign: a.order(to: b))
        }
    }
}

extension StoredValue {
    /// The sign of a total order with null first; kinds that cannot be compared come in the order of their kinds.
    ///
    /// NaN, which only arithmetic can bring forth, comes after all numbers.
    func order(to other: StoredValue) -> Int {
        switch (self, other) {
        case (.null, .null): 0
        case (.bool(let a), .bool(let b)): sign(a ? 1 : 0, b ? 1 : 0)
        case (.integer(let a), .integer(let b)): sign(a, b)
        case (.integer(let a), .reference(let b)): sign(a, b)
        case (.reference(let a), .integer(let b)): sign(a, b)
        case (.reference(let a), .reference(let b)): sign(a, b)
        case (.unsigned(let a), .unsigned(let b)): sign(a, b)
        case (.integer(let a), .unsigned(let b)): a < 0 ? -1 : sign(UInt64(a), b)
        case (.unsigned(let a), .integer(let b)): b < 0 ? 1 : sign(a, UInt64(b))
        case (.double(let a), .double(let b)): StoredValue.doubleOrder(a, b)
        case (.date(let a), .date(let b)):
            StoredValue.doubleOrder(a.timeIntervalSinceReferenceDate, b.timeIntervalSinceReferenceDate)
        case (.decimal(let a), .decimal(let b)): sign(a, b)
        case (.text(let a), .text(let b)): TextOrder.compare(a, b)
        case (.data(let a), .data(let b)): a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
        case (.uuid(let a), .uuid(let b)): sign(a, b)
        default: sign(kindRank, other.kindRank)
        }
    }

    private static func doubleOrder(_ a: Double, _ b: Double) -> Int {
        if a.isNaN || b.isNaN { return sign(a.isNaN ? 1 : 0, b.isNaN ? 1 : 0) }
        return sign(a, b)
    }

    private var kindRank: Int {
        switch self {
        case .null: 0
        case .bool: 1
        case .integer: 2
        case .unsigned: 3
        case .double: 4
        case .decimal: 5
        case .text: 6
        case .date: 7
        case .data: 8
        case .uuid: 9
        case .reference: 10
        }
    }

    /// Whether the value is a floating-point or decimal NaN, which equals nothing.
    var isNotANumber: Bool {
        switch self {
        case .double(let value): value.isNaN
        case .date(let value): value.timeIntervalSinceReferenceDate.isNaN
        case .decimal(let value): value.isNaN
        default: false
        }
    }

    /// The type of column that holds the value; nil for null.
    var columnType: ColumnType? {
        switch self {
        case .null: nil
        case .bool: .bool
        case .integer: .integer
        case .unsigned: .unsigned
        case .double: .double
        case .decimal: .decimal
        case .text: .text
        case .date: .date
        case .data: .data
        case .uuid: .uuid
        case .reference: .reference
        }
    }
}

@inline(__always) private func sign<T: Comparable>(_ a: T, _ b: T) -> Int { a < b ? -1 : a == b ? 0 : 1 }
