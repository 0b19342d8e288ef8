#if SQLite
import ChronicleSchema
import ChronicleStore

/// Membership in a large set, whose members lead to the rows by the key or an index: no copy of the set is made, and rows are
/// found in the order of the members.
extension QueryCompiler {
    /// The table of the members that lead to the rows.
    static let members = "s0"

    /// The place among the terms of a condition of the one whose members lead to the rows; nil where nothing is to be won or
    /// another term may lead to fewer.
    func leadingMembership(_ terms: [Query.Condition]) -> Int? {
        var leading: Int?
        for (position, term) in terms.enumerated() {
            switch term {
            case .member(let value, let set) where isFound(value):
                guard leading == nil, set.isLarge, !set.values.contains(.null) else { return nil }
                leading = position
            case .compare(let a, .equal, let b) where isFound(a) || isFound(b): return nil
            default: continue
            }
        }
        return leading
    }

    /// A term whose members lead to the rows, as what joins the two.
    mutating func lead(_ term: Query.Condition) throws -> String? {
        guard case .member(let element, _) = term else { return nil }
        let (sql, type) = try value(element)
        leading = Leading(parameter: parameter(.members(of: type)), isKey: element.isRootKey)
        return "\(sql) = \(Self.members).value"
    }

    /// What stands behind `FROM`.
    var source: String {
        let rows = "\(quoted(layouts[scopes[0].entity].table)) AS \(scopes[0].alias)\(scopes[0].joinSQL)"
        guard let leading else { return rows }
        return "chronicle_set(\(leading.parameter)) AS \(Self.members) CROSS JOIN \(rows)"
    }

    /// Whether the rows with a value are found by the key or by an index that begins with it.
    private func isFound(_ value: Query.Value) -> Bool {
        if value.isRootKey { return true }
        guard let column = value.rootColumn else { return false }
        let entity = schema.entities[scopes[0].entity]
        guard entity.columns.indices.contains(column) else { return false }
        return entity.columns[column].type == .reference || entity.indexes.contains { $0.columns.first == column }
    }

    /// Whether the keys of the rows are sought first, and the rows then read in the order of these: where an index that holds
    /// all that is asked of the rows delivers them in another order, that costs less than sorting whole rows.
    func seeksKeysFirst(_ request: FetchRequest) -> Bool {
        guard request.order.isEmpty, let condition = request.condition else { return false }
        if let leading { return !leading.isKey }
        guard case .startsWith(let text, .literal(.text)) = condition, let column = text.rootColumn else {
            return false
        }
        let companions = layouts[request.entity].companions
        return isFound(text) && companions.indices.contains(column) && companions[column] != nil
    }
}

extension Query.Value {
    fileprivate var isRootKey: Bool {
        if case .key(let path) = self { path.references.isEmpty && path.scope == 0 } else { false }
    }

    fileprivate var rootColumn: Int? {
        if case .column(let path, let column) = self, path.references.isEmpty, path.scope == 0 { column } else { nil }
    }
}
#endif
