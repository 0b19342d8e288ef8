import ChronicleStore
public import Foundation

/// A place of work with models: fetches them, tracks their changes, and saves them as a whole.
///
/// A context holds one object for each row. It belongs to the isolation that made it and is not `Sendable`; other isolations make
/// contexts of their own. What other contexts and processes save reaches the objects it holds, except for properties that
/// have unsaved changes; on an actor it does so by itself, elsewhere at the next use of the context or of one of its models.
public final class ModelContext: Equatable, CustomDebugStringConvertible {
    /// The container.
    public let container: ModelContainer
    /// Who saves, as history tells it. Each save is told with the author of its time.
    public var author: String?
    /// Whether changes are saved without a call of ``save()``; not done by itself outside an application's run loop.
    public var autosaveEnabled = false
    /// What went wrong when related models were last read, since properties cannot throw. Set to nil before looking.
    public var readFailure: (any Error)?
    /// The clock of timestamps.
    package var now: () -> Date = { Date() }

    let gate = ReadGate()
    /// Where the context was made.
    let isolation: HomeIsolation
    /// Who wants to know of each change; nil while nobody does.
    package internal(set) var feed: LiveFeed?
    /// How many changes are under way, which live queries wait for: who is told that a value will change may ask for results.
    var holds = 0
    /// How many fetches are under way whose rows become models.
    var deliveries = 0
    /// What they brought for held models.
    var staleRows: [StaleRow] = []
    package let inbox: Inbox
    var entities: [ObjectIdentifier: ContextEntity] = [:]
    /// The entity that was asked for last, which is mostly the one that is asked for next.
    private var latest: (type: ObjectIdentifier, entity: ContextEntity)?
    /// Entities in the order in which they were first used.
    var order: [ContextEntity] = []
    var links = PendingLinks()
    /// Why models could not be taken in; `insert` cannot throw, so that the next save does.
    var refusals: [any Error] = []
    /// The newest commit of each store that was taken in.
    var taken: [ObjectIdentifier: Int64] = [:]

    /// Posted before a save that has something to do; the object is the context.
    public static let willSave = Notification.Name("ChronicleModelContextWillSave")
    /// Posted after a successful save, with sets of identifiers under the raw values of ``NotificationKey``.
    public static let didSave = Notification.Name("ChronicleModelContextDidSave")

    /// The keys of a notification's information.
    public enum NotificationKey: String {
        /// The new models' identifiers.
        case insertedIdentifiers
        /// The changed models' identifiers.
        case updatedIdentifiers
        /// The deleted models' identifiers.
        case deletedIdentifiers
    }

    /// A context of a container, for the isolation that makes it.
    public init(_ container: ModelContainer, isolation: isolated (any Actor)? = #isolation) {
        self.container = container
        self.isolation = HomeIsolation(isolation)
        inbox = Inbox(gate: gate)
        if isolation != nil {
            let (reference, home) = (LiveReference(context: self), self.isolation)
            inbox.onArrival { reference.settle(at: home) }
        }
        for store in container.stores { store.subscribe(inbox) }
    }

    deinit {
        for entity in order {
            // Models that keep no others alive need not be kept alive meanwhile.
            if entity.info.relationshipSlots.isEmpty {
                entity.map.visit { entity.info.backing(of: $0)?.owner = nil }
                continue
            }
            for model in entity.map.all {
                guard let backing = entity.info.backing(of: model) else { continue }
                backing.owner = nil
                release(model, entity.info)
            }
        }
    }

    /// Whether both are one.
    public static func == (a: ModelContext, b: ModelContext) -> Bool { a === b }
    /// A readable form.
    public var debugDescription: String {
        "ModelContext(author: \(author ?? "nil"), inserted: \(insertedModelsArray.count), "
            + "changed: \(changedModelsArray.count), deleted: \(deletedModelsArray.count))"
    }

    // MARK: Pending changes

    /// Whether there is something to save.
    public var hasChanges: Bool { order.contains(where: \.hasPendingChanges) || !links.isEmpty || !refusals.isEmpty }
    /// The models that are new.
    public var insertedModelsArray: [any PersistentModel] { order.flatMap { $0.inserted.all.compactMap(Self.model) } }
    /// The models with unsaved changes.
    public var changedModelsArray: [any PersistentModel] { order.flatMap { $0.changed.all.compactMap(Self.model) } }
    /// The models that are to be deleted.
    public var deletedModelsArray: [any PersistentModel] {
        order.flatMap { $0.deleted.values.compactMap { $0.flatMap(Self.model) } }
    }

    static func model(_ object: AnyObject) -> (any PersistentModel)? { object as? any PersistentModel }

    // MARK: Entities

    func entity(_ type: any PersistentModel.Type) throws -> ContextEntity {
        if let latest, latest.type == ObjectIdentifier(type) { return latest.entity }
        let entity: ContextEntity
        if let info = ModelInfo.registered(type), let known = entities[ObjectIdentifier(info)] {
            entity = known
        } else {
            entity = add(try container.binding(of: type))
        }
        latest = (ObjectIdentifier(type), entity)
        return entity
    }

    func entity(_ info: ModelInfo) -> ContextEntity? {
        if let latest, latest.entity.info === info { return latest.entity }
        if let entity = entities[ObjectIdentifier(info)] { return entity }
        return container.bindings[ObjectIdentifier(info)].map(add)
    }

    func entity(_ store: StoreHandle, _ index: Int) -> ContextEntity? {
        order.first { $0.binding.store === store && $0.binding.entity.index == index }
    }

    private func add(_ binding: EntityBinding) -> ContextEntity {
        let entity = ContextEntity(binding: binding, inbox: inbox)
        entities[ObjectIdentifier(binding.info)] = entity
        order.append(entity)
        renewInterest(in: binding.store)
        return entity
    }

    /// Forgets the related objects that a model keeps alive.
    func release(_ model: AnyObject, _ info: ModelInfo) {
        for slot in info.relationshipSlots {
            let storage = info.relationship(of: model, slot: slot)
            storage.pointee.object = nil
            storage.pointee.members = nil
        }
    }
}
