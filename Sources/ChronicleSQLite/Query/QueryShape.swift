#if SQLite
import ChronicleSchema
import ChronicleStore
import Foundation

/// What a query asks for with its constants taken out: the key of a compiled statement.
struct QueryShape: Hashable {
    fileprivate(set) var tokens: [Int] = []
}

/// What is asked of the selected rows.
enum QueryPurpose: Int {
    /// Keys and all columns.
    case rows
    /// Keys only.
    case keys
    /// Their number.
    case count
}

/// A constant of a query.
enum QueryConstant {
    case value(StoredValue)
    case set(Query.ValueSet)
    case pattern(Query.TextPattern)
}

/// Takes a query apart into its shape and its constants, in the order in which ``QueryCompiler`` meets them.
struct QueryDissection {
    var shape = QueryShape()
    var constants: [QueryConstant] = []
    private(set) var hasArithmetic = false

    init() {}

    init(_ request: FetchRequest, purpose: QueryPurpose) {
        shape.tokens.reserveCapacity(32)
        let isWindow = request.limit != nil || request.offset > 0
        shape.tokens += [purpose.rawValue, request.entity, isWindow ? 1 : 0]
        if let condition = request.condition { walk(condition) } else { shape.tokens.append(-1) }
        if purpose == .count { return }
        for key in request.order {
            shape.tokens.append(key.isReversed ? -3 : -2)
            if key.collation != .scalars { shape.tokens += [-7, Self.number(key.collation)] }
            walk(key.value)
        }
        guard purpose == .rows, let columns = request.columns else { return }
        shape.tokens.append(-4)
        shape.tokens += columns
    }

    mutating func walk(_ condition: Query.Condition) {
        switch condition {
        case .constant(let value): shape.tokens.append(value ? 1 : 2)
        case .compare(let a, let comparison, let b):
            shape.tokens.append(3 + Self.number(comparison))
            walk(a)
            walk(b)
        case .isTrue(let value):
            shape.tokens.append(9)
            walk(value)
        case .and(let terms), .or(let terms):
            if case .and = condition { shape.tokens.append(10) } else { shape.tokens.append(11) }
            shape.tokens.append(terms.count)
            for term in terms { walk(term) }
        case .not(let term):
            shape.tokens.append(12)
            walk(term)
        case .contains(let a, let b), .startsWith(let a, let b):
            if case .contains = condition { shape.tokens.append(13) } else { shape.tokens.append(14) }
            walk(a)
            walk(b)
        case .member(let value, let set):
            shape.tokens.append(set.values.contains(.null) ? 15 : 16)
            if set.isLarge { shape.tokens.append(-9) }
            walk(value)
            constants.append(.set(set))
        case .exists(let related):
            shape.tokens.append(17)
            walk(related)
        case .search(let a, let b):
            shape.tokens.append(18)
            walk(a)
            walk(b)
        case .matches(let a, let pattern):
            shape.tokens.append(19)
            walk(a)
            constants.append(.pattern(pattern))
        }
    }

    private mutating func walk(_ related: Query.Related) {
        shape.tokens.append(related.entity)
        switch related.link {
        case .column(let column): shape.tokens += [-4, column]
        case .entity(let link, let own, let other): shape.tokens += [-5, link, own, other]
        }
        walk(related.owner)
        if let condition = related.condition { walk(condition) } else { shape.tokens.append(-6) }
    }

    mutating func walk(_ value: Query.Value) {
        switch value {
        case .literal(let literal):
            shape.tokens.append(20 + LiteralKind(literal).rawValue)
            constants.append(.value(literal))
        case .column(let path, let column):
            shape.tokens.append(40)
            shape.tokens.append(column)
            walk(path)
        case .key(let path):
            shape.tokens.append(41)
            walk(path)
        case .arithmetic(let operation, let a, let b):
            hasArithmetic = true
            shape.tokens.append(42)
            shape.tokens.append(Self.number(operation))
            walk(a)
            walk(b)
        case .negate(let a):
            hasArithmetic = true
            shape.tokens.append(43)
            walk(a)
        case .coalesce(let a, let b):
            shape.tokens.append(44)
            walk(a)
            walk(b)
        case .conditional(let condition, let a, let b):
            shape.tokens.append(45)
            walk(condition)
            walk(a)
            walk(b)
        case .condition(let condition):
            shape.tokens.append(46)
            walk(condition)
        case .count(let related):
            shape.tokens.append(47)
            walk(related)
        case .length(let a):
            shape.tokens.append(48)
            walk(a)
        case .order(let collation, let a, let b):
            shape.tokens += [49, Self.number(collation)]
            walk(a)
            walk(b)
        }
    }

    private static func number(_ collation: Query.Collation) -> Int {
        switch collation {
        case .scalars: 0
        case .caseInsensitive: 1
        case .standard: 2
        }
    }

    private mutating func walk(_ path: Query.Path) {
        if path.scope != 0 { shape.tokens += [-8, path.scope] }
        shape.tokens.append(path.entity)
        shape.tokens.append(path.references.count)
        shape.tokens += path.references
    }

    private static func number(_ comparison: Query.Comparison) -> Int {
        switch comparison {
        case .equal: 0
        case .notEqual: 1
        case .less: 2
        case .lessOrEqual: 3
        case .greater: 4
        case .greaterOrEqual: 5
        }
    }

    private static func number(_ operation: Query.Arithmetic) -> Int {
        switch operation {
        case .add: 0
        case .subtract: 1
        case .multiply: 2
        case .divide: 3
        case .remainder: 4
        }
    }
}

extension Query.ValueSet {
    /// Whether it is worth a statement in which the members lead to the rows.
    var isLarge: Bool { values.count >= 64 }
}

/// What the SQL of a constant depends on.
enum LiteralKind: Int {
    case null, bool, integer, unsigned, double, decimal, text, date, data, uuid, reference, notANumber
    /// From 2^63 on, which reads as negative in SQLite.
    case largeUnsigned
    /// Ordered before all numbers, where other numbers that are none have no order.
    case notADecimal

    init(_ value: StoredValue) {
        switch value {
        case .null: self = .null
        case .bool: self = .bool
        case .integer: self = .integer
        case .unsigned(let value): self = value >> 63 == 0 ? .unsigned : .largeUnsigned
        case .double(let value): self = value.isNaN ? .notANumber : .double
        case .decimal(let value): self = value.isNaN ? .notADecimal : .decimal
        case .text: self = .text
        case .date(let value): self = value.timeIntervalSinceReferenceDate.isNaN ? .notANumber : .date
        case .data: self = .data
        case .uuid: self = .uuid
        case .reference: self = .reference
        }
    }

    /// The type of the values; nil for null and what is no number.
    var type: ColumnType? {
        switch self {
        case .null, .notANumber, .notADecimal: nil
        case .bool: .bool
        case .integer: .integer
        case .unsigned, .largeUnsigned: .unsigned
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
#endif
