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
    /// A composite in columns of the row at the end of a path.
    case composite(Query.Path, any Composite.Type, columns: Range<Int>, presence: Int?)
    /// A captured composite: a value a column, its presence first when it is optional.
    case constant([StoredValue])
    /// A captured collection.
    case set([StoredValue])
    /// A range with fixed or computed bounds.
    case range(Query.Value, Query.Value, isClosed: Bool)
}
