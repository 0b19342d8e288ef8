import Observation

extension BackingData {
    /// A read of a prototype: notes it for the key path that is being resolved.
    @usableFromInline func noteRead<Model: PersistentModel, Value>(
        _ model: Model, at address: UnsafeRawPointer, _ property: KeyPath<Model, Value>
    ) {
        guard let info = ModelInfo.registered(Model.self), let slot = info.slot(of: model, at: address) else { return }
        KeyPathRecorder.note(.slot(info, slot, property))
    }

    /// A read that may be observed: from now on the model has a registrar of its own.
    @usableFromInline func track<Model: PersistentModel, Value>(
        _ model: Model, at address: UnsafeRawPointer, _ property: KeyPath<Model, Value>
    ) {
        settle()
        let registrar = self.registrar ?? ModelRegistrar()
        self.registrar = registrar
        if let info = info ?? (try? ModelInfo.of(Model.self)), let slot = info.slot(of: model, at: address) {
            info.learn(property, slot: slot)
        }
        registrar.registrar.access(model, keyPath: property)
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

    /// Runs a change of slots that came from elsewhere, telling those who observe them.
    package func announce(_ model: AnyObject, slots: [Int], _ body: () -> Void) {
        guard let registrar, let info else { return body() }
        info.announce(model, slots: slots[...], registrar: registrar.registrar, body)
    }
}
