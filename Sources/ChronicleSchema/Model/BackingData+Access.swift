import Observation

extension BackingData {
    /// Whether a read must be noted: of a prototype, of a model that is or may be observed, or while there is news.
    ///
    /// Not inlined: it is one call with the probe's in it, in each read of a property.
    @usableFromInline @inline(never) func attends() -> Bool {
        guard let watch, registrar == nil else { return true }
        return watch.pointee.attends()
    }

    /// A read that ``attends()`` told of. One that may be observed gives the model a registrar of its own.
    @usableFromInline func noteRead<Model: PersistentModel, Value>(
        _ model: Model, at address: UnsafeRawPointer, _ property: KeyPath<Model, Value>
    ) {
        if isPrototype { return noteStep(model, at: address, property) }
        if unread != nil, let gate {
            settle()
            loadUnread(model, at: address)
            if registrar == nil, !gate.isTracking() { return }
        } else if let watch, watch.pointee.hasNews {
            settle()
            if registrar == nil, !watch.pointee.isTracking() { return }
        }
        if registrar == nil { registrar = ModelRegistrar() }
        // Uncounted: the model lives through its read and keeps its registrar, and a type's information is never freed.
        guard let registrar = registrar.map(Unmanaged.passUnretained) else { return }
        if let info = (info ?? (try? ModelInfo.of(Model.self))).map(Unmanaged.passUnretained) {
            info._withUnsafeGuaranteedRef { info in
                if let slot = info.slot(of: model, at: address) { info.learn(property, slot: slot) }
            }
        }
        registrar._withUnsafeGuaranteedRef { $0.registrar.access(model, keyPath: property) }
    }

    /// Loads what is unread when the property at an address is among it.
    private func loadUnread(_ model: AnyObject, at address: UnsafeRawPointer) {
        guard let slot = info?.slot(of: model, at: address), unread?.slots.contains(slot) ?? false else { return }
        owner?.load(self, model: model)
    }

    /// A step of the key path that is being resolved.
    private func noteStep<Model: PersistentModel, Value>(
        _ model: Model, at address: UnsafeRawPointer, _ property: KeyPath<Model, Value>
    ) {
        guard let info = ModelInfo.registered(Model.self), let slot = info.slot(of: model, at: address) else { return }
        KeyPathRecorder.note(.slot(info, slot, property))
    }

    /// A write that others may want to know of.
    ///
    /// Observers are told under the key path that they read the property through, which the type's information has kept: a
    /// write then needs no key path of its own.
    @usableFromInline func change<Model: PersistentModel>(
        _ model: Model, at address: UnsafeRawPointer, _ body: () -> Void
    ) {
        settle()
        guard let known = info ?? ModelInfo.registered(Model.self), let slot = known.slot(of: model, at: address) else {
            return body()
        }
        let owner = info == nil ? nil : owner
        defer { owner?.didChange() }
        if let owner {
            owner.willChange(self, model: model, slot: slot)
            if !undecodable.isEmpty, let reason = undecodable.removeValue(forKey: slot) {
                replacedFaults = (replacedFaults ?? [:]).merging([slot: reason]) { first, _ in first }
            }
        }
        if let registrar {
            known.announce(model, slots: [slot], registrar: registrar.registrar, body)
        } else {
            body()
        }
    }

    /// Runs a change of all slots, telling those who observe any of them.
    package func announceAll(_ model: AnyObject, _ body: () -> Void) {
        guard registrar != nil, let info else { return body() }
        announce(model, slots: Array(info.slots.indices), body)
    }

    /// Runs a change of slots that came from elsewhere, telling those who observe them.
    package func announce(_ model: AnyObject, slots: [Int], _ body: () -> Void) {
        guard let registrar, let info else { return body() }
        info.announce(model, slots: slots[...], registrar: registrar.registrar, body)
    }
}
