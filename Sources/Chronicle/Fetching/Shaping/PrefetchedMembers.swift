import ChronicleStore

/// Members of to-many relationships as they were stored when they were fetched along with their owners.
///
/// They are kept here and not in the owner, which they would keep alive in turn once they know it: an owner whose members are
/// kept is marked, and no member holds a reference to it.
struct PrefetchedMembers {
    private var lists: [Int: [Int64: [AnyObject]]] = [:]

    var isEmpty: Bool { lists.isEmpty }

    /// The members of an owner; nil when they are not known.
    func members(_ slot: Int, _ owner: Int64) -> [AnyObject]? { lists.isEmpty ? nil : lists[slot]?[owner] }

    mutating func set(_ slot: Int, _ owner: BackingData, _ members: [AnyObject]) {
        owner.holdsMembers = true
        lists[slot, default: [:]][owner.key] = members
    }

    /// Forgets the members of one relationship; they are to be let go of by the caller, as that may come back here.
    mutating func take(slot: Int) -> [Int64: [AnyObject]]? { lists.removeValue(forKey: slot) }

    /// Forgets the members of one owner; see `take(slot:)`.
    mutating func take(owner: Int64) -> [[AnyObject]] {
        var taken: [[AnyObject]] = []
        for slot in Array(lists.keys) {
            if let members = lists[slot]?.removeValue(forKey: owner) { taken.append(members) }
            if lists[slot]?.isEmpty ?? false { lists[slot] = nil }
        }
        return taken
    }

    func holds(_ owner: Int64) -> Bool { lists.values.contains { $0[owner] != nil } }
    var slots: [Int] { Array(lists.keys) }
}

/// What commits do to members that were fetched along.
extension ModelContext {
    /// Forgets the members of relationships to an entity, after a commit that may have changed who they are.
    func forgetPrefetched(to destination: ContextEntity) {
        for owners in order where !owners.prefetched.isEmpty {
            for slot in owners.prefetched.slots where owners.info.destination(of: slot) === destination.info {
                forgetPrefetched(of: owners, slot: slot)
            }
        }
    }

    /// Forgets the members of a relationship.
    func forgetPrefetched(of owners: ContextEntity, slot: Int) {
        let taken = owners.prefetched.take(slot: slot)
        for key in taken?.keys.sorted() ?? [] where !owners.prefetched.holds(key) {
            if let owner = owners.map[key] { owners.info.backing(of: owner)?.holdsMembers = false }
        }
        withExtendedLifetime(taken) {}
    }

    /// Forgets everything that was fetched along from a store.
    func forgetPrefetched(from store: StoreHandle) {
        for owners in order where owners.binding.store === store {
            for slot in owners.prefetched.slots { forgetPrefetched(of: owners, slot: slot) }
        }
    }

    /// Forgets the members of one model, which may then be kept alive by others.
    func forgetPrefetched(_ owner: BackingData, _ owners: ContextEntity) {
        guard owner.holdsMembers else { return }
        let taken = owners.prefetched.take(owner: owner.key)
        owner.holdsMembers = false
        withExtendedLifetime(taken) {}
    }
}
