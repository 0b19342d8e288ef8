import ChronicleStore

/// Turns places in an order into conditions that the indexes of the order's columns can answer.
struct CursorLowering {
    let request: FetchRequest
    let binding: EntityBinding

    init(_ request: FetchRequest, _ binding: EntityBinding) {
        self.request = request
        self.binding = binding
    }

    private var schema: Schema { binding.store.store.schema }

    /// The sort keys by the names of what they read, which survive changes of the schema that leave them alone.
    var names: [String] {
        request.order.map { key in
            let name: String
            switch key.value {
            case .column(let path, let column):
                name = (steps(path) + [schema.entities[path.entity].columns[column].name]).joined(separator: "/")
            case .key(let path): name = (steps(path) + ["id"]).joined(separator: "/")
            default: name = "\(key.value)"
            }
            let collation = key.collation == .scalars ? "" : " \(key.collation.rawValue)"
            return (key.isReversed ? "-" : "+") + name + collation
        }
    }

    private func steps(_ path: Query.Path) -> [String] {
        var (names, entity) = ([String](), binding.entity)
        for reference in path.references {
            names.append(entity.columns[reference].name)
            guard let next = entity.columns[reference].destination.flatMap({ schema.entitiesByName[$0] }) else { break }
            entity = next
        }
        return names
    }

    /// The request's condition, for rows behind a place.
    ///
    /// - Throws: ``ChronicleError`` `invalidCursor`.
    func condition<T: PersistentModel>(after cursor: FetchCursor<T>) throws -> Query.Condition {
        guard cursor.order == names, cursor.values.count == names.count else {
            throw invalid(
                "was made in the order \(cursor.order), and is used in \(names): keep one order for all pages")
        }
        guard cursor.identifier.origin === binding.origin else {
            throw invalid("belongs to another store, or to \(cursor.identifier.entityName): begin without a cursor")
        }
        var parts: [Query.Condition] = []
        if let condition = request.condition { parts.append(condition) }
        var ways: [Query.Condition] = []
        var equal: [Query.Condition] = []
        for (key, value) in zip(request.order, cursor.values) {
            if let beyond = beyond(key, value) { ways.append(equal.isEmpty ? beyond : .and(equal + [beyond])) }
            equal.append(compare(key, .equal, value))
        }
        let root = Query.Value.key(Query.Path(entity: binding.entity.index))
        let after = Query.Condition.compare(root, .greater, .literal(.reference(cursor.identifier.primaryKey)))
        ways.append(equal.isEmpty ? after : .and(equal + [after]))
        if let key = request.order.first, let value = cursor.values.first, let bound = bound(key, value) {
            parts.append(bound)
        }
        parts.append(ways.count == 1 ? ways[0] : .or(ways))
        return parts.count == 1 ? parts[0] : .and(parts)
    }

    /// Strictly after a value in one sort key; nil when nothing is.
    private func beyond(_ key: Query.SortKey, _ value: StoredValue) -> Query.Condition? {
        if value.isNull { return key.isReversed ? nil : .compare(key.value, .notEqual, .literal(.null)) }
        if !key.isReversed { return compare(key, .greater, value) }
        let less = compare(key, .less, value)
        return isNeverNull(key.value) ? less : .or([less, .compare(key.value, .equal, .literal(.null))])
    }

    /// A comparison in the order of a sort key.
    private func compare(
        _ key: Query.SortKey, _ comparison: Query.Comparison, _ value: StoredValue
    ) -> Query.Condition {
        guard key.collation != .scalars, !value.isNull else { return .compare(key.value, comparison, .literal(value)) }
        return .compare(.order(key.collation, key.value, .literal(value)), comparison, .literal(.integer(0)))
    }

    /// What holds of the first sort key in every row behind a value, where it is one run of an index.
    private func bound(_ key: Query.SortKey, _ value: StoredValue) -> Query.Condition? {
        if key.collation != .scalars { return nil }
        if value.isNull { return key.isReversed ? .compare(key.value, .equal, .literal(.null)) : nil }
        if !key.isReversed { return .compare(key.value, .greaterOrEqual, .literal(value)) }
        return isNeverNull(key.value) ? .compare(key.value, .lessOrEqual, .literal(value)) : nil
    }

    private func isNeverNull(_ value: Query.Value) -> Bool {
        switch value {
        case .column(let path, let column): path.references.isEmpty && !binding.entity.columns[column].isOptional
        case .key(let path): path.references.isEmpty
        default: false
        }
    }

    private func invalid(_ reason: String) -> ChronicleError {
        ChronicleError(.invalidCursor, "A cursor \(reason)", model: binding.entity.name)
    }
}
