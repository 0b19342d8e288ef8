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
        let rows = try pendingRows(query.request, query.entities, entity)
        return try evaluator.keys(PendingRows(context: self, store: store)) { try rows.visit($0) }
    }

    /// The groups of an aggregate request over stored rows and unsaved changes.
    func pendingGroups(
        _ request: AggregateRequest, _ entities: Set<Int>, _ entity: ContextEntity
    ) throws -> [AggregateGroup] {
        let schema = entity.binding.store.store.schema
        var evaluator = try AggregateEvaluator(request, schema: schema)
        let rows = try pendingRows(request.rows, entities, entity)
        let resolver = PendingRows(context: self, store: entity.binding.store, rows: rows)
        try QueryEvaluator(evaluator.rows, schema: schema).run(resolver, scan: { try rows.visit($0) }) {
            try evaluator.add($0.key, $0.cells, resolver)
        }
        return try evaluator.groups()
    }

    /// The rows that may be selected, as the context has them.
    private func pendingRows(
        _ request: FetchRequest, _ entities: Set<Int>, _ entity: ContextEntity
    ) throws -> CandidateRows {
        let store = entity.binding.store
        var candidates = FetchRequest(entity: request.entity)
        // A changed row at the end of a path can change which rows match, so that all must be looked at.
        if !hasPendingChanges(inAny: entities, of: store) {
            candidates.condition = request.condition?.beforeFailing(store.store.schema)
        }
        var rows = CandidateRows(entity: entity.index)
        let replaced = Set(entity.changed.all.map(ChronicleOrder.key))
        try store.reads.fetch(candidates) { row in
            guard !replaced.contains(row.key), entity.deleted[row.key] == nil else { return }
            rows.append(row.key, try row.values(of: entity.binding.entity))
        }
        let changed = entity.changed.all.filter { entity.info.backing(of: $0)?.status != .deleted }
        do { try complete(changed, of: entity) } catch let error as ChronicleError where error.code == .valueNotFetched
        {
            // A row that is gone is selected by nothing; the save will say that it is.
        }
        for model in changed + entity.inserted.all {
            guard let backing = backing(of: model), backing.status != .deleted, backing.unread == nil else { continue }
            rows.append(backing.key, try values(of: model, entity.info))
        }
        rows.sort()
        return rows
    }

    /// The values that a model has now.
    func values(of model: AnyObject, _ info: ModelInfo) throws -> [StoredValue] {
        if info.backing(of: model)?.unread != nil, let entity = entity(info) { try complete([model], of: entity) }
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

/// Copies of rows in ascending order of their keys.
struct CandidateRows {
    let entity: Int
    private var rows: [(key: Int64, values: [StoredValue])] = []

    init(entity: Int) { self.entity = entity }

    mutating func append(_ key: Int64, _ values: [StoredValue]) { rows.append((key, values)) }
    mutating func sort() { rows.sort { $0.key < $1.key } }

    func visit(_ visit: QueryEvaluator.Visit) throws {
        for row in rows { if try !withRowCells(row.values, { try visit(row.key, $0) }) { return } }
    }

    func values(_ key: Int64) -> [StoredValue]? {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return low < rows.count && rows[low].key == key ? rows[low].values : nil
    }
}
