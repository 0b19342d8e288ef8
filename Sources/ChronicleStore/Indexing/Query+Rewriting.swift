import ChronicleSchema

extension Query.Condition {
    /// The condition with other values in the place of columns and keys; nil where one has no other, and where the condition
    /// can fail.
    func replacingRows(_ other: (Query.Value) -> Query.Value?) -> Query.Condition? {
        func both(_ a: Query.Value, _ b: Query.Value) -> (Query.Value, Query.Value)? {
            guard let a = a.replacingRows(other), let b = b.replacingRows(other) else { return nil }
            return (a, b)
        }
        func all(_ parts: [Query.Condition]) -> [Query.Condition]? {
            var result: [Query.Condition] = []
            for part in parts {
                guard let part = part.replacingRows(other) else { return nil }
                result.append(part)
            }
            return result
        }
        switch self {
        case .constant: return self
        case .compare(let a, let comparison, let b): return both(a, b).map { .compare($0, comparison, $1) }
        case .contains(let a, let b): return both(a, b).map { .contains($0, $1) }
        case .startsWith(let a, let b): return both(a, b).map { .startsWith($0, $1) }
        case .search(let a, let b): return both(a, b).map { .search($0, $1) }
        case .matches(let value, let pattern): return value.replacingRows(other).map { .matches($0, pattern) }
        case .exists: return nil
        case .isTrue(let value): return value.replacingRows(other).map { .isTrue($0) }
        case .member(let value, let set): return value.replacingRows(other).map { .member($0, set) }
        case .and(let parts): return all(parts).map { .and($0) }
        case .or(let parts): return all(parts).map { .or($0) }
        case .not(let part): return part.replacingRows(other).map { .not($0) }
        }
    }

    /// The first reference that every column and key of the condition is reached over; nil when there is no such one.
    package var commonReference: Int? {
        var reference: Int?
        let mapped = replacingRows { value in
            let path: Query.Path
            switch value {
            case .column(let end, _), .key(let end): path = end
            default: return nil
            }
            guard let first = path.references.first, reference ?? first == first else { return nil }
            reference = first
            return value
        }
        return mapped == nil ? nil : reference
    }

    /// The condition as it is asked of the rows at the end of the first reference of its paths.
    package func movedOverFirstReference() -> Query.Condition? {
        replacingRows { value in
            func moved(_ path: Query.Path) -> Query.Path {
                Query.Path(references: Array(path.references.dropFirst()), entity: path.entity)
            }
            switch value {
            case .column(let path, let column): return .column(moved(path), column)
            case .key(let path): return .key(moved(path))
            default: return nil
            }
        }
    }

    /// Whether the condition holds for no row that its paths do not reach, whatever its constants are, as far as that shows.
    package var rejectsMissingRows: Bool {
        func isPlain(_ value: Query.Value) -> Bool {
            switch value {
            case .column, .key: true
            default: false
            }
        }
        func isPresent(_ value: Query.Value) -> Bool {
            if case .literal(let literal) = value { !literal.isNull } else { false }
        }
        switch self {
        case .compare(let a, let comparison, let b):
            return comparison != .notEqual && (isPlain(a) && isPresent(b) || isPresent(a) && isPlain(b))
        case .isTrue(let value): return isPlain(value)
        case .contains(let a, let b), .startsWith(let a, let b), .search(let a, let b):
            return isPlain(a) || isPlain(b)
        case .member(let value, let set): return isPlain(value) && !set.values.contains(.null)
        case .and(let parts): return parts.contains { $0.rejectsMissingRows }
        case .or(let parts): return parts.allSatisfy { $0.rejectsMissingRows }
        default: return false
        }
    }

    /// Whether the condition holds where all its paths end in nothing; nil when that cannot be told.
    func holdsForNull(_ schema: Schema, entity: Int) throws -> Bool? {
        guard let constant = replacingRows({ _ in .literal(.null) }) else { return nil }
        let compiled = try CompiledCondition(constant, schema: schema, entity: entity)
        return try withUnsafeTemporaryAllocation(of: RowCell.self, capacity: 1) { cells in
            cells.initialize(repeating: .null)
            guard let base = cells.baseAddress else { return nil }
            return try compiled.matches(key: 0, cells: base, NoRows())
        }
    }
}

extension Query.Value {
    func replacingRows(_ other: (Query.Value) -> Query.Value?) -> Query.Value? {
        switch self {
        case .literal: return self
        case .column, .key: return other(self)
        case .arithmetic, .negate, .count: return nil
        case .length(let value): return value.replacingRows(other).map { .length($0) }
        case .order(let collation, let a, let b):
            guard let a = a.replacingRows(other), let b = b.replacingRows(other) else { return nil }
            return .order(collation, a, b)
        case .coalesce(let a, let b):
            guard let a = a.replacingRows(other), let b = b.replacingRows(other) else { return nil }
            return .coalesce(a, b)
        case .conditional(let condition, let a, let b):
            guard let condition = condition.replacingRows(other), let a = a.replacingRows(other),
                let b = b.replacingRows(other)
            else { return nil }
            return .conditional(condition, a, b)
        case .condition(let condition): return condition.replacingRows(other).map { .condition($0) }
        }
    }
}

/// Where there are no rows at all.
private struct NoRows: RowResolver {
    func withRow<R>(entity: Int, key: Int64, _ body: (UnsafePointer<RowCell>?) throws -> R) throws -> R {
        try body(nil)
    }
}
