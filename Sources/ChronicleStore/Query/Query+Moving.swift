/// Taking parts of a query into conditions over related rows.
extension Query.Path {
    /// The path as seen from that many scopes further inside, unless it starts within the part itself.
    package func moved(_ scopes: Int, from depth: Int) -> Query.Path {
        scope < depth ? self : Query.Path(references: references, entity: entity, scope: scope + scopes)
    }
}

extension Query.Related {
    /// The related rows as seen from that many scopes further inside.
    package func moved(_ scopes: Int, from depth: Int) -> Query.Related {
        Query.Related(
            owner: owner.moved(scopes, from: depth), link: link, entity: entity,
            condition: condition?.moved(scopes, from: depth + 1))
    }
}

extension Query.Value {
    /// The value as seen from that many scopes further inside.
    package func moved(_ scopes: Int, from depth: Int = 0) -> Query.Value {
        func value(_ value: Query.Value) -> Query.Value { value.moved(scopes, from: depth) }
        return switch self {
        case .literal: self
        case .column(let path, let column): .column(path.moved(scopes, from: depth), column)
        case .key(let path): .key(path.moved(scopes, from: depth))
        case .arithmetic(let operation, let a, let b): .arithmetic(operation, value(a), value(b))
        case .negate(let a): .negate(value(a))
        case .coalesce(let a, let b): .coalesce(value(a), value(b))
        case .conditional(let condition, let a, let b):
            .conditional(condition.moved(scopes, from: depth), value(a), value(b))
        case .condition(let condition): .condition(condition.moved(scopes, from: depth))
        case .count(let related): .count(related.moved(scopes, from: depth))
        case .length(let a): .length(value(a))
        case .order(let collation, let a, let b): .order(collation, value(a), value(b))
        }
    }
}

extension Query.Condition {
    /// The condition as seen from that many scopes further inside.
    package func moved(_ scopes: Int, from depth: Int = 0) -> Query.Condition {
        func value(_ value: Query.Value) -> Query.Value { value.moved(scopes, from: depth) }
        return switch self {
        case .constant: self
        case .compare(let a, let comparison, let b): .compare(value(a), comparison, value(b))
        case .isTrue(let a): .isTrue(value(a))
        case .and(let parts): .and(parts.map { $0.moved(scopes, from: depth) })
        case .or(let parts): .or(parts.map { $0.moved(scopes, from: depth) })
        case .not(let part): .not(part.moved(scopes, from: depth))
        case .contains(let a, let b): .contains(value(a), value(b))
        case .startsWith(let a, let b): .startsWith(value(a), value(b))
        case .member(let a, let set): .member(value(a), set)
        case .exists(let related): .exists(related.moved(scopes, from: depth))
        case .search(let a, let b): .search(value(a), value(b))
        case .matches(let a, let pattern): .matches(value(a), pattern)
        }
    }
}
