import ChronicleSchema

extension FetchRequest {
    /// The columns of the entity itself that the condition and the order look at.
    package var neededColumns: [Int] {
        var columns = ColumnSet()
        if let condition { condition.collect(&columns) }
        for key in order { key.value.collect(&columns) }
        return Array(columns)
    }
}

extension Query.Condition {
    fileprivate func collect(_ columns: inout ColumnSet) {
        switch self {
        case .constant: break
        case .compare(let a, _, let b), .contains(let a, let b), .startsWith(let a, let b):
            a.collect(&columns)
            b.collect(&columns)
        case .isTrue(let value), .member(let value, _): value.collect(&columns)
        case .and(let parts), .or(let parts): for part in parts { part.collect(&columns) }
        case .not(let part): part.collect(&columns)
        }
    }
}

extension Query.Value {
    fileprivate func collect(_ columns: inout ColumnSet) {
        switch self {
        case .literal: break
        case .column(let path, let column): columns.insert(path.references.first ?? column)
        case .key(let path): if let reference = path.references.first { columns.insert(reference) }
        case .arithmetic(_, let a, let b), .coalesce(let a, let b):
            a.collect(&columns)
            b.collect(&columns)
        case .negate(let value): value.collect(&columns)
        case .conditional(let condition, let a, let b):
            condition.collect(&columns)
            a.collect(&columns)
            b.collect(&columns)
        case .condition(let condition): condition.collect(&columns)
        }
    }
}
