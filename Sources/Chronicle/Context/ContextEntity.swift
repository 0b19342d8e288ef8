import ChronicleStore

/// What a context knows of one entity: the models it holds and what of them is not saved.
final class ContextEntity {
    let binding: EntityBinding
    var map = IdentityMap()
    /// New models, in the order of insertion.
    var inserted = ModelList()
    /// Models with unsaved changes.
    var changed = ModelList()
    /// Rows to delete at the next save, with their models where the context holds them.
    var deleted: [Int64: AnyObject?] = [:]

    init(binding: EntityBinding) { self.binding = binding }

    deinit { map.destroy() }

    var info: ModelInfo { binding.info }
    var hasPendingChanges: Bool { !inserted.isEmpty || !changed.isEmpty || !deleted.isEmpty }
}

/// Models in the order in which they came, each once.
struct ModelList {
    private var positions: [ObjectIdentifier: Int] = [:]
    private var models: [AnyObject?] = []

    var isEmpty: Bool { positions.isEmpty }
    var count: Int { positions.count }
    var all: [AnyObject] { models.compactMap { $0 } }

    func contains(_ model: AnyObject) -> Bool { positions[ObjectIdentifier(model)] != nil }

    mutating func append(_ model: AnyObject) {
        guard positions[ObjectIdentifier(model)] == nil else { return }
        positions[ObjectIdentifier(model)] = models.count
        models.append(model)
    }

    mutating func remove(_ model: AnyObject) {
        guard let position = positions.removeValue(forKey: ObjectIdentifier(model)) else { return }
        models[position] = nil
        if positions.isEmpty { models = [] }
    }

    mutating func removeAll() {
        positions = [:]
        models = []
    }
}

/// The backing data of an object that is known to be a model.
func backing(of model: AnyObject) -> BackingData? { (model as? any PersistentModel)?.backingData }
