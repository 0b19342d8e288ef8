import ChronicleSchema

/// What a conjunct says of one column, or of the row's key.
struct ColumnBound {
    enum Kind {
        case equal(StoredValue)
        case oneOf([StoredValue])
        case from(StoredValue, isIncluded: Bool)
        case upTo(StoredValue, isIncluded: Bool)
        case prefix(String)
    }

    let conjunct: Int
    let column: Int
    let kind: Kind

    init?(_ condition: Query.Condition, conjunct: Int, _ entity: Schema.Entity, memberLimit: Int) {
        guard let (column, kind) = Self.bound(condition, entity, memberLimit) else { return nil }
        self.conjunct = conjunct
        self.column = column
        self.kind = kind
    }

    private static func bound(
        _ condition: Query.Condition, _ entity: Schema.Entity, _ memberLimit: Int
    ) -> (column: Int, kind: Kind)? {
        switch condition {
        case .compare(.column(let path, let column), let comparison, .literal(let value)) where path.references.isEmpty:
            return bound(column, comparison, value, entity)
        case .compare(.literal(let value), let comparison, .column(let path, let column))
        where path.references.isEmpty:
            return bound(column, comparison.flipped, value, entity)
        case .isTrue(.column(let path, let column)) where path.references.isEmpty:
            return (column, .equal(.bool(true)))
        case .not(.isTrue(.column(let path, let column)))
        where path.references.isEmpty && !entity.columns[column].isOptional:
            return (column, .equal(.bool(false)))
        case .member(.column(let path, let column), let set) where path.references.isEmpty:
            guard set.values.count <= memberLimit else { return nil }
            let type = entity.columns[column].type
            // A number that the column's type does not have is in no row.
            let values = set.values.compactMap { $0.isNull ? .null : $0.converted(to: type) }
            guard values.allSatisfy({ $0.isNull || ($0.columnType == type && !$0.isNotANumber) }) else { return nil }
            return (column, .oneOf(values))
        case .startsWith(.column(let path, let column), .literal(.text(let text))) where path.references.isEmpty:
            return text.isEmpty ? nil : (column, .prefix(text))
        default: return nil
        }
    }

    private static func bound(
        _ column: Int, _ comparison: Query.Comparison, _ value: StoredValue, _ entity: Schema.Entity
    ) -> (column: Int, kind: Kind)? {
        if value.isNull { return comparison == .equal ? (column, .equal(.null)) : nil }
        let type = entity.columns[column].type
        guard let value = value.converted(to: type), value.columnType == type, !value.isNotANumber else { return nil }
        switch comparison {
        case .equal: return (column, .equal(value))
        case .notEqual: return nil
        case .less: return (column, .upTo(value, isIncluded: false))
        case .lessOrEqual: return (column, .upTo(value, isIncluded: true))
        case .greater: return (column, .from(value, isIncluded: false))
        case .greaterOrEqual: return (column, .from(value, isIncluded: true))
        }
    }

    /// The keys that a conjunct leaves, where it compares the row's own key; nil when it says something else.
    static func keys(_ condition: Query.Condition) -> ClosedRange<Int64>? {
        let (comparison, value): (Query.Comparison, StoredValue)
        switch condition {
        case .compare(.key(let path), let sign, .literal(let literal)) where path.references.isEmpty:
            (comparison, value) = (sign, literal)
        case .compare(.literal(let literal), let sign, .key(let path)) where path.references.isEmpty:
            (comparison, value) = (sign.flipped, literal)
        default: return nil
        }
        guard let key = Int64.read(value) else { return nil }
        switch comparison {
        case .greater: return key == .max ? nil : key + 1 ... .max
        case .greaterOrEqual: return key ... .max
        case .less: return key == .min ? nil : .min ... key - 1
        case .lessOrEqual: return .min ... key
        case .equal, .notEqual: return nil
        }
    }
}
