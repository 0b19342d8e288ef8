/// Relationships: who is related to a model, in a context or before it is in one.
extension BackingData {
    func related(of model: AnyObject, at address: UnsafeRawPointer, isToMany: Bool) -> [AnyObject] {
        let storage = address.assumingMemoryBound(to: RelationshipStorage.self)
        if isToMany {
            if let owner, let info, let slot = info.slot(of: model, at: address) {
                return owner.related(self, slot: slot)
            }
            return storage.pointee.members ?? []
        }
        if let object = storage.pointee.object as? any PersistentModel {
            return object.backingData.status == .deleted ? [] : [object]
        }
        guard storage.pointee.key != 0, let owner, let info, let slot = info.slot(of: model, at: address),
            let object = owner.reference(self, slot: slot, key: storage.pointee.key)
        else { return [] }
        if (object as? any PersistentModel)?.backingData.holdsMembers ?? false { return [object] }
        UnsafeMutableRawPointer(mutating: address).assumingMemoryBound(to: RelationshipStorage.self).pointee.object =
            object
        return [object]
    }

    func setRelated(of model: AnyObject, at address: UnsafeMutableRawPointer, isToMany: Bool, to models: [AnyObject]) {
        guard let info = info ?? (model as? any PersistentModel).flatMap({ try? ModelInfo.of(type(of: $0)) }),
            let slot = info.slot(of: model, at: address)
        else { return }
        self.info = info
        if isToMany {
            setMembers(of: model, info, slot, to: models)
        } else {
            setTarget(of: model, info, slot, to: models.first)
        }
    }

    /// Sets a to-one relationship and keeps the other end in step.
    package func setTarget(of model: AnyObject, _ info: ModelInfo, _ slot: Int, to target: AnyObject?) {
        let storage = info.relationship(of: model, slot: slot)
        let old = related(of: model, at: storage, isToMany: false).first
        if old === target, target != nil || storage.pointee.key == 0 { return }
        let other = (target as? any PersistentModel)?.backingData
        if let target, owner != nil, other?.owner == nil { owner?.adopt(target) }
        if owner == nil, let model = model as? any PersistentModel, info.inverse(of: slot) != nil {
            other?.owner?.adopt(model)
        }
        let owner = owner
        owner?.willChange(self, model: model, slot: slot)
        let inverse = info.inverse(of: slot)
        announce(model, slots: [slot]) {
            storage.pointee.object = target
            storage.pointee.key = other.map { $0.owner == nil ? 0 : $0.key } ?? 0
        }
        owner?.didChange()
        guard let inverse else { return }
        if let old { Self.unlink(old, inverse.info, inverse.slot, from: model) }
        if let target { Self.link(target, inverse.info, inverse.slot, with: model) }
    }

    private static func link(_ target: AnyObject, _ info: ModelInfo, _ slot: Int, with model: AnyObject) {
        guard let backing = (target as? any PersistentModel)?.backingData else { return }
        let storage = info.relationship(of: target, slot: slot)
        if info.slots[slot].isToMany {
            backing.announce(target, slots: [slot]) {
                if backing.owner == nil, !(storage.pointee.members ?? []).contains(where: { $0 === model }) {
                    storage.pointee.members = (storage.pointee.members ?? []) + [model]
                }
            }
        } else {
            backing.info = info
            backing.setTarget(of: target, info, slot, to: model)
        }
    }

    private static func unlink(_ target: AnyObject, _ info: ModelInfo, _ slot: Int, from model: AnyObject) {
        guard let backing = (target as? any PersistentModel)?.backingData else { return }
        let storage = info.relationship(of: target, slot: slot)
        if info.slots[slot].isToMany {
            backing.announce(target, slots: [slot]) { storage.pointee.members?.removeAll { $0 === model } }
        } else if backing.related(of: target, at: storage, isToMany: false).first === model {
            backing.info = info
            backing.setTarget(of: target, info, slot, to: nil)
        }
    }

    /// Sets a to-many relationship and keeps the other end in step.
    private func setMembers(of model: AnyObject, _ info: ModelInfo, _ slot: Int, to models: [AnyObject]) {
        let storage = info.relationship(of: model, slot: slot)
        var seen: Set<ObjectIdentifier> = []
        let models = models.filter { seen.insert(ObjectIdentifier($0)).inserted }
        if let inverse = info.inverse(of: slot), !inverse.info.slots[inverse.slot].isToMany {
            let old = related(of: model, at: storage, isToMany: true)
            for member in old where !seen.contains(ObjectIdentifier(member)) {
                Self.setTarget(member, inverse.info, inverse.slot, to: nil)
            }
            for member in models { Self.setTarget(member, inverse.info, inverse.slot, to: model) }
            return
        }
        if let owner {
            announce(model, slots: [slot]) { owner.setRelated(self, model: model, slot: slot, to: models) }
            return
        }
        let old = storage.pointee.members ?? []
        announce(model, slots: [slot]) { storage.pointee.members = models }
        guard let inverse = info.inverse(of: slot) else { return }
        for member in old where !seen.contains(ObjectIdentifier(member)) {
            Self.unlink(member, inverse.info, inverse.slot, from: model)
        }
        for member in models { Self.link(member, inverse.info, inverse.slot, with: model) }
    }

    private static func setTarget(_ member: AnyObject, _ info: ModelInfo, _ slot: Int, to model: AnyObject?) {
        guard let backing = (member as? any PersistentModel)?.backingData else { return }
        backing.info = info
        backing.setTarget(of: member, info, slot, to: model)
    }
}
