import ChronicleStore

/// What the answer to a query depends on: columns of the rows themselves, and of rows at the ends of paths.
struct LiveDependencies: Sendable {
    /// Rows that are reached over references, and what of them matters.
    struct Related: Sendable {
        /// The references from the query's entity to the rows.
        var references: [Int]
        var entity: Int
        var columns = ColumnSet()
        /// Whether a change of them has everything read again: the order depends on them, so that rows move which themselves
        /// did not change, or they are at the other end of a to-many relationship.
        var needsRefetch: Bool
    }

    private(set) var columns = ColumnSet()
    /// The columns of the row itself that the order reads.
    private(set) var orderColumns = ColumnSet()
    private(set) var related: [Related] = []
    private let schema: Schema
    private let root: Int
    /// While walking through conditions over related rows: their entities, the innermost last.
    private var inside: [Int] = []

    init(_ request: FetchRequest, schema: Schema) {
        self.schema = schema
        root = request.entity
        for key in request.order { add(key.value, isForOrder: true) }
        if let condition = request.condition { add(condition) }
    }

    private mutating func add(_ path: Query.Path, _ column: Int?, _ isForOrder: Bool) {
        guard inside.isEmpty || path.scope == inside.count else { return addInside(path, column) }
        if let first = path.references.first ?? column {
            columns.insert(first)
            if isForOrder { orderColumns.insert(first) }
        }
        var entity = root
        for depth in path.references.indices {
            guard let next = destination(entity, path.references[depth]) else { return }
            entity = next
            let isLast = depth == path.references.count - 1
            let read = isLast ? column : path.references[depth + 1]
            note(Array(path.references[...depth]), entity, read, needsRefetch: isForOrder || !inside.isEmpty)
        }
    }

    /// What related rows of a to-many relationship are asked for. Which rows of the query a change of those concerns is not
    /// looked for.
    private mutating func addInside(_ path: Query.Path, _ column: Int?) {
        var entity = inside[inside.count - 1 - path.scope]
        note([], entity, path.references.first ?? column, needsRefetch: true)
        for depth in path.references.indices {
            guard let next = destination(entity, path.references[depth]) else { return }
            entity = next
            let isLast = depth == path.references.count - 1
            note([], entity, isLast ? column : path.references[depth + 1], needsRefetch: true)
        }
    }

    private func destination(_ entity: Int, _ column: Int) -> Int? {
        schema.entities[entity].columns[column].destination.flatMap { schema.entitiesByName[$0]?.index }
    }

    private mutating func note(_ references: [Int], _ entity: Int, _ column: Int?, needsRefetch: Bool) {
        let known = related.firstIndex {
            $0.references == references && $0.entity == entity && $0.needsRefetch == needsRefetch
        }
        let index = known ?? related.count
        if known == nil {
            related.append(Related(references: references, entity: entity, needsRefetch: needsRefetch))
        }
        if let column { related[index].columns.insert(column) }
    }

    private mutating func add(_ rows: Query.Related, _ isForOrder: Bool) {
        add(rows.owner, nil, isForOrder)
        switch rows.link {
        case .column(let column): note([], rows.entity, column, needsRefetch: true)
        case .entity(let link, let own, let other):
            note([], link, own, needsRefetch: true)
            note([], link, other, needsRefetch: true)
            note([], rows.entity, nil, needsRefetch: true)
        }
        guard let condition = rows.condition else { return }
        inside.append(rows.entity)
        add(condition, isForOrder: isForOrder)
        inside.removeLast()
    }

    private mutating func add(_ value: Query.Value, isForOrder: Bool = false) {
        switch value {
        case .literal: break
        case .column(let path, let column): add(path, column, isForOrder)
        case .key(let path): add(path, nil, isForOrder)
        case .arithmetic(_, let a, let b), .coalesce(let a, let b), .order(_, let a, let b):
            add(a, isForOrder: isForOrder)
            add(b, isForOrder: isForOrder)
        case .negate(let part), .length(let part): add(part, isForOrder: isForOrder)
        case .conditional(let condition, let a, let b):
            add(condition, isForOrder: isForOrder)
            add(a, isForOrder: isForOrder)
            add(b, isForOrder: isForOrder)
        case .condition(let condition): add(condition, isForOrder: isForOrder)
        case .count(let rows): add(rows, isForOrder)
        }
    }

    private mutating func add(_ condition: Query.Condition, isForOrder: Bool = false) {
        switch condition {
        case .constant: break
        case .compare(let a, _, let b), .contains(let a, let b), .startsWith(let a, let b), .search(let a, let b):
            add(a, isForOrder: isForOrder)
            add(b, isForOrder: isForOrder)
        case .isTrue(let value), .member(let value, _), .matches(let value, _): add(value, isForOrder: isForOrder)
        case .and(let parts), .or(let parts): for part in parts { add(part, isForOrder: isForOrder) }
        case .not(let part): add(part, isForOrder: isForOrder)
        case .exists(let rows): add(rows, isForOrder)
        }
    }
}

extension ColumnSet {
    func intersects(_ other: ColumnSet) -> Bool { contains(where: other.contains) }
}
