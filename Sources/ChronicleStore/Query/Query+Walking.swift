extension FetchRequest {
    /// Whether the condition or the order looks at related rows, which a store can do that declares
    /// ``StoreCapabilities/relatedRows``.
    public var usesRelatedRows: Bool {
        condition?.usesRelatedRows ?? false || order.contains { $0.value.usesRelatedRows }
    }
}

extension Query.Condition {
    /// The conditions that must all hold, those of nested conjunctions included.
    package var conjunction: [Query.Condition] {
        var terms: [Query.Condition] = []
        func flatten(_ condition: Query.Condition) {
            if case .and(let parts) = condition { parts.forEach(flatten) } else { terms.append(condition) }
        }
        flatten(self)
        return terms
    }

    var usesRelatedRows: Bool {
        var found = false
        walk { if case .related = $0 { found = true } }
        return found
    }
}

extension Query.Value {
    var usesRelatedRows: Bool {
        var found = false
        walk { if case .related = $0 { found = true } }
        return found
    }
}

extension Query {
    /// What a query reads.
    package enum Read {
        /// A column of the row at the end of a path.
        case column(Path, Int)
        /// The key of the row at the end of a path.
        case key(Path)
        /// Related rows; their condition is walked through after this, one scope further in.
        case related(Related)
    }
}

extension Query.Condition {
    /// Calls a closure with everything that is read, from left to right.
    package func walk(_ visit: (Query.Read) -> Void) {
        switch self {
        case .constant: break
        case .compare(let a, _, let b), .contains(let a, let b), .startsWith(let a, let b), .search(let a, let b):
            a.walk(visit)
            b.walk(visit)
        case .isTrue(let value), .member(let value, _), .matches(let value, _): value.walk(visit)
        case .and(let parts), .or(let parts): for part in parts { part.walk(visit) }
        case .not(let part): part.walk(visit)
        case .exists(let related): related.walk(visit)
        }
    }
}

extension Query.Related {
    fileprivate func walk(_ visit: (Query.Read) -> Void) {
        visit(.related(self))
        condition?.walk(visit)
    }
}

extension Query.Value {
    /// Calls a closure with everything that is read, from left to right.
    package func walk(_ visit: (Query.Read) -> Void) {
        switch self {
        case .literal: break
        case .column(let path, let column): visit(.column(path, column))
        case .key(let path): visit(.key(path))
        case .arithmetic(_, let a, let b), .coalesce(let a, let b), .order(_, let a, let b):
            a.walk(visit)
            b.walk(visit)
        case .negate(let value), .length(let value): value.walk(visit)
        case .conditional(let condition, let a, let b):
            condition.walk(visit)
            a.walk(visit)
            b.walk(visit)
        case .condition(let condition): condition.walk(visit)
        case .count(let related): related.walk(visit)
        }
    }
}
