import ChronicleStore

/// What models ask of their context.
extension ModelContext: ModelOwner {
    package func identifier(for backing: BackingData) -> PersistentIdentifier {
        guard let info = backing.info, let entity = entity(info), backing.key > 0 else {
            return PersistentIdentifier(
                storeIdentifier: nil, entityName: backing.info?.entityName ?? "", primaryKey: backing.key)
        }
        return PersistentIdentifier(origin: entity.binding.origin, primaryKey: backing.key)
    }

    package func forget(_ backing: BackingData) {
        guard let info = backing.info, let entity = entity(info) else { return }
        entity.map.remove(backing.key)
        forgetPrefetched(backing, entity)
    }

    package func willChange(_ backing: BackingData, model: AnyObject, slot: Int) {
        holds += 1
        guard let info = backing.info else { return }
        feed?.willChange(info, model, columns: info.columns(of: slot))
        guard backing.originals[slot] == nil else { return }
        // What is done to a model that is marked for deletion is kept too: a rollback brings it back as it was.
        let isMarked = backing.status == .deleted && entities[ObjectIdentifier(info)]?.deleted[backing.key] != nil
        guard backing.status == .persisted || isMarked else { return }
        var values: [StoredValue] = []
        if loadBeforeChange(backing, model, info, slot: slot) { _ = info.extract(model, slot: slot, into: &values) }
        backing.originals[slot] = values
        if backing.originals.count == 1, !isMarked { entity(info)?.changed.append(model, backing) }
    }

    package func didChange() { release() }

    package func reference(_ backing: BackingData, slot: Int, key: Int64) -> AnyObject? {
        guard let destination = backing.info?.destination(of: slot), let entity = entity(destination) else {
            return nil
        }
        if let model = entity.map[key] {
            return Self.model(model)?.backingData.status == .deleted ? nil : model
        }
        if entity.deleted[key] != nil { return nil }
        return attempt { try self.rows(entity, keys: [key]).first } ?? nil
    }

    /// Runs a read for a property, which cannot throw, and leaves the error where it can be seen.
    func attempt<R>(_ body: () throws -> R) -> R? {
        do { return try body() } catch {
            readFailure = error
            return nil
        }
    }

    package func related(_ backing: BackingData, slot: Int) -> [AnyObject] {
        guard let info = backing.info, let destination = info.destination(of: slot), let other = entity(destination)
        else {
            return []
        }
        let found: [AnyObject]?
        if let inverse = info.inverse(of: slot), !inverse.info.slots[inverse.slot].isToMany {
            found = attempt { try self.children(of: backing, other, inverse.slot, slot) }
        } else {
            found = attempt { try self.links.members(self, backing, info, slot, other) }
        }
        return (found ?? []).sorted { (ChronicleOrder.key($0)) < (ChronicleOrder.key($1)) }
    }

    private func children(
        of parent: BackingData, _ other: ContextEntity, _ slot: Int, _ parentSlot: Int
    ) throws -> [AnyObject] {
        let column = other.info.slots[slot].columns.lowerBound
        var result: [AnyObject] = []
        if parent.status != .inserted {
            let condition = Query.Condition.compare(
                .column(Query.Path(entity: other.binding.entity.index), column), .equal,
                .literal(.reference(parent.key)))
            let known = parent.info.flatMap { entity($0) }?.prefetched.members(parentSlot, parent.key)
            let request = FetchRequest(entity: other.index, condition: condition)
            for model in try known.map({ try rows(other, keys: $0) }) ?? rows(other, request) {
                guard let child = Self.model(model)?.backingData, child.status != .deleted else { continue }
                // Rows that were marked by a condition have no model that could know it.
                if !other.deleted.isEmpty, other.deleted[child.key] != nil { continue }
                if child.originals[slot] == nil || key(of: model, other.info, slot) == parent.key {
                    result.append(model)
                }
            }
        }
        for model in other.changed.all {
            guard let child = Self.model(model)?.backingData, child.originals[slot] != nil, child.status != .deleted
            else { continue }
            if key(of: model, other.info, slot) == parent.key, !result.contains(where: { $0 === model }) {
                result.append(model)
            }
        }
        for model in other.inserted.all where key(of: model, other.info, slot) == parent.key { result.append(model) }
        return result
    }

    /// The key that a to-one relationship holds now.
    func key(of model: AnyObject, _ info: ModelInfo, _ slot: Int) -> Int64 {
        let storage = info.relationship(of: model, slot: slot)
        if let target = storage.pointee.object.flatMap(Self.model) { return target.backingData.key }
        return storage.pointee.key
    }

    package func setRelated(_ backing: BackingData, model: AnyObject, slot: Int, to models: [AnyObject]) {
        guard let info = backing.info else { return }
        for member in models { adopt(member) }
        links.set(self, backing, info, slot, models: models, replacing: related(backing, slot: slot))
        if let feed { for changes in links.changes.values { feed.didChangeLinks(changes.store, changes.entity.index) } }
    }
}

/// The order of to-many relationships.
enum ChronicleOrder {
    static func key(_ model: AnyObject) -> Int64 { backing(of: model)?.key ?? 0 }
}
