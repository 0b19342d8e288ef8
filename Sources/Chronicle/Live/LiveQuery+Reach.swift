import ChronicleStore

/// From rows that changed back to the rows whose selection may depend on them.
extension LiveQuery {
    /// Has the rows looked at whose selection may depend on related rows that have changed.
    ///
    /// Steps in between are gone back over as they are now: each change of those is gone back from by itself.
    func reachRelated() throws {
        for (index, changes) in related {
            let way = dependencies.related[index]
            var reached = changes.keys
            for depth in way.steps.indices.reversed() {
                switch way.steps[depth] {
                case .reference(let column):
                    let owner = depth == 0 ? entity.index : way.entities[depth - 1]
                    reached = try rows(of: owner, whose: column, isIn: reached)
                case .members(let column):
                    reached = try owners(of: reached, of: way.entities[depth], by: column)
                    if depth == way.steps.count - 1 { reached.formUnion(changes.owners) }
                }
                if reached.count > 1000 + list.count / 8 { return refetchNext() }
            }
            for key in reached {
                if let model = entity.map[key] {
                    _ = note(model, LiveValues(context, entity.info, model), isKnown: false, isUpdated: false)
                } else {
                    note(row: key)
                }
                if mustRefetch { return }
            }
        }
        related = [:]
    }

    /// The rows that refer to some.
    private func rows(of owner: Int, whose column: Int, isIn keys: Set<Int64>) throws -> Set<Int64> {
        let condition = Query.Condition.member(
            .column(Query.Path(entity: owner), column), Query.ValueSet(keys.map { .reference($0) }))
        var found = Set(try store.store.fetchKeys(FetchRequest(entity: owner, condition: condition)))
        guard let pending = context.entity(store, owner) else { return found }
        for model in pending.changed.all + pending.inserted.all {
            guard let backing = pending.info.backing(of: model) else { continue }
            let slot = pending.info.slotOfColumn[column]
            if keys.contains(context.key(of: model, pending.info, slot)) { found.insert(backing.key) }
        }
        return found
    }

    /// The rows that some refer to: held models as they are in the context, others as they are stored.
    private func owners(of keys: Set<Int64>, of members: Int, by column: Int) throws -> Set<Int64> {
        var owners: Set<Int64> = []
        var stored: [Int64] = []
        let held = context.entity(store, members)
        for key in keys {
            guard let held, let model = held.map[key] else {
                stored.append(key)
                continue
            }
            let owner = context.key(of: model, held.info, held.info.slotOfColumn[column])
            if owner != 0 { owners.insert(owner) }
        }
        if stored.isEmpty { return owners }
        try store.store.fetch(entity: members, keys: stored.sorted()) { row in
            if case .reference(let owner)? = row.cells[column].stored(as: .reference) { owners.insert(owner) }
        }
        return owners
    }
}
