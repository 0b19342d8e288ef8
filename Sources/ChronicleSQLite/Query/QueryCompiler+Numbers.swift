#if SQLite
import ChronicleSchema
import ChronicleStore

/// Whole numbers of two kinds. SQLite has only signed ones: an unsigned number is kept as the signed one of the same bits, so
/// that the large ones, from 2^63 on, read as negative.
extension QueryCompiler {
    /// One side of a comparison.
    struct Side {
        let sql: String
        let type: ColumnType?
        /// What is known of it; nil unless it is a constant.
        let kind: LiteralKind?
        let isNeverNull: Bool

        var isUnsigned: Bool { type == .unsigned }
        var isSigned: Bool { type == .integer || type == .reference }
    }

    /// SQL that names its sides more than once must not grow without bound when comparisons are nested.
    private static let longestSide = 2000

    /// A comparison in which the bits alone do not tell; nil for any other.
    func compareUnsigned(_ a: Side, _ comparison: Query.Comparison, _ b: Side) throws -> String? {
        guard a.isUnsigned || b.isUnsigned else { return nil }
        guard a.isUnsigned else { return try compareUnsigned(b, comparison.flipped, a) }
        if !b.isSigned && (comparison == .equal || comparison == .notEqual) { return nil }
        guard a.sql.utf8.count + b.sql.utf8.count <= Self.longestSide else { throw Untranslatable() }
        return b.isSigned ? compareMixed(a, comparison, b) : orderUnsigned(a, comparison, b)
    }

    private func compareMixed(_ a: Side, _ comparison: Query.Comparison, _ b: Side) -> String {
        let (unsigned, signed) = (a.sql, b.sql)
        if let kind = a.kind {
            return compare(b, comparison.flipped, constant: unsigned, isLarge: kind == .largeUnsigned)
        }
        switch comparison {
        case .equal:
            let sign = a.isNeverNull || b.isNeverNull ? "=" : "IS"
            return "(\(unsigned) \(sign) \(signed) AND ifnull(\(signed), 0) >= 0)"
        case .notEqual: return "(\(unsigned) IS NOT \(signed) OR ifnull(\(signed), 0) < 0)"
        case .less: return "(\(unsigned) >= 0 AND \(unsigned) < \(signed))"
        case .lessOrEqual: return "(\(unsigned) >= 0 AND \(unsigned) <= \(signed))"
        case .greater, .greaterOrEqual:
            let larger = "(\(unsigned) \(comparison == .greater ? ">" : ">=") \(signed) OR \(unsigned) < 0)"
            return b.isNeverNull ? larger : "(\(larger) AND \(signed) IS NOT NULL)"
        }
    }

    /// A signed number and an unsigned constant, which is either one of the same number or greater than all of them. Both are
    /// named in any case, as whatever is bound must be.
    private func compare(_ a: Side, _ comparison: Query.Comparison, constant: String, isLarge: Bool) -> String {
        let plain = "\(a.sql) \(Self.sign(comparison)) \(constant)"
        guard isLarge else { return plain }
        switch comparison {
        case .equal, .greater, .greaterOrEqual: return "(\(plain) AND 0)"
        case .notEqual: return "(\(plain) OR 1)"
        case .less, .lessOrEqual: return "(\(a.sql) IS NOT NULL AND \(constant) < 0)"
        }
    }

    /// The order of two unsigned numbers, as ranges that an index finds where one is a constant.
    private func orderUnsigned(_ a: Side, _ comparison: Query.Comparison, _ b: Side) -> String {
        if a.kind != nil, b.kind == nil { return orderUnsigned(b, comparison.flipped, a) }
        let (left, right, sign) = (a.sql, b.sql, Self.sign(comparison))
        let isLess = comparison == .less || comparison == .lessOrEqual
        switch b.kind {
        case .unsigned?:
            return isLess ? "(\(left) >= 0 AND \(left) \(sign) \(right))" : "(\(left) \(sign) \(right) OR \(left) < 0)"
        case .largeUnsigned?:
            return isLess ? "(\(left) >= 0 OR \(left) \(sign) \(right))" : "(\(left) \(sign) \(right) AND \(left) < 0)"
        default: return "((\(left) < 0), \(left)) \(sign) ((\(right) < 0), \(right))"
        }
    }

    static func sign(_ comparison: Query.Comparison) -> String {
        switch comparison {
        case .equal: "="
        case .notEqual: "IS NOT"
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        }
    }
}
#endif
