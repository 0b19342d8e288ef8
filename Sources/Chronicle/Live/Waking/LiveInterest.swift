import ChronicleStore

/// What one live query wants to know of, to be asked from any thread.
struct LiveInterest: Sendable {
    let query: ObjectIdentifier
    let entity: Int
    let condition: CompiledCondition?
    let dependencies: LiveDependencies

    /// Whether a row that is no result may become one by a change of it; nil when that cannot be said without reading the row.
    func mayGain(_ change: RowChange, _ rows: CommitRows) -> Bool? {
        switch change.operation {
        case .delete: return false
        case .update where !change.columns.intersects(dependencies.columns): return false
        default: break
        }
        // What the ends of paths are in the context, nobody else can say.
        guard dependencies.related.isEmpty, let condition else { return true }
        return rows.known(change.row) { cells in
            guard let cells else { return false }
            // What cannot be judged is for the query itself to judge, where the error can be seen.
            return (try? condition.matches(key: change.row.key, cells: cells, NoRows())) ?? true
        }
    }

    /// Whether the change of a row at the end of a path matters.
    func isReached(by change: RowChange) -> Bool {
        dependencies.related.contains { related in
            related.entity == change.row.entity
                && (change.operation != .update || change.columns.intersects(related.columns))
        }
    }
}

/// For conditions that lead nowhere.
private struct NoRows: RowResolver {
    func withRow<R>(entity: Int, key: Int64, _ body: (UnsafePointer<RowCell>?) throws -> R) throws -> R {
        try body(nil)
    }
}

/// What a context wants to know of one store's commits.
final class StoreInterest: Sendable {
    /// For each entity the rows that the context holds; nil when it has not used the entity.
    let held: [HeldKeys?]
    let queries: [LiveInterest]
    /// The queries of each entity.
    private let byEntity: [[LiveInterest]]
    private let withPaths: [LiveInterest]

    init(held: [HeldKeys?], queries: [LiveInterest]) {
        self.held = held
        self.queries = queries
        var byEntity = held.map { _ in [LiveInterest]() }
        for query in queries where byEntity.indices.contains(query.entity) { byEntity[query.entity].append(query) }
        self.byEntity = byEntity
        withPaths = queries.filter { !$0.dependencies.related.isEmpty }
    }

    /// Whether a change concerns the context; nil when that cannot be said without reading the row.
    func isConcerned(by change: RowChange, _ rows: CommitRows, _ reach: EntityReach) -> Bool? {
        let entity = change.row.entity
        guard held.indices.contains(entity) else { return true }
        if change.operation != .insert, held[entity]?.mayHold(change.row.key) ?? false { return true }
        if withPaths.contains(where: { $0.isReached(by: change) }) { return true }
        var isOpen = false
        for query in byEntity[entity] {
            switch query.mayGain(change, rows) {
            case true?: return true
            case false?: break
            case nil: isOpen = true
            }
        }
        switch mayConcernMembers(change, rows, reach) {
        case true?: return true
        case false?: return isOpen ? nil : false
        case nil: return nil
        }
    }

    /// Whether somebody may observe a to-many relationship that the row comes to or leaves, or through which its values were read.
    private func mayConcernMembers(_ change: RowChange, _ rows: CommitRows, _ reach: EntityReach) -> Bool? {
        if change.operation == .update {
            for other in reach.linked where held[other]?.mayHoldAny ?? false { return true }
        }
        var isOpen = false
        for (column, destination) in reach.references {
            guard let keys = held[destination], keys.mayHoldAny else { continue }
            // Where it was before is not known.
            guard change.operation == .insert else { return true }
            let isMember = rows.known(change.row) { cells in
                guard case .reference(let key)? = cells?[column].stored(as: .reference) else { return false }
                return keys.mayHold(key)
            }
            if isMember ?? false { return true }
            if isMember == nil { isOpen = true }
        }
        return isOpen ? nil : false
    }
}

/// Where the references of an entity lead, and which entities are linked with it.
struct EntityReach: Sendable {
    private(set) var references: [(column: Int, destination: Int)] = []
    private(set) var linked: [Int] = []

    /// The reach of each entity of a schema.
    static func all(of schema: Schema) -> [EntityReach] {
        var all = schema.entities.map { _ in EntityReach() }
        for entity in schema.entities {
            for (index, column) in entity.columns.enumerated() {
                guard let name = column.destination, let other = schema.entitiesByName[name] else { continue }
                all[entity.index].references.append((index, other.index))
            }
            guard let link = entity.link, let source = schema.entitiesByName[link.sourceEntity],
                let destination = schema.entitiesByName[link.destinationEntity]
            else { continue }
            all[source.index].linked.append(destination.index)
            all[destination.index].linked.append(source.index)
        }
        return all
    }
}
