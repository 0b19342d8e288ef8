package import ChronicleSchema
import Foundation

/// A condition and an order as a person writes them on a command line: `origin = 'LIS' and delay > 30`, `departure desc`.
///
/// Words are `and`, `or`, `not`, `in (…)`, `is nil`, `is not nil`, `contains`, `starts with`; signs those of Swift and SQL. Paths go
/// over references (`carrier.name`); `id` is the row's own key.
package struct WrittenQuery {
    private let schema: Schema
    private let entity: Schema.Entity
    private var tokens: WrittenTokens
    private var depth = 0

    private static let mostDepth = 100

    private init(_ source: String, _ schema: Schema, _ entity: Schema.Entity) throws {
        self.schema = schema
        self.entity = entity
        tokens = try WrittenTokens(source)
    }

    /// The condition that a text means.
    ///
    /// - Throws: ``StoreError`` `unsupportedQuery`, naming the place in the text.
    package static func condition(_ source: String, schema: Schema, entity: Schema.Entity) throws -> Query.Condition {
        var query = try WrittenQuery(source, schema, entity)
        let condition = try query.disjunction()
        guard query.tokens.peek == nil else {
            throw WrittenTokens.failure("nothing more is expected \(query.tokens.place)")
        }
        return condition
    }

    /// The order that a text means: paths, each with `desc` behind it or not, and commas between them.
    ///
    /// - Throws: ``StoreError`` `unsupportedQuery`, naming the place in the text.
    package static func order(_ source: String, schema: Schema, entity: Schema.Entity) throws -> [Query.SortKey] {
        var query = try WrittenQuery(source, schema, entity)
        var keys: [Query.SortKey] = []
        repeat {
            let value = try query.path().value
            let direction = query.tokens.take("desc", "reversed", "asc")
            keys.append(.init(value, isReversed: direction != nil && direction != "asc"))
        } while query.tokens.take(",") != nil
        guard query.tokens.peek == nil else {
            throw WrittenTokens.failure("a comma or the end is expected \(query.tokens.place)")
        }
        return keys
    }

    private mutating func disjunction() throws -> Query.Condition {
        var parts = [try conjunction()]
        while tokens.take("or", "||") != nil { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : .or(parts)
    }

    private mutating func conjunction() throws -> Query.Condition {
        var parts = [try term()]
        while tokens.take("and", "&&") != nil { parts.append(try term()) }
        return parts.count == 1 ? parts[0] : .and(parts)
    }

    private mutating func term() throws -> Query.Condition {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.mostDepth else { throw WrittenTokens.failure("it is nested too deeply") }
        if tokens.take("not", "!") != nil { return .not(try term()) }
        if tokens.take("(") != nil {
            let inner = try disjunction()
            try tokens.expect(")")
            return inner
        }
        return try comparison()
    }

    private mutating func comparison() throws -> Query.Condition {
        let (value, type) = try path()
        if tokens.take("is") != nil {
            let isNegated = tokens.take("not") != nil
            guard tokens.take("nil", "null") != nil else {
                throw WrittenTokens.failure("nil is missing \(tokens.place)")
            }
            return .compare(value, isNegated ? .notEqual : .equal, .literal(.null))
        }
        if tokens.take("contains") != nil { return .contains(value, .literal(try literal(type))) }
        if tokens.take("starts") != nil {
            try tokens.expect("with")
            return .startsWith(value, .literal(try literal(type)))
        }
        if tokens.take("in") != nil {
            try tokens.expect("(")
            var values: [StoredValue] = []
            repeat { values.append(try literal(type)) } while tokens.take(",") != nil
            try tokens.expect(")")
            return .member(value, .init(values))
        }
        guard let sign = tokens.take("=", "==", "!=", "<>", "<", "<=", ">", ">=") else {
            if type == .bool { return .isTrue(value) }
            throw WrittenTokens.failure("a comparison is expected \(tokens.place)")
        }
        let comparison: Query.Comparison =
            switch sign {
            case "=", "==": .equal
            case "!=", "<>": .notEqual
            case "<": .less
            case "<=": .lessOrEqual
            case ">": .greater
            default: .greaterOrEqual
            }
        return .compare(value, comparison, .literal(try literal(type)))
    }

    private mutating func path() throws -> (value: Query.Value, type: ColumnType) {
        let place = tokens.place
        guard case .name(let name)? = tokens.take() else {
            throw WrittenTokens.failure("the name of a property is expected \(place)")
        }
        var at = entity
        var references: [Int] = []
        var names = name.split(separator: ".").map(String.init)[...]
        while !names.isEmpty {
            // The fields of a composite have a dot in the names of their columns.
            if let column = at.columnIndex(named: names.joined(separator: ".")) {
                return (.column(Query.Path(references: references, entity: at.index), column), at.columns[column].type)
            }
            if names.count == 1, names.first == "id" || names.first == "persistentModelID" {
                return (.key(Query.Path(references: references, entity: at.index)), .reference)
            }
            guard let first = names.popFirst(), let column = at.columnIndex(named: first),
                let destination = at.columns[column].destination, let next = schema.entitiesByName[destination]
            else { break }
            references.append(column)
            at = next
        }
        let known = at.columns.map(\.name).joined(separator: ", ")
        throw WrittenTokens.failure("\(at.name) has no \(name) (\(place)); it has \(known)")
    }

    private mutating func literal(_ type: ColumnType) throws -> StoredValue {
        let place = tokens.place
        let word: String
        switch tokens.take() {
        case .text(let text): word = text
        case .number(let number): word = number
        case .name(let name) where ["nil", "null"].contains(name.lowercased()): return .null
        case .name(let name) where ["true", "false"].contains(name.lowercased()) && type == .bool:
            return .bool(name.lowercased() == "true")
        case .name, .sign, nil: throw WrittenTokens.failure("a value is expected \(place)")
        }
        let value: StoredValue? =
            switch type {
            case .text: .text(word)
            case .bool: nil
            case .integer: Int64(word).map { .integer($0) }
            case .unsigned: UInt64(word).map { .unsigned($0) }
            case .reference: Int64(word).map { .reference($0) }
            case .double: Double(word).map { .double($0) }
            case .decimal: Decimal(string: word, locale: nil).map { .decimal($0) }
            case .date: Self.date(word).map { .date($0) }
            case .uuid: UUID(uuidString: word).map { .uuid($0) }
            case .data: Data(base64Encoded: word).map { .data($0) }
            }
        guard let value else { throw WrittenTokens.failure("\(word) \(place) is no \(type.rawValue)") }
        return value
    }

    private static func date(_ word: String) -> Date? {
        WrittenDate.parse(word) ?? Double(word).map { Date(timeIntervalSinceReferenceDate: $0) }
    }
}
