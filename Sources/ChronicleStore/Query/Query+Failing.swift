package import ChronicleSchema

// A query fails where Swift's own `filter` over all rows would: where the condition, evaluated from left to right, fails for
// any row. So what can fail is asked of all rows that nothing before it excludes, whatever the order and the limit are.

extension Query.Condition {
    /// Whether evaluation can end in an error for some row, so that it must be asked of no more and no fewer rows than told.
    func canFail(_ schema: Schema) -> Bool {
        switch self {
        case .constant: false
        case .compare(let a, _, let b), .contains(let a, let b), .startsWith(let a, let b), .search(let a, let b):
            a.canFail(schema) || b.canFail(schema)
        case .isTrue(let value), .member(let value, _), .matches(let value, _): value.canFail(schema)
        case .exists(let related): related.condition?.canFail(schema) ?? false
        case .and(let parts), .or(let parts): parts.contains { $0.canFail(schema) }
        case .not(let part): part.canFail(schema)
        }
    }

    /// What stands before the first part that can fail; nil where that is nothing.
    ///
    /// Whoever judges rows itself, which may differ from those that are stored, may have a store exclude rows by this, and by
    /// no more: a stored row must neither fail nor be excluded by what comes after a failure.
    package func beforeFailing(_ schema: Schema) -> Query.Condition? {
        let sound = Array(conjunction.prefix { !$0.canFail(schema) })
        return sound.isEmpty ? nil : .and(sound)
    }
}

extension Query.Value {
    /// Whether evaluation can end in an error for some row.
    func canFail(_ schema: Schema) -> Bool {
        switch self {
        case .literal, .column, .key: false
        // Floating-point numbers overflow into infinity and divide by zero.
        case .arithmetic(_, let a, let b):
            a.isFloating(schema) || b.isFloating(schema) ? a.canFail(schema) || b.canFail(schema) : true
        case .negate(let value): value.isFloating(schema) ? value.canFail(schema) : true
        case .coalesce(let a, let b), .order(_, let a, let b): a.canFail(schema) || b.canFail(schema)
        case .length(let value): value.canFail(schema)
        case .count(let related): related.condition?.canFail(schema) ?? false
        case .conditional(let condition, let a, let b):
            condition.canFail(schema) || a.canFail(schema) || b.canFail(schema)
        case .condition(let condition): condition.canFail(schema)
        }
    }

    /// Whether the value is a floating-point number, as far as that shows.
    private func isFloating(_ schema: Schema) -> Bool {
        switch self {
        case .literal(.double): true
        case .column(let path, let column):
            schema.entities.indices.contains(path.entity)
                && schema.entities[path.entity].columns.indices.contains(column)
                && schema.entities[path.entity].columns[column].type == .double
        case .arithmetic(_, let a, let b), .coalesce(let a, let b), .conditional(_, let a, let b):
            a.isFloating(schema) || b.isFloating(schema)
        case .negate(let value): value.isFloating(schema)
        default: false
        }
    }
}
