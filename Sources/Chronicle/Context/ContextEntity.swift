import ChronicleStore

/// What a context knows of one entity: the models it holds and what of them is not saved.
final class ContextEntity {
    let binding: EntityBinding
    let info: ModelInfo
    @exclusivity(unchecked) var map: IdentityMap
    /// New models, in the order of insertion.
    var inserted = ModelList()
    /// Models with unsaved changes.
    var changed = ModelList()
    /// Rows to delete at the next save, with their models where the context holds them.
    var deleted: [Int64: AnyObject?] = [:]

    /// Kept from one fetch to the next.
    private var hydrator: Hydrator?

    init(binding: EntityBinding, inbox: Inbox) {
        self.binding = binding
        info = binding.info
        map = IdentityMap(held: HeldKeys(inbox: inbox))
    }

    /// Members of to-many relationships that were fetched along, by the relationship's slot and the owner's key.
    var prefetched = PrefetchedMembers()

    /// What makes models of the entity's rows; for rows that bring only some columns, one of its own.
    func hydrator(_ context: ModelContext, columns: ColumnSet? = nil) -> Hydrator {
        if let columns { return Hydrator(context, self, columns: columns) }
        if let hydrator { return hydrator }
        let made = Hydrator(context, self)
        hydrator = made
        return made
    }

    deinit { map.destroy() }

    var index: Int { binding.entity.index }
    var hasPendingChanges: Bool { !inserted.isEmpty || !changed.isEmpty || !deleted.isEmpty }
}

/// Models in the order in which they came, each once. A model is in one list at a time and knows its place in it.
struct ModelList {
    private var models: [AnyObject?] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }
    var all: [AnyObject] { models.compactMap { $0 } }

    func contains(_ model: AnyObject, _ backing: BackingData) -> Bool {
        backing.position < models.count && models[backing.position] === model
    }

    mutating func append(_ model: AnyObject, _ backing: BackingData) {
        guard !contains(model, backing) else { return }
        backing.position = models.count
        models.append(model)
        count += 1
    }

    mutating func remove(_ model: AnyObject, _ backing: BackingData) {
        guard contains(model, backing) else { return }
        models[backing.position] = nil
        count -= 1
        if count == 0 { models.removeAll() }
    }

    mutating func removeAll() {
        count = 0
        models.removeAll()
    }
}

/// The backing data of an object that is known to be a model.
func backing(of model: AnyObject) -> BackingData? { (model as? any PersistentModel)?.backingData }
