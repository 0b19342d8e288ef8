public import Foundation
import ChronicleStore

extension ModelContext {
    /// Adds a model, and all new models that it is related to. It has its permanent identifier from here on.
    ///
    /// When the store cannot give one now (it is read-only or locked), it is asked again by ``save()``, which then throws.
    /// A model that is marked for deletion stays; one whose deletion was saved becomes a new model. A model that cannot be in
    /// this context (its type is not in the container, or it is in another context) makes ``save()`` throw until
    /// ``rollback()``.
    public func insert<T: PersistentModel>(_ model: T) { holding { insertHeld(model) } }

    private func insertHeld<T: PersistentModel>(_ model: T) {
        let backing = model.backingData
        if backing.owner === self, backing.status == .deleted { revive(model) }
        guard backing.owner == nil else { return refuseFromElsewhere(model, backing) }
        do { adopt(model, backing, try entity(T.self)) } catch { refusals.append(error) }
    }

    private func refuseFromElsewhere(_ model: any PersistentModel, _ backing: BackingData) {
        guard backing.owner !== self else { return }
        let name = type(of: model).entityName
        refusals.append(
            ChronicleError(
                .foreignContext,
                "\(name) was inserted into a context while it is in another: pass its persistentModelID and fetch "
                    + "it here", model: name))
    }

    private func revive(_ model: any PersistentModel) {
        let backing = model.backingData
        guard let info = backing.info, let entity = entity(info) else { return }
        guard entity.deleted.removeValue(forKey: backing.key) != nil else {
            // Its other properties went with the row.
            if backing.unread != nil {
                return refusals.append(ChronicleError.notFetched(info, identifier(for: backing)))
            }
            entity.changed.remove(model, backing)
            backing.originals = [:]
            detach(model, entity)
            return
        }
        feed?.willChange(info, model)
        backing.announceAll(model) { backing.status = .persisted }
        if !backing.originals.isEmpty { entity.changed.append(model, backing) }
        announce(parents(of: model, info))
    }

    package func adopt(_ model: AnyObject) {
        guard let model = model as? any PersistentModel else { return }
        guard model.backingData.owner == nil else { return refuseFromElsewhere(model, model.backingData) }
        do { adopt(model, model.backingData, try entity(type(of: model))) } catch { refusals.append(error) }
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
        feed?.didChange(info, backing.key)
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

    func remove(_ model: any PersistentModel) { holding { removeHeld(model) } }

    private func removeHeld(_ model: any PersistentModel) {
        let backing = model.backingData
        guard backing.owner === self, let info = backing.info, let entity = entity(info) else { return }
        switch backing.status {
        case .inserted: detach(model, entity)
        case .persisted:
            feed?.willChange(info, model)
            entity.changed.remove(model, backing)
            entity.deleted[backing.key] = .some(model)
            backing.announceAll(model) { backing.status = .deleted }
            announce(parents(of: model, info))
        case .deleted, .detached: break
        }
    }

    private func detach(_ model: any PersistentModel, _ entity: ContextEntity) {
        let backing = model.backingData
        let parents = parents(of: model, entity.info)
        feed?.willChange(entity.info, model)
        entity.inserted.remove(model, backing)
        entity.map.remove(backing.key)
        links.removeAll(of: backing.key, entity: entity.info)
        backing.announceAll(model) { backing.status = .detached }
        backing.owner = nil
        backing.gate = nil
        backing.key = 0
        backing.isQuiet = true
        announce(parents)
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
                feed?.didChange(entity.info, key)
            }
        }
    }

    /// Drops all unsaved changes: new models leave the context, changed ones are as last saved, deleted ones are back.
    public func rollback() { holding { dropChanges() } }

    private func dropChanges() {
        refusals = []
        let links = self.links
        self.links = PendingLinks()
        for change in links.changes.values {
            announceLink(change.store, change.entity)
            feed?.didChangeLinks(change.store, change.entity.index)
        }
        for entity in order {
            for model in entity.inserted.all.compactMap(Self.model) { detach(model, entity) }
            for model in entity.changed.all { restore(model, entity.info) }
            entity.changed.removeAll()
            for case let model? in entity.deleted.values {
                guard let backing = backing(of: model) else { continue }
                feed?.willChange(entity.info, model)
                backing.announceAll(model) { backing.status = .persisted }
                restore(model, entity.info)
                announce(parents(of: model, entity.info))
            }
            let rows = feed == nil ? [] : entity.deleted.filter { $0.value == nil }.map(\.key)
            entity.deleted = [:]
            for key in rows { feed?.didChange(entity.info, key) }
        }
    }

    private func restore(_ model: AnyObject, _ info: ModelInfo) {
        guard let backing = backing(of: model) else { return }
        let originals = backing.originals
        backing.originals = [:]
        for (slot, reason) in backing.replacedFaults ?? [:] { backing.undecodable[slot] = reason }
        backing.replacedFaults = nil
        if let feed { for slot in originals.keys { feed.willChange(info, model, columns: info.columns(of: slot)) } }
        let moved = originals.keys.filter { info.slots[$0].isRelationship }
        var parents = moved.isEmpty ? [] : parents(of: model, info, slots: moved)
        backing.announce(model, slots: originals.keys.sorted()) {
            for (slot, values) in originals {
                info.apply(values, to: model, slot: slot)
                if values.isEmpty, !info.columns(of: slot).isEmpty { backing.forgetValue(of: slot, info) }
            }
        }
        if !moved.isEmpty { parents += self.parents(of: model, info, slots: moved) }
        announce(parents)
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
