import ChronicleStore

/// What the answer to a query depends on: columns of the rows themselves, and of rows at the ends of paths.
struct LiveDependencies: Sendable {
    /// One step from a row to others.
    enum Step: Sendable, Hashable {
        /// To the row that a column refers to.
        case reference(Int)
        /// To the rows that refer to it with a column of theirs.
        case members(Int)
    }

    /// Rows that are reached from the query's, and what of them matters.
    struct Related: Sendable {
        /// The way from a row of the query to the rows.
        var steps: [Step]
        /// The entity that each step leads to.
        var entities: [Int]
        var entity: Int
        var columns = ColumnSet()
        /// Whether a change of them has everything read again: the order depends on them, so that rows move which themselves
        /// did not change, or the way to them leads over a link entity.
        var needsRefetch: Bool

        /// The column by which a changed row tells itself whom it belongs to.
        var ownerColumn: Int? {
            if case .members(let column)? = steps.last { column } else { nil }
        }
    }

    /// A way to rows of an entity.
    private struct Way {
        var steps: [Step] = []
        var entities: [Int] = []
        var entity: Int

        func then(_ step: Step, _ entity: Int) -> Way {
            Way(steps: steps + [step], entities: entities + [entity], entity: entity)
        }
    }

    private(set) var columns = ColumnSet()
    /// The columns of the row itself that the order reads.
    private(set) var orderColumns = ColumnSet()
    private(set) var related: [Related] = []
    private let schema: Schema
    private let root: Int
    /// While walking through conditions over related rows: the way to those, the innermost last; nil steps where it leads over
    /// a link entity.
    private var inside: [(way: Way, isKnown: Bool)] = []

    init(_ request: FetchRequest, schema: Schema) {
        self.schema = schema
        root = request.entity
        for key in request.order { add(key.value, isForOrder: true) }
        if let condition = request.condition { add(condition) }
    }

    /// The start of a path.
    private func start(of path: Query.Path) -> (way: Way, isKnown: Bool) {
        path.scope == inside.count ? (Way(entity: root), true) : inside[inside.count - 1 - path.scope]
    }

    /// - Returns: The way to the end of the path; nil when it leads out of the schema.
    @discardableResult
    private mutating func add(_ path: Query.Path, _ column: Int?, _ isForOrder: Bool) -> (way: Way, isKnown: Bool)? {
        var (way, isKnown) = start(of: path)
        let first = path.references.first ?? column
        if way.steps.isEmpty, isKnown {
            if let first {
                columns.insert(first)
                if isForOrder { orderColumns.insert(first) }
            }
        } else {
            note(way, first, needsRefetch: isForOrder || !isKnown)
        }
        for (depth, reference) in path.references.enumerated() {
            guard let next = destination(way.entity, reference) else { return nil }
            way = way.then(.reference(reference), next)
            let isLast = depth == path.references.count - 1
            note(way, isLast ? column : path.references[depth + 1], needsRefetch: isForOrder || !isKnown)
        }
        return (way, isKnown)
    }

    private func destination(_ entity: Int, _ column: Int) -> Int? {
        schema.entities[entity].columns[column].destination.flatMap { schema.entitiesByName[$0]?.index }
    }

    private mutating func note(_ way: Way, _ column: Int?, needsRefetch: Bool) {
        let known = related.firstIndex {
            $0.steps == way.steps && $0.entity == way.entity && $0.needsRefetch == needsRefetch
        }
        let index = known ?? related.count
        if known == nil {
            related.append(
                Related(steps: way.steps, entities: way.entities, entity: way.entity, needsRefetch: needsRefetch))
        }
        if let column { related[index].columns.insert(column) }
    }

    private mutating func add(_ rows: Query.Related, _ isForOrder: Bool) {
        guard let (owner, isOwnerKnown) = add(rows.owner, nil, isForOrder) else { return }
        let (way, isKnown): (Way, Bool)
        switch rows.link {
        case .column(let column):
            (way, isKnown) = (owner.then(.members(column), rows.entity), isOwnerKnown)
            note(way, column, needsRefetch: isForOrder || !isKnown)
        case .entity(let link, let own, let other):
            (way, isKnown) = (Way(entity: rows.entity), false)
            note(Way(entity: link), own, needsRefetch: true)
            note(Way(entity: link), other, needsRefetch: true)
            note(way, nil, needsRefetch: true)
        }
        guard let condition = rows.condition else { return }
        inside.append((way, isKnown))
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
