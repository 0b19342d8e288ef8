#if SQLite
import ChronicleSchema
import ChronicleStore

extension QueryCompiler {
    /// A condition as SQL that is true where the condition holds, and false or null where it does not.
    mutating func condition(_ condition: Query.Condition) throws -> String {
        guard depth < Self.mostDepth else { throw Untranslatable() }
        depth += 1
        defer { depth -= 1 }
        switch condition {
        case .constant(let value): return value ? "1" : "0"
        case .compare(let a, let comparison, let b): return try compare(a, comparison, b)
        case .isTrue(let value): return "(\(try self.value(value).sql))"
        case .and, .or:
            var isAnd = false
            if case .and = condition { isAnd = true }
            var terms: [Query.Condition] = []
            Self.flatten(condition, isAnd: isAnd, into: &terms)
            if terms.isEmpty { return isAnd ? "1" : "0" }
            var compiled: [String] = []
            for term in terms { compiled.append(try self.condition(term)) }
            return "(\(Self.balanced(compiled[...], isAnd ? " AND " : " OR ")))"
        case .not(let term): return "((\(try self.condition(term))) IS NOT TRUE)"
        case .contains(let a, let b): return "chronicle_contains(\(try spelling(a)), \(try value(b).sql))"
        case .search(let a, let b): return "chronicle_search(\(try spelling(a)), \(try spelling(b)))"
        case .matches(let text, _): return "chronicle_matches(\(try spelling(text)), \(parameter(.pattern)))"
        case .startsWith(let a, let b): return try startsWith(a, b)
        case .member(let element, let set):
            let (sql, type) = try value(element)
            let members = "\(sql) IN (SELECT value FROM chronicle_set(\(parameter(.members(of: type)))))"
            return set.values.contains(.null) ? "(\(members) OR \(sql) IS NULL)" : members
        case .exists(let related): return "EXISTS (SELECT 1\(try self.related(related)))"
        }
    }

    /// Over an indexed column, the texts with the prefix lie side by side. The next character may still belong to the last
    /// cluster of the prefix, which the function tells.
    private mutating func startsWith(_ text: Query.Value, _ prefix: Query.Value) throws -> String {
        guard case .column(let path, let column) = text, case .literal(.text) = prefix,
            layouts[path.entity].companions.indices.contains(column), layouts[path.entity].companions[column] != nil
        else { return "chronicle_starts(\(try spelling(text)), \(try value(prefix).sql))" }
        // The function asks for the same expression, which an index holds.
        let comparable = try value(text).sql
        let position = nextConstant
        let start = parameter()
        parameters.append(QueryParameter(position: position, form: .endOfPrefix))
        return "(\(comparable) >= \(start) AND \(comparable) < ?\(parameters.count)"
            + " AND chronicle_starts(\(comparable), \(start)))"
    }

    private mutating func compare(
        _ a: Query.Value, _ comparison: Query.Comparison, _ b: Query.Value
    ) throws -> String {
        if isNotANumber(a) || isNotANumber(b) {
            var dissection = QueryDissection()
            dissection.walk(a)
            dissection.walk(b)
            if dissection.hasArithmetic { throw Untranslatable() }
            nextConstant += dissection.constants.count
            return comparison == .notEqual ? "1" : "0"
        }
        let (left, right) = (try side(a), try side(b))
        if let numbers = try compareUnsigned(left, comparison, right) { return numbers }
        switch comparison {
        case .equal: return "\(left.sql) \(left.isNeverNull || right.isNeverNull ? "=" : "IS") \(right.sql)"
        case .notEqual: return "\(left.sql) IS NOT \(right.sql)"
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            let type = left.type ?? right.type
            if type == .decimal || type == .data { throw Untranslatable() }
            return "\(left.sql) \(Self.sign(comparison)) \(right.sql)"
        }
    }

    private mutating func side(_ value: Query.Value) throws -> Side {
        let isNeverNull = isNeverNull(value)
        var kind: LiteralKind?
        if case .literal(let literal) = value, !literal.isNull { kind = LiteralKind(literal) }
        let (sql, type) = try self.value(value)
        return Side(sql: sql, type: type, kind: kind, isNeverNull: isNeverNull)
    }

    /// A value as SQL, text in its normal form; and its type unless it is null.
    mutating func value(_ value: Query.Value) throws -> (sql: String, type: ColumnType?) {
        guard depth < Self.mostDepth else { throw Untranslatable() }
        depth += 1
        defer { depth -= 1 }
        switch value {
        case .literal(let literal):
            let kind = LiteralKind(literal)
            if kind == .null {
                nextConstant += 1
                return ("NULL", nil)
            }
            guard kind != .notANumber, kind != .notADecimal else { throw Untranslatable() }
            return (parameter(), kind.type)
        case .column(let path, let column):
            let alias = try alias(of: path)
            let layout = layouts[path.entity]
            guard layout.types.indices.contains(column) else { throw Untranslatable() }
            return (layout.comparable(column, alias: alias), layout.types[column])
        case .key(let path): return ("\(try alias(of: path)).\"id\"", .reference)
        case .count(let related): return ("(SELECT count(*)\(try self.related(related)))", .integer)
        case .arithmetic, .negate: throw Untranslatable()
        case .length(let value): return ("chronicle_length(\(try spelling(value)))", .integer)
        case .order(let collation, let a, let b):
            return ("chronicle_order(\(try sortKey(a, collation)), \(try sortKey(b, collation)))", .integer)
        case .coalesce(let a, let b):
            let (first, firstType) = try self.value(a)
            let (second, secondType) = try self.value(b)
            return ("ifnull(\(first), \(second))", firstType ?? secondType)
        case .conditional(let condition, let a, let b):
            let test = try self.condition(condition)
            let (first, firstType) = try self.value(a)
            let (second, secondType) = try self.value(b)
            return ("CASE WHEN \(test) THEN \(first) ELSE \(second) END", firstType ?? secondType)
        case .condition(let condition): return ("((\(try self.condition(condition))) IS TRUE)", .bool)
        }
    }

    private func isNotANumber(_ value: Query.Value) -> Bool {
        if case .literal(let literal) = value { LiteralKind(literal) == .notANumber } else { false }
    }

    private func isNeverNull(_ value: Query.Value) -> Bool {
        switch value {
        case .literal(let literal): !literal.isNull
        case .key(let path): path.references.isEmpty
        case .condition, .count: true
        default: false
        }
    }
}
#endif
