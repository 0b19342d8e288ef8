import ChronicleStore

/// The models that a fetch brought along, alive for as long as one of the models that it was for.
///
/// None of those is in it: they would keep themselves alive.
final class PrefetchPool {
    var models: [AnyObject] = []
}

/// What was fetched along with the models of one entity.
struct PrefetchedMembers {
    /// The members of to-many relationships as they were stored, by the relationship's slot and the owner.
    private var lists: [Int: [Int64: [Int64]]] = [:]
    /// What keeps them alive, by the first relationship on the way and the model that was fetched.
    private var pools: [Int: [Int64: PrefetchPool]] = [:]

    var isEmpty: Bool { lists.isEmpty && pools.isEmpty }
    /// The to-many relationships of which members are known.
    var slots: [Int] { Array(lists.keys) }

    /// The members of an owner in ascending order; nil when they are not known.
    func members(_ slot: Int, _ owner: Int64) -> [Int64]? { lists.isEmpty ? nil : lists[slot]?[owner] }

    mutating func set(_ slot: Int, _ members: [Int64: [Int64]]) {
        lists[slot, default: [:]].merge(members) { $1 }
    }

    /// Has a fetched model keep a pool alive. What it kept before is for the caller to let go of, as that may come back here.
    mutating func keep(_ pool: PrefetchPool, _ slot: Int, _ owner: Int64) -> PrefetchPool? {
        pools[slot, default: [:]].updateValue(pool, forKey: owner)
    }

    mutating func forget(slot: Int) { lists[slot] = nil }

    /// Forgets all of one model; the pools are for the caller to let go of.
    mutating func take(_ owner: Int64) -> [PrefetchPool] {
        var taken: [PrefetchPool] = []
        for slot in Array(lists.keys) {
            lists[slot]?[owner] = nil
            if lists[slot]?.isEmpty ?? false { lists[slot] = nil }
        }
        for slot in Array(pools.keys) {
            if let pool = pools[slot]?.removeValue(forKey: owner) { taken.append(pool) }
            if pools[slot]?.isEmpty ?? false { pools[slot] = nil }
        }
        return taken
    }
}

/// What commits and the ends of models do to what was fetched along.
extension ModelContext {
    /// Forgets who the members of relationships to an entity are, after a commit that may have changed it.
    func forgetPrefetched(to destination: ContextEntity) {
        for owners in order where !owners.prefetched.isEmpty {
            for slot in owners.prefetched.slots where owners.info.destination(of: slot) === destination.info {
                owners.prefetched.forget(slot: slot)
            }
        }
    }

    /// Forgets who the members of all relationships in a store are.
    func forgetPrefetched(from store: StoreHandle) {
        for owners in order where owners.binding.store === store {
            for slot in owners.prefetched.slots { owners.prefetched.forget(slot: slot) }
        }
    }

    /// Forgets what was fetched along with one model.
    func forgetPrefetched(_ model: BackingData, _ entity: ContextEntity) {
        if entity.prefetched.isEmpty { return }
        let taken = entity.prefetched.take(model.key)
        model.holdsMembers = false
        withExtendedLifetime(taken) {}
    }
}
