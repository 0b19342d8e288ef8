import ChronicleStore

/// The unsaved changes of relationships that are kept in link entities (many-to-many, and to-many without an inverse).
struct PendingLinks {
    struct Pair: Hashable {
        var source: Int64
        var target: Int64
    }

    struct Changes {
        var store: StoreHandle
        var entity: Schema.Entity
        /// In the order in which they were made.
        var added: [Pair] = []
        var removed: Set<Pair> = []
    }

    private(set) var changes: [String: Changes] = [:]

    var isEmpty: Bool { changes.values.allSatisfy { $0.added.isEmpty && $0.removed.isEmpty } }

    /// The link entity of a relationship, and whether the relationship is its source's.
    func link(_ context: ModelContext, _ info: ModelInfo, _ slot: Int) -> (StoreHandle, Schema.Entity, Bool)? {
        guard let binding = context.entity(info)?.binding else { return nil }
        let schema = binding.store.store.schema
        if let entity = schema.entitiesByName["\(info.entityName).\(info.slots[slot].name)"] {
            return (binding.store, entity, true)
        }
        guard let inverse = info.inverse(of: slot),
            let entity = schema.entitiesByName["\(inverse.info.entityName).\(inverse.info.slots[inverse.slot].name)"]
        else { return nil }
        return (binding.store, entity, false)
    }

    /// Makes a relationship consist of the given models.
    mutating func set(
        _ context: ModelContext, _ backing: BackingData, _ info: ModelInfo, _ slot: Int, models: [AnyObject],
        replacing old: [AnyObject]
    ) {
        guard let (store, entity, isSource) = link(context, info, slot) else { return }
        var entry = changes[entity.name] ?? Changes(store: store, entity: entity)
        let oldKeys = Set(old.map(ChronicleOrder.key))
        let newKeys = Set(models.map(ChronicleOrder.key))
        func pair(_ other: Int64) -> Pair {
            isSource ? Pair(source: backing.key, target: other) : Pair(source: other, target: backing.key)
        }
        for key in oldKeys.subtracting(newKeys) {
            if let index = entry.added.firstIndex(of: pair(key)) {
                entry.added.remove(at: index)
            } else {
                entry.removed.insert(pair(key))
            }
        }
        for key in models.map(ChronicleOrder.key) where !oldKeys.contains(key) {
            if entry.removed.remove(pair(key)) == nil, !entry.added.contains(pair(key)) {
                entry.added.append(pair(key))
            }
        }
        changes[entity.name] = entry
    }

    /// Whether pairs of some link entities were added or removed.
    func hasChanges(inAny entities: Set<Int>, of store: StoreHandle) -> Bool {
        changes.values.contains {
            $0.store === store && entities.contains($0.entity.index) && !($0.added.isEmpty && $0.removed.isEmpty)
        }
    }

    /// The pairs of a link entity that are to be removed.
    func removed(_ store: StoreHandle, _ entity: Int) -> Set<Pair> { of(store, entity)?.removed ?? [] }

    /// The pairs of a link entity that are to be added.
    func added(_ store: StoreHandle, _ entity: Int) -> [Pair] { of(store, entity)?.added ?? [] }

    private func of(_ store: StoreHandle, _ entity: Int) -> Changes? {
        if changes.isEmpty { return nil }
        return changes[store.store.schema.entities[entity].name].flatMap { $0.store === store ? $0 : nil }
    }

    /// The pair that a stored row holds.
    static func pair(_ cells: UnsafePointer<RowCell>) throws -> Pair {
        guard case .reference(let source)? = cells[0].stored(as: .reference),
            case .reference(let target)? = cells[1].stored(as: .reference)
        else { throw StoreError(.corrupt, "A row that links two others holds no keys: restore the store from a copy.") }
        return Pair(source: source, target: target)
    }

    /// Forgets what concerns a model that leaves the context.
    mutating func removeAll(of key: Int64, entity info: ModelInfo) {
        for name in changes.keys {
            guard let link = changes[name]?.entity.link else { continue }
            changes[name]?.added.removeAll {
                (link.sourceEntity == info.entityName && $0.source == key)
                    || (link.destinationEntity == info.entityName && $0.target == key)
            }
        }
    }

    /// The models that a relationship consists of now.
    func members(
        _ context: ModelContext, _ backing: BackingData, _ info: ModelInfo, _ slot: Int, _ other: ContextEntity
    ) throws -> [AnyObject] {
        guard let (store, entity, isSource) = link(context, info, slot) else { return [] }
        let (own, far) = isSource ? (0, 1) : (1, 0)
        var keys: [Int64] = []
        let removed = changes[entity.name]?.removed ?? []
        func isRemoved(_ key: Int64) -> Bool {
            removed.contains(
                isSource ? Pair(source: backing.key, target: key) : Pair(source: key, target: backing.key))
        }
        // What was fetched along stays alive in the meantime, so that it is found without the store.
        let known = backing.status == .inserted ? nil : context.entity(info)?.prefetched.members(slot, backing.key)
        if let known {
            keys = known.filter { !isRemoved($0) }
        } else if backing.status != .inserted {
            let condition = Query.Condition.compare(
                .column(Query.Path(entity: entity.index), own), .equal, .literal(.reference(backing.key)))
            try store.store.fetch(FetchRequest(entity: entity.index, condition: condition)) { row in
                guard case .reference(let key)? = row.cells[far].stored(as: .reference) else { return }
                if !isRemoved(key) { keys.append(key) }
            }
        }
        for pair in changes[entity.name]?.added ?? [] {
            if (isSource ? pair.source : pair.target) == backing.key {
                keys.append(isSource ? pair.target : pair.source)
            }
        }
        return try context.rows(other, keys: keys)
    }

    /// Adds what is pending to a save of a store.
    func write(to request: inout SaveRequest, store: StoreHandle) throws {
        for name in changes.keys.sorted() {
            guard let entry = changes[name], entry.store === store else { continue }
            if !entry.added.isEmpty {
                var batch = InsertBatch(entity: entry.entity.index)
                for pair in entry.added {
                    batch.keys.append(try store.nextKey())
                    batch.values.append(.reference(pair.source))
                    batch.values.append(.reference(pair.target))
                }
                request.inserts.append(batch)
            }
            for pair in entry.removed {
                let path = Query.Path(entity: entry.entity.index)
                let condition = Query.Condition.and([
                    .compare(.column(path, 0), .equal, .literal(.reference(pair.source))),
                    .compare(.column(path, 1), .equal, .literal(.reference(pair.target))),
                ])
                request.bulkDeletes.append(BulkDelete(entity: entry.entity.index, condition: condition))
            }
        }
    }

    mutating func removeAll(of store: StoreHandle) {
        changes = changes.filter { $0.value.store !== store }
    }
}
