package import ChronicleSchema
import Foundation

/// Queries in words that are close to Swift's.
package struct QueryText {
    let schema: Schema
    /// The entity that the query is over.
    package let entity: Schema.Entity

    /// Queries over an entity.
    package init(_ schema: Schema, entity: Int) {
        self.schema = schema
        self.entity = schema.entities[entity]
    }

    /// The whole of a request.
    package func request(_ request: FetchRequest) -> String {
        var parts: [String] = []
        parts.append(request.condition.map { "where \(condition($0))" } ?? "all rows")
        if !request.order.isEmpty { parts.append("by " + request.order.map(sortKey).joined(separator: ", ")) }
        if request.offset > 0 { parts.append("offset \(request.offset)") }
        if let limit = request.limit { parts.append("limit \(limit)") }
        return parts.joined(separator: ", ")
    }

    func sortKey(_ key: Query.SortKey) -> String { value(key.value) + (key.isReversed ? " reversed" : "") }

    /// A condition.
    package func condition(_ condition: Query.Condition) -> String {
        switch condition {
        case .constant(let value): "\(value)"
        case .compare(let a, let comparison, let b): "\(value(a)) \(sign(comparison)) \(value(b))"
        case .isTrue(let value): self.value(value)
        case .and(let parts): joined(parts, " && ", empty: "true")
        case .or(let parts): "(\(joined(parts, " || ", empty: "false")))"
        case .not(let part): "!(\(self.condition(part)))"
        case .contains(let a, let b): "\(value(a)).contains(\(value(b)))"
        case .startsWith(let a, let b): "\(value(a)).starts(with: \(value(b)))"
        case .search(let a, let b): "\(value(a)).localizedStandardContains(\(value(b)))"
        case .matches(let a, let pattern): "\(value(a)).contains(/\(pattern.source)/)"
        case .member(let a, let set): "\(value(a)) in \(members(set))"
        case .exists(let related): "\(self.related(related)) exists"
        }
    }

    private func joined(_ parts: [Query.Condition], _ word: String, empty: String) -> String {
        if parts.isEmpty { return empty }
        let shown = parts.prefix(8).map(condition)
        return (shown + (parts.count > 8 ? ["\(parts.count - 8) more"] : [])).joined(separator: word)
    }

    private func members(_ set: Query.ValueSet) -> String {
        set.values.count > 3 ? "\(set.values.count) values" : "[\(set.values.map(literal).sorted().joined(separator: ", "))]"
    }

    func value(_ value: Query.Value) -> String {
        switch value {
        case .literal(let literal): self.literal(literal)
        case .column(let path, let column): name(path, column)
        case .key(let path): path.references.isEmpty ? "persistentModelID" : name(path)
        case .arithmetic(let operation, let a, let b): "(\(self.value(a)) \(sign(operation)) \(self.value(b)))"
        case .negate(let a): "-\(self.value(a))"
        case .coalesce(let a, let b): "(\(self.value(a)) ?? \(self.value(b)))"
        case .conditional(let test, let a, let b):
            "(\(condition(test)) ? \(self.value(a)) : \(self.value(b)))"
        case .condition(let condition): "(\(self.condition(condition)))"
        case .count(let related): "count of \(self.related(related))"
        case .length(let a): "\(self.value(a)).count"
        case .order(_, let a, let b): "order of \(self.value(a)) and \(self.value(b))"
        }
    }

    private func related(_ related: Query.Related) -> String {
        let rows = schema.entities.indices.contains(related.entity) ? schema.entities[related.entity].name : "rows"
        guard let condition = related.condition else { return "related \(rows)" }
        // Rows outside of the condition are only named by their number in it.
        return "related \(rows) where \(QueryText(schema, entity: related.entity).condition(condition))"
    }

    /// A column as a key path names it, without the root.
    func name(_ path: Query.Path, _ column: Int) -> String {
        let steps = steps(path)
        guard schema.entities.indices.contains(path.entity),
            schema.entities[path.entity].columns.indices.contains(column)
        else { return "?" }
        return (steps + [schema.entities[path.entity].columns[column].name]).joined(separator: ".")
    }

    private func name(_ path: Query.Path) -> String { steps(path).joined(separator: ".") }

    private func steps(_ path: Query.Path) -> [String] {
        if path.scope > 0 { return ["outer"] }
        var at = entity
        var names: [String] = []
        for reference in path.references {
            guard at.columns.indices.contains(reference), let destination = at.columns[reference].destination,
                let next = schema.entitiesByName[destination]
            else { return names + ["?"] }
            names.append(at.columns[reference].name)
            at = next
        }
        return names
    }

    /// The columns of an index, as key paths.
    package func index(_ columns: [Int]) -> String {
        columns.map { "\\.\(entity.columns.indices.contains($0) ? entity.columns[$0].name : "?")" }
            .joined(separator: ", ")
    }

    private func literal(_ value: StoredValue) -> String {
        switch value {
        case .null: "nil"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .double(let value): "\(value)"
        case .decimal(let value): "\(value)"
        case .text(let text): text.count > 40 ? "\"\(text.prefix(40))…\"" : "\"\(text)\""
        case .date(let date): date.formatted(.iso8601)
        case .data(let data): "\(data.count) bytes"
        case .uuid(let uuid): "\(uuid)"
        case .reference(let key): "#\(key)"
        }
    }

    private func sign(_ comparison: Query.Comparison) -> String {
        switch comparison {
        case .equal: "=="
        case .notEqual: "!="
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        }
    }

    private func sign(_ operation: Query.Arithmetic) -> String {
        switch operation {
        case .add: "+"
        case .subtract: "-"
        case .multiply: "*"
        case .divide: "/"
        case .remainder: "%"
        }
    }
}
