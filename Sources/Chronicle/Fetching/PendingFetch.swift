import ChronicleStore

/// Fetches over a store and the unsaved changes of a context together.
extension ModelContext {
    /// Whether unsaved changes may change the answer of a query.
    func concerns(_ query: LoweredQuery, _ entity: ContextEntity) -> Bool {
        entity.hasPendingChanges || hasPendingChanges(inAny: query.entities, of: entity.binding.store)
    }

    private func hasPendingChanges(inAny entities: Set<Int>, of store: StoreHandle) -> Bool {
        if entities.isEmpty { return false }
        return links.hasChanges(inAny: entities, of: store)
            || order.contains {
                $0.binding.store === store && entities.contains($0.binding.entity.index) && $0.hasPendingChanges
            }
    }

    /// The keys that a query selects over stored rows and unsaved changes, in order.
    func pendingKeys(_ query: LoweredQuery, _ entity: ContextEntity) throws -> [Int64] {
        let store = entity.binding.store
        let evaluator = try QueryEvaluator(query.request, schema: store.store.schema)
        var candidates = FetchRequest(entity: query.request.entity)
        // A changed row at the end of a path can change which rows match, so that all must be looked at.
        if !hasPendingChanges(inAny: query.entities, of: store) { candidates.condition = query.request.condition }
        var rows: [(key: Int64, values: [StoredValue])] = []
        let replaced = Set(entity.changed.all.map(ChronicleOrder.key))
        try store.reads.fetch(candidates) { row in
            guard !replaced.contains(row.key), entity.deleted[row.key] == nil else { return }
            rows.append((row.key, try row.values(of: entity.binding.entity)))
        }
        for model in entity.changed.all + entity.inserted.all {
            guard let backing = backing(of: model), backing.status != .deleted else { continue }
            rows.append((backing.key, values(of: model, entity.info)))
        }
        rows.sort { $0.key < $1.key }
        return try evaluator.keys(PendingRows(context: self, store: store)) { visit in
            try withUnsafeTemporaryAllocation(of: RowCell.self, capacity: max(1, entity.info.columnCount)) { cells in
                guard let base = cells.baseAddress else { return }
                for row in rows {
                    let goOn = try row.values.withUnsafeBufferPointer { values in
                        fill(base, from: values)
                        return try visit(row.key, base)
                    }
                    if !goOn { return }
                }
            }
        }
    }

    /// The values that a model has now.
    func values(of model: AnyObject, _ info: ModelInfo) -> [StoredValue] {
        var values: [StoredValue] = []
        for slot in info.slots.indices where !info.slots[slot].columns.isEmpty {
            if info.slots[slot].isRelationship {
                let key = key(of: model, info, slot)
                values.append(key == 0 ? .null : .reference(key))
            } else {
                _ = info.extract(model, slot: slot, into: &values)
            }
        }
        return values
    }
}

private func fill(_ cells: UnsafeMutablePointer<RowCell>, from values: UnsafeBufferPointer<StoredValue>) {
    guard let base = values.baseAddress else { return }
    for index in values.indices {
        cells[index] = base[index].isNull ? .null : .value(base + index)
    }
}
