/// What others may know of a context, so that they wake it only when there is a reason.
extension ModelContext {
    /// Tells others what of a store concerns this context.
    func renewInterest(in store: StoreHandle) {
        var held = [HeldKeys?](repeating: nil, count: store.reach.count)
        for entity in order where entity.binding.store === store { held[entity.index] = entity.map.held }
        let queries = feed?.queries.filter { $0.store === store }.map(\.interest) ?? []
        inbox.set(StoreInterest(held: held, queries: queries), in: store)
    }

    /// Makes the sets of held rows anew that have become useless by all that has come and gone.
    func renewHeldKeys() {
        for entity in order where entity.map.held.isWornOut(entity.map.count) {
            entity.map.renewHeld(HeldKeys(inbox: inbox))
            renewInterest(in: entity.binding.store)
        }
    }
}
