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
        if let info = ModelInfo.registered(Model.self), let slot = info.slot(of: model, at: address) {
            info.learn(property, slot: slot)
        }
        registrar.registrar.access(model, keyPath: property)
    }

    /// A write that others may want to know of.
    @usableFromInline func change<Model: PersistentModel, Value>(
        _ model: Model, at address: UnsafeRawPointer, _ property: KeyPath<Model, Value>, _ body: () -> Void
    ) {
        settle()
        if let owner, let info, let slot = info.slot(of: model, at: address) {
            owner.willChange(self, model: model, slot: slot)
            if !undecodable.isEmpty { undecodable[slot] = nil }
        }
        if let registrar {
            registrar.registrar.withMutation(of: model, keyPath: property, body)
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
