import ChronicleSchema

extension FetchRequest {
    /// The columns of the entity itself that the condition and the order look at.
    package var neededColumns: [Int] {
        var columns = ColumnSet()
        if let condition { condition.collect(&columns, 0) }
        for key in order { key.value.collect(&columns, 0) }
        return Array(columns)
    }
}

extension Query.Condition {
    /// - Parameter depth: How many scopes outward the entity's row is.
    fileprivate func collect(_ columns: inout ColumnSet, _ depth: Int) {
        switch self {
        case .constant: break
        case .compare(let a, _, let b), .contains(let a, let b), .startsWith(let a, let b), .search(let a, let b):
            a.collect(&columns, depth)
            b.collect(&columns, depth)
        case .isTrue(let value), .member(let value, _), .matches(let value, _): value.collect(&columns, depth)
        case .and(let parts), .or(let parts): for part in parts { part.collect(&columns, depth) }
        case .not(let part): part.collect(&columns, depth)
        case .exists(let related): related.collect(&columns, depth)
        }
    }
}

extension Query.Related {
    fileprivate func collect(_ columns: inout ColumnSet, _ depth: Int) {
        if owner.scope == depth, let reference = owner.references.first { columns.insert(reference) }
        condition?.collect(&columns, depth + 1)
    }
}

extension Query.Value {
    fileprivate func collect(_ columns: inout ColumnSet, _ depth: Int) {
        switch self {
        case .literal: break
        case .column(let path, let column):
            if path.scope == depth { columns.insert(path.references.first ?? column) }
        case .key(let path):
            if path.scope == depth, let reference = path.references.first { columns.insert(reference) }
        case .arithmetic(_, let a, let b), .coalesce(let a, let b), .order(_, let a, let b):
            a.collect(&columns, depth)
            b.collect(&columns, depth)
        case .negate(let value), .length(let value): value.collect(&columns, depth)
        case .conditional(let condition, let a, let b):
            condition.collect(&columns, depth)
            a.collect(&columns, depth)
            b.collect(&columns, depth)
        case .condition(let condition): condition.collect(&columns, depth)
        case .count(let related): related.collect(&columns, depth)
        }
    }
}
