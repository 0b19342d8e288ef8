#if SQLite
import ChronicleSchema
import ChronicleStore

/// A query as SQL, for every use of its shape.
struct SQLPlan: Sendable {
    var sql: String
    /// For each parameter, from 1 on, what is bound to it.
    var parameters: [QueryParameter]
    /// The parameter of the limit, followed by that of the offset; 0 when the statement has none.
    var limitParameter: Int32
    /// Whether the statement answers the query. Else it delivers candidates that the shared evaluator must judge.
    var isExact: Bool
    /// The parts of the condition that the shared evaluator alone judges.
    var rest: [Query.Condition] = []
}

/// What is bound to one parameter.
struct QueryParameter: Sendable {
    /// The constant's position.
    var position: Int
    var form = Form.comparable

    /// What of the constant is bound.
    enum Form {
        /// The constant, text in its normal form.
        case comparable
        /// The constant, text as it is written.
        case spelled
        /// The first text behind all those that begin with the constant.
        case endOfPrefix
        /// Those members of a set that a value of a type can be equal to.
        case members(of: ColumnType?)
        /// A pattern that is looked for.
        case pattern
    }
}

/// Turns a query into SQL wherever SQL answers as Swift does.
struct QueryCompiler {
    /// What SQL cannot say as Swift means it.
    struct Untranslatable: Error {}

    let layouts: [TableLayout]
    let schema: Schema
    /// The constants of the shape that is compiled; only their kinds are looked at.
    let constants: [QueryConstant]
    var parameters: [QueryParameter] = []
    var nextConstant = 0
    var depth = 0
    /// The query's rows, and behind them the related rows that are being asked about, the innermost last.
    var scopes: [Scope]
    private var aliases = 0
    /// Whether the statement tells how many rows it looked at; see `chronicle_visit`.
    private var countsVisits = false
    private var rest: [Query.Condition] = []
    /// The set whose members lead to the rows.
    var leading: Leading?

    struct Leading {
        let parameter: String
        let isKey: Bool
    }

    /// The rows of one table with those at the ends of their paths.
    struct Scope {
        let entity: Int
        let alias: String
        var joins: [(references: [Int], alias: String)] = []
        var joinSQL = ""
    }

    static let mostDepth = 60
    /// Below the smallest limit on variables that SQLite is built with.
    static let mostParameters = 900

    static func compile(
        _ request: FetchRequest, purpose: QueryPurpose, constants: [QueryConstant], layouts: [TableLayout],
        schema: Schema, countsVisits: Bool = false
    ) -> SQLPlan {
        var compiler = QueryCompiler(
            layouts: layouts, schema: schema, constants: constants, root: request.entity)
        compiler.countsVisits = countsVisits
        return compiler.plan(request, purpose)
    }

    init(layouts: [TableLayout], schema: Schema, constants: [QueryConstant], root: Int) {
        self.layouts = layouts
        self.schema = schema
        self.constants = constants
        scopes = [Scope(entity: root, alias: "t0")]
    }

    private mutating func plan(_ request: FetchRequest, _ purpose: QueryPurpose) -> SQLPlan {
        let layout = layouts[request.entity]
        var (filter, isExact) = self.filter(request.condition)
        var order: [String] = []
        if purpose != .count {
            do {
                for key in request.order { order += try self.order(key) }
            } catch {
                isExact = false
            }
        }
        if parameters.count > Self.mostParameters {
            (filter, parameters, isExact) = ("", [], false)
            rest = request.condition.map { [$0] } ?? []
            scopes = [Scope(entity: request.entity, alias: "t0")]
            leading = nil
        }
        if !isExact {
            order = []
            parameters.removeAll { $0.position >= nextConstantAfterFilter }
        }
        if countsVisits { filter = "chronicle_visit(t0.\"id\")" + (filter.isEmpty ? "" : " AND \(filter)") }
        let seeksKeysFirst = isExact && purpose == .rows && seeksKeysFirst(request)
        // Candidates are judged by all their columns.
        let rows = isExact ? layout.selection(of: request.columns) : layout.selection
        let selected = isExact && (purpose != .rows || seeksKeysFirst) ? "t0.\"id\"" : rows
        let place = " FROM \(source)\(filter.isEmpty ? "" : " WHERE \(filter)")"
        var sql = "SELECT \(selected)\(place)"
        if isExact, purpose == .count { sql = "SELECT count(*)\(place)" }
        order.append(leading?.isKey == true ? "\(Self.members).value" : "t0.\"id\"")
        let hasWindow = isExact && (request.limit != nil || request.offset > 0)
        if !isExact || (purpose != .count && (hasWindow || !seeksKeysFirst)) {
            sql += " ORDER BY " + order.joined(separator: ", ")
        }
        var limitParameter: Int32 = 0
        if hasWindow {
            limitParameter = Int32(parameters.count + 1)
            let window = " LIMIT ?\(limitParameter) OFFSET ?\(limitParameter + 1)"
            sql = purpose == .count ? "SELECT count(*) FROM (SELECT 1\(place)\(window))" : sql + window
        }
        if seeksKeysFirst {
            sql = "SELECT \(rows) FROM \(quoted(layout.table)) AS t0 WHERE t0.\"id\" IN (\(sql)) ORDER BY t0.\"id\""
        }
        return SQLPlan(
            sql: sql, parameters: parameters, limitParameter: limitParameter, isExact: isExact, rest: rest)
    }

    /// The first constant of the order.
    private var nextConstantAfterFilter = 0

    /// The parts of a condition that SQL can judge, and whether they are all of it.
    mutating func filter(_ condition: Query.Condition?) -> (String, Bool) {
        defer { nextConstantAfterFilter = nextConstant }
        guard let condition else { return ("", true) }
        var terms: [Query.Condition] = []
        Self.flatten(condition, isAnd: true, into: &terms)
        var compiled: [String] = []
        var isExact = true
        let leading = leadingMembership(terms)
        for (position, term) in terms.enumerated() {
            let before = self
            do {
                let led = position == leading ? try lead(term) : nil
                compiled.append(try led ?? overReference(term) ?? self.condition(term))
            } catch {
                self = before
                isExact = false
                rest.append(term)
                var dissection = QueryDissection()
                dissection.walk(term)
                nextConstant += dissection.constants.count
                // What comes after a term that can fail must not keep it from failing.
                if Self.canFail(term) { break }
            }
        }
        if !isExact {
            var whole = QueryDissection()
            whole.walk(condition)
            nextConstant = whole.constants.count
        }
        return (compiled.isEmpty ? "" : Self.balanced(compiled[...], " AND "), isExact)
    }

    private static func canFail(_ condition: Query.Condition) -> Bool {
        var dissection = QueryDissection()
        dissection.walk(condition)
        // Arithmetic is the only thing that fails.
        return dissection.hasArithmetic
    }

    /// The terms of nested conjunctions or disjunctions, in order.
    static func flatten(_ condition: Query.Condition, isAnd: Bool, into terms: inout [Query.Condition]) {
        switch condition {
        case .and(let inner) where isAnd: for term in inner { flatten(term, isAnd: isAnd, into: &terms) }
        case .or(let inner) where !isAnd: for term in inner { flatten(term, isAnd: isAnd, into: &terms) }
        default: terms.append(condition)
        }
    }

    /// Terms joined as a balanced tree, because SQLite bounds the depth of expressions.
    static func balanced(_ terms: ArraySlice<String>, _ word: String) -> String {
        if terms.count <= 8 { return terms.joined(separator: word) }
        let middle = terms.startIndex + terms.count / 2
        return "(\(balanced(terms[..<middle], word)))\(word)(\(balanced(terms[middle...], word)))"
    }

    private mutating func order(_ key: Query.SortKey) throws -> [String] {
        let direction = key.isReversed ? " DESC" : ""
        guard key.collation == .scalars else { return [try sortKey(key.value, key.collation) + direction] }
        let (sql, type) = try value(key.value)
        switch type {
        case .decimal, .data: throw Untranslatable()
        case .unsigned: return ["(\(sql) < 0)\(direction)", sql + direction]
        default: return [sql + direction]
        }
    }

    /// The alias of the table at the end of a path.
    mutating func alias(of path: Query.Path) throws -> String {
        let place = scopes.count - 1 - path.scope
        guard scopes.indices.contains(place) else { throw Untranslatable() }
        var (alias, entity, references) = (scopes[place].alias, scopes[place].entity, [Int]())
        for reference in path.references {
            references.append(reference)
            guard schema.entities[entity].columns.indices.contains(reference),
                let destination = schema.entities[entity].columns[reference].destination,
                let target = schema.entitiesByName[destination]
            else { throw Untranslatable() }
            if let join = scopes[place].joins.first(where: { $0.references == references }) {
                alias = join.alias
            } else {
                let made = anotherAlias()
                scopes[place].joinSQL +=
                    " LEFT JOIN \(quoted(layouts[target.index].table)) AS \(made) ON \(made).\"id\" = "
                    + "\(alias).\(quoted(layouts[entity].names[reference]))"
                scopes[place].joins.append((references, made))
                alias = made
            }
            entity = target.index
        }
        guard entity == path.entity else { throw Untranslatable() }
        return alias
    }

    /// An alias that is in no use yet.
    mutating func anotherAlias() -> String {
        aliases += 1
        return "t\(aliases)"
    }

    /// The parameter for the next constant.
    mutating func parameter(_ form: QueryParameter.Form = .comparable) -> String {
        parameters.append(QueryParameter(position: nextConstant, form: form))
        nextConstant += 1
        return "?\(parameters.count)"
    }
}
#endif
