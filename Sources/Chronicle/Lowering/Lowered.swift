import ChronicleStore

/// What a part of a predicate comes to.
enum Lowered {
    /// A value of one column or computed from such.
    case value(Query.Value)
    /// A condition.
    case condition(Query.Condition)
    /// A condition over something that may be missing; nil when that is.
    case optionalCondition(absent: Query.Condition, Query.Condition)
    /// A model at the end of a path; the root has no references.
    case model(Query.Path, ModelInfo)
    /// The models of a to-many relationship, or those of them that a condition selects.
    case related(Query.Related, ModelInfo)
    /// A composite in columns of the row at the end of a path.
    case composite(Query.Path, any Composite.Type, columns: Range<Int>, presence: Int?)
    /// A captured composite: a value a column, its presence first when it is optional.
    case constant([StoredValue])
    /// A captured collection.
    case set([StoredValue])
    /// A range; nil for a side without a bound.
    case range(Query.Value?, Query.Value?, isClosed: Bool)
    /// A captured regular expression.
    case pattern(Query.TextPattern)

    /// The same as seen from further inside, where the rows that it speaks of are that many scopes further outward.
    func moved(_ scopes: Int) -> Lowered {
        if scopes == 0 { return self }
        switch self {
        case .value(let value): return .value(value.moved(scopes))
        case .condition(let condition): return .condition(condition.moved(scopes))
        case .optionalCondition(let absent, let condition):
            return .optionalCondition(absent: absent.moved(scopes), condition.moved(scopes))
        case .model(let path, let info): return .model(path.moved(scopes, from: 0), info)
        case .related(let related, let info): return .related(related.moved(scopes, from: 0), info)
        case .composite(let path, let type, let columns, let presence):
            return .composite(path.moved(scopes, from: 0), type, columns: columns, presence: presence)
        case .range(let lower, let upper, let isClosed):
            return .range(lower?.moved(scopes), upper?.moved(scopes), isClosed: isClosed)
        case .constant, .set, .pattern: return self
        }
    }
}
