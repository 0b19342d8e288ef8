import ChronicleSchema

extension QueryPlanner {
    /// Rows of whose related rows one must be among few: those are found first, and then the rows that they refer to.
    func overRelated() -> Choice? {
        for (position, conjunct) in conjuncts[..<usable].enumerated() {
            guard let (related, isExact) = conjunct.neededRelated, related.owner.references.isEmpty,
                related.owner.scope == 0, let condition = related.condition, !condition.looksOutside
            else { continue }
            let (column, inner): (Int, FetchRequest)
            switch related.link {
            case .column(let reference):
                (column, inner) = (reference, FetchRequest(entity: related.entity, condition: condition))
            case .entity(let link, let own, let other):
                guard let moved = condition.reached(over: other) else { continue }
                (column, inner) = (own, FetchRequest(entity: link, condition: moved))
            }
            guard isSelective(inner) else { continue }
            // A link may lead to no row, of which nothing holds.
            let isCovered = if case .column = related.link { isExact } else { false }
            return gathering(.referred(column: column, inner), isCovered ? [position] : [], score: 3)
        }
        return nil
    }

    /// Whether a key, or an index with an equality, finds the rows of a request.
    private func isSelective(_ inner: FetchRequest) -> Bool {
        guard schema.entities.indices.contains(inner.entity),
            let planner = try? QueryPlanner(
                request: inner, schema: schema, indexes: schema.entities[inner.entity].indexes,
                maximumKeyLength: maximumKeyLength, rowCount: { _ in nil })
        else { return false }
        let choice = planner.choose()
        if case .keys = choice.access { return true }
        return choice.score > 2
    }
}

extension Query.Condition {
    /// Related rows of which there must be one, and whether that is all that the condition says.
    fileprivate var neededRelated: (Query.Related, isExact: Bool)? {
        switch self {
        case .exists(let related): (related, true)
        case .compare(.count(let related), let comparison, .literal(.integer(let number)))
        where !comparison.holds(0, number): (related, comparison == .greater && number == 0)
        case .compare(.literal(.integer(let number)), let comparison, .count(let related))
        where !comparison.holds(number, 0): (related, comparison == .less && number == 0)
        default: nil
        }
    }

    /// Whether anything in the condition may be of a row outside.
    fileprivate var looksOutside: Bool {
        var found = false
        walk { read in
            switch read {
            case .column(let path, _), .key(let path): if path.scope > 0 { found = true }
            case .related(let related): if related.owner.scope > 0 { found = true }
            }
        }
        return found
    }

    /// The condition as it is asked of rows that refer to the rows with a column; nil where it has no such form.
    fileprivate func reached(over column: Int) -> Query.Condition? {
        replacingRows { value in
            func moved(_ path: Query.Path) -> Query.Path {
                Query.Path(references: [column] + path.references, entity: path.entity)
            }
            switch value {
            case .column(let path, let end): return .column(moved(path), end)
            case .key(let path): return .key(moved(path))
            default: return nil
            }
        }
    }
}
