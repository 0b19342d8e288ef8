import ChronicleStore

/// What the answer to a query depends on: columns of the rows themselves, and of rows at the ends of paths.
struct LiveDependencies: Sendable {
    /// Rows that are reached over references, and what of them matters.
    struct Related: Sendable {
        /// The references from the query's entity to the rows.
        var references: [Int]
        var entity: Int
        var columns = ColumnSet()
        /// Whether the order depends on them, so that a change can move rows that themselves did not change.
        var isForOrder: Bool
    }

    private(set) var columns = ColumnSet()
    /// The columns of the row itself that the order reads.
    private(set) var orderColumns = ColumnSet()
    private(set) var related: [Related] = []
    private let schema: Schema
    private let root: Int

    init(_ request: FetchRequest, schema: Schema) {
        self.schema = schema
        root = request.entity
        for key in request.order { add(key.value, isForOrder: true) }
        if let condition = request.condition { add(condition) }
    }

    private mutating func add(_ path: Query.Path, _ column: Int?, _ isForOrder: Bool) {
        if let first = path.references.first ?? column {
            columns.insert(first)
            if isForOrder { orderColumns.insert(first) }
        }
        var entity = root
        for depth in path.references.indices {
            guard let name = schema.entities[entity].columns[path.references[depth]].destination,
                let next = schema.entitiesByName[name]
            else { return }
            entity = next.index
            let isLast = depth == path.references.count - 1
            let read = isLast ? column : path.references[depth + 1]
            let references = Array(path.references[...depth])
            let known = related.firstIndex { $0.references == references && $0.isForOrder == isForOrder }
            let index = known ?? related.count
            if known == nil {
                related.append(Related(references: references, entity: entity, isForOrder: isForOrder))
            }
            if let read { related[index].columns.insert(read) }
        }
    }

    private mutating func add(_ value: Query.Value, isForOrder: Bool = false) {
        switch value {
        case .literal: break
        case .column(let path, let column): add(path, column, isForOrder)
        case .key(let path): add(path, nil, isForOrder)
        case .arithmetic(_, let a, let b), .coalesce(let a, let b):
            add(a, isForOrder: isForOrder)
            add(b, isForOrder: isForOrder)
        case .negate(let part): add(part, isForOrder: isForOrder)
        case .conditional(let condition, let a, let b):
            add(condition, isForOrder: isForOrder)
            add(a, isForOrder: isForOrder)
            add(b, isForOrder: isForOrder)
        case .condition(let condition): add(condition, isForOrder: isForOrder)
        }
    }

    private mutating func add(_ condition: Query.Condition, isForOrder: Bool = false) {
        switch condition {
        case .constant: break
        case .compare(let a, _, let b), .contains(let a, let b), .startsWith(let a, let b):
            add(a, isForOrder: isForOrder)
            add(b, isForOrder: isForOrder)
        case .isTrue(let value), .member(let value, _): add(value, isForOrder: isForOrder)
        case .and(let parts), .or(let parts): for part in parts { add(part, isForOrder: isForOrder) }
        case .not(let part): add(part, isForOrder: isForOrder)
        }
    }
}

extension ColumnSet {
    func intersects(_ other: ColumnSet) -> Bool { contains(where: other.contains) }
}
