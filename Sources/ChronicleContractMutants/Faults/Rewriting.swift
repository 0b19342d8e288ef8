import ChronicleSchema
import ChronicleStore

extension Query.Condition {
    /// The condition with every part replaced, innermost first, those within values too.
    func rewritten(_ change: (Query.Condition) -> Query.Condition) -> Query.Condition {
        func value(_ value: Query.Value) -> Query.Value { value.rewritten(conditions: change) }
        return switch self {
        case .and(let parts): change(.and(parts.map { $0.rewritten(change) }))
        case .or(let parts): change(.or(parts.map { $0.rewritten(change) }))
        case .not(let part): change(.not(part.rewritten(change)))
        case .compare(let a, let comparison, let b): change(.compare(value(a), comparison, value(b)))
        case .isTrue(let a): change(.isTrue(value(a)))
        case .contains(let a, let b): change(.contains(value(a), value(b)))
        case .startsWith(let a, let b): change(.startsWith(value(a), value(b)))
        case .member(let a, let set): change(.member(value(a), set))
        case .matches(let a, let pattern): change(.matches(value(a), pattern))
        case .search(let a, let b): change(.search(value(a), value(b)))
        // What holds of related rows is said of another entity, and left alone.
        case .constant, .exists: change(self)
        }
    }

    /// The parts that must all hold.
    var conjuncts: [Query.Condition] {
        if case .and(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
    }
}

extension Query.Value {
    var isNullLiteral: Bool { if case .literal(.null) = self { true } else { false } }

    /// The column of the fetched row itself that this is; nil for anything else.
    var ownColumn: Int? {
        if case .column(let path, let column) = self, path.references.isEmpty { column } else { nil }
    }

    /// The type of a column or constant; nil when it takes more to know.
    func type(_ schema: Schema) -> ColumnType? {
        switch self {
        case .column(let path, let column): schema.entities[path.entity].columns[column].type
        case .literal(.text): .text
        case .literal(.double): .double
        case .literal(.date): .date
        case .literal(.integer): .integer
        case .literal(.unsigned): .unsigned
        case .literal(.decimal): .decimal
        case .coalesce(let first, _): first.type(schema)
        default: nil
        }
    }

    /// The same with every condition in it replaced.
    func rewritten(conditions change: (Query.Condition) -> Query.Condition) -> Query.Value {
        rewritten { value in
            switch value {
            case .conditional(let condition, let a, let b): .conditional(condition.rewritten(change), a, b)
            case .condition(let condition): .condition(condition.rewritten(change))
            default: value
            }
        }
    }

    /// The same with every part replaced, innermost first; conditions in it are left alone.
    func rewritten(_ change: (Query.Value) -> Query.Value) -> Query.Value {
        switch self {
        case .arithmetic(let kind, let a, let b): change(.arithmetic(kind, a.rewritten(change), b.rewritten(change)))
        case .negate(let a): change(.negate(a.rewritten(change)))
        case .coalesce(let a, let b): change(.coalesce(a.rewritten(change), b.rewritten(change)))
        case .conditional(let condition, let a, let b):
            change(.conditional(condition, a.rewritten(change), b.rewritten(change)))
        default: change(self)
        }
    }
}

extension Faults {
    /// Replaces every part of a fetch's condition.
    mutating func rewriteConditions(_ change: @escaping @Sendable (Query.Condition, Schema) -> Query.Condition) {
        request = { request, state in
            request.condition = request.condition.map { $0.rewritten { change($0, state.schema) } }
        }
    }

    /// Replaces every value in a fetch's comparisons.
    mutating func rewriteValues(_ change: @escaping @Sendable (Query.Value, Schema) -> Query.Value) {
        rewriteConditions { condition, schema in
            func value(_ value: Query.Value) -> Query.Value { value.rewritten { change($0, schema) } }
            switch condition {
            case .compare(let a, let comparison, let b): return .compare(value(a), comparison, value(b))
            case .isTrue(let a): return .isTrue(value(a))
            case .contains(let a, let b): return .contains(value(a), value(b))
            case .startsWith(let a, let b): return .startsWith(value(a), value(b))
            case .member(let a, let set): return .member(value(a), set)
            default: return condition
            }
        }
    }

    /// Drops rows that a part of a fetch's condition, which must hold, selects in the eyes of Swift only.
    mutating func dropRows(
        _ drops: @escaping @Sendable (Query.Condition, [StoredValue]) -> Bool
    ) {
        answer = { keys, request, state in
            guard let parts = request.condition?.conjuncts else { return }
            keys.removeAll { key in
                guard let row = state.row(RowReference(entity: request.entity, key: key)) else { return true }
                return parts.contains { drops($0, row) }
            }
        }
    }

    /// Answers a fetch in the order of a comparison in place of its own, ties by key.
    mutating func sortRows(
        _ isBefore: @escaping @Sendable (StoredValue, StoredValue) -> Bool?
    ) {
        answer = { keys, request, state in
            guard let key = request.order.first, let column = key.value.ownColumn else { return }
            var whole = request
            whole.order = []
            whole.offset = 0
            whole.limit = nil
            let all = try state.keys(whole)
            let table = try state.table(request.entity)
            func value(_ key: Int64) -> StoredValue { table.rows[key]?[column] ?? .null }
            guard let first = all.lazy.map(value).first(where: { !$0.isNull }), isBefore(first, first) != nil else {
                return
            }
            let sorted = all.sorted { a, b in
                let (a1, b1) = key.isReversed ? (b, a) : (a, b)
                if isBefore(value(a1), value(b1)) ?? false { return true }
                if isBefore(value(b1), value(a1)) ?? false { return false }
                return a < b
            }
            keys = Array(sorted.dropFirst(request.offset).prefix(request.limit ?? .max))
        }
    }
}

extension Faults {
    /// Answers a fetch of one condition by a test of a row's values, where there is one.
    mutating func widen(
        _ test: @escaping @Sendable (Query.Condition) -> (@Sendable ([StoredValue]) -> Bool)?
    ) {
        request = { request, state in
            guard let condition = request.condition else { return }
            let table = try state.table(request.entity)
            request.condition = condition.rewritten { part in
                guard let holds = test(part) else { return part }
                let keys = table.keys.filter { table.rows[$0].map(holds) ?? false }
                return .member(.key(Query.Path(entity: request.entity)), Query.ValueSet(keys.map { .reference($0) }))
            }
        }
    }
}

extension Query.Comparison {
    /// The comparison with its sides exchanged.
    var turned: Query.Comparison {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        }
    }

    func holdsBetween(_ a: Double, _ b: Double) -> Bool {
        switch self {
        case .equal: a == b
        case .notEqual: a != b
        case .less: a < b
        case .lessOrEqual: a <= b
        case .greater: a > b
        case .greaterOrEqual: a >= b
        }
    }
}

extension Query.Value {
    /// Whether it is reached over a relationship.
    var hasReferences: Bool { firstReference != nil }

    /// The first reference on the way to a column of another row; nil when there is none.
    var firstReference: Query.Value? {
        switch self {
        case .column(let path, _), .key(let path):
            guard let first = path.references.first else { return nil }
            // The entity that holds the reference is the fetched one, and only its number is missing here.
            return path.references.count == 1 ? .key(Query.Path(references: [first], entity: path.entity)) : nil
        case .coalesce(let a, let b): return a.firstReference ?? b.firstReference
        default: return nil
        }
    }
}

extension StoredValue {
    var text: String? { if case .text(let text) = self { text } else { nil } }
}
