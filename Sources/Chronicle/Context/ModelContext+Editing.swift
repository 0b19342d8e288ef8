public import Foundation
import ChronicleStore

extension ModelContext {
    /// Adds a model, and all new models that it is related to. It has its permanent identifier from here on.
    ///
    /// When the store cannot give one now (it is read-only or locked), it is asked again by ``save()``, which then throws.
    public func insert<T: PersistentModel>(_ model: T) {
        guard model.backingData.owner == nil, let entity = try? entity(T.self) else { return adopt(model) }
        adopt(model, model.backingData, entity)
    }

    package func adopt(_ model: AnyObject) {
        guard let model = model as? any PersistentModel, let info = try? ModelInfo.of(type(of: model)),
            let entity = entity(info)
        else { return }
        guard model.backingData.owner == nil else { return }
        adopt(model, model.backingData, entity)
    }

    private func adopt(_ model: AnyObject, _ backing: BackingData, _ entity: ContextEntity) {
        let info = entity.info
        backing.info = info
        backing.key = (try? entity.binding.store.nextKey()) ?? TemporaryKeys.next()
        backing.owner = self
        backing.gate = gate
        backing.status = .inserted
        backing.isQuiet = false
        entity.map.insert(model, for: backing.key)
        entity.inserted.append(model, backing)
        for slot in info.relationshipSlots {
            let storage = info.relationship(of: model, slot: slot)
            if let target = storage.pointee.object { adopt(target) }
            guard let members = storage.pointee.members else { continue }
            storage.pointee.members = nil
            for member in members { adopt(member) }
            if info.inverse(of: slot).map({ $0.info.slots[$0.slot].isToMany }) ?? true {
                links.set(self, backing, info, slot, models: members, replacing: [])
            }
        }
    }

    /// Marks a model for deletion at the next save; a model that was not saved yet is forgotten.
    public func delete<T: PersistentModel>(_ model: T) { remove(model) }

    func remove(_ model: any PersistentModel) {
        let backing = model.backingData
        guard backing.owner === self, let info = backing.info, let entity = entity(info) else { return }
        switch backing.status {
        case .inserted: detach(model, entity)
        case .persisted:
            entity.changed.remove(model, backing)
            entity.deleted[backing.key] = .some(model)
            backing.announce(model, slots: Array(info.slots.indices)) { backing.status = .deleted }
        case .deleted, .detached: break
        }
    }

    private func detach(_ model: any PersistentModel, _ entity: ContextEntity) {
        let backing = model.backingData
        entity.inserted.remove(model, backing)
        entity.map.remove(backing.key)
        links.removeAll(of: backing.key, entity: entity.info)
        backing.announce(model, slots: Array(entity.info.slots.indices)) { backing.status = .detached }
        backing.owner = nil
        backing.gate = nil
        backing.key = 0
        backing.isQuiet = true
    }

    /// Marks all models that a predicate selects for deletion at the next save, without loading them; nil selects all.
    ///
    /// Delete rules apply, and history records each row with its tombstone.
    ///
    /// - Throws: ``ChronicleError`` `unsupportedPredicate`; nothing is marked then.
    public func delete<T: PersistentModel>(model: T.Type, where predicate: Predicate<T>? = nil) throws {
        let entity = try entity(model)
        let keys = try keys(FetchDescriptor<T>(predicate: predicate))
        for key in keys {
            if let model = entity.map[key].flatMap(Self.model) {
                remove(model)
            } else {
                entity.deleted[key] = .some(nil)
            }
        }
    }

    /// Drops all unsaved changes: new models leave the context, changed ones are as last saved, deleted ones are back.
    public func rollback() {
        links = PendingLinks()
        for entity in order {
            for model in entity.inserted.all.compactMap(Self.model) { detach(model, entity) }
            for model in entity.changed.all { restore(model, entity.info) }
            entity.changed.removeAll()
            for case let model? in entity.deleted.values {
                guard let backing = backing(of: model) else { continue }
                backing.announce(model, slots: Array(entity.info.slots.indices)) { backing.status = .persisted }
                restore(model, entity.info)
            }
            entity.deleted = [:]
        }
    }

    private func restore(_ model: AnyObject, _ info: ModelInfo) {
        guard let backing = backing(of: model) else { return }
        let originals = backing.originals
        backing.originals = [:]
        backing.announce(model, slots: originals.keys.sorted()) {
            for (slot, values) in originals { info.apply(values, to: model, slot: slot) }
        }
    }

    /// Runs a block and saves.
    ///
    /// - Throws: What the block throws, with nothing saved and its changes still pending; or what ``save()`` throws.
    public func transaction(block: () throws -> Void) throws {
        try block()
        try save()
    }

    /// Takes in what other contexts and processes saved. Seldom needed: using the context or its models does it.
    public func processPendingChanges() {
        for store in container.stores where store.store.capabilities.multipleProcesses {
            store.checkForForeignCommits()
        }
        mergeNews()
    }
}

extension ModelInfo {
    /// Sets a slot from values.
    func apply(_ values: [StoredValue], to model: AnyObject, slot: Int) {
        values.withUnsafeBufferPointer { values in
            withUnsafeTemporaryAllocation(of: RowCell.self, capacity: max(values.count, 1)) { cells in
                for index in values.indices {
                    cells.initializeElement(
                        at: index, to: values.baseAddress.map { .value($0 + index) } ?? .null)
                }
                guard let base = cells.baseAddress, !values.isEmpty else { return }
                var cursor = RowCursor(cells: base)
                slots[slot].declaration.apply(address(of: model, slot: slot), &cursor)
            }
        }
    }
}
