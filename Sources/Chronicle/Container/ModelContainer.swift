import ChronicleMemory
public import ChronicleStore
import Synchronization

/// The stores of a program's models, shared by all its contexts.
public final class ModelContainer: Sendable, Equatable {
    /// All entities.
    public let schema: Schema
    /// The configurations, in the order given.
    public let configurations: [ModelConfiguration]
    package let stores: [StoreHandle]
    package let bindings: [ObjectIdentifier: EntityBinding]
    private let main = Mutex<MainContext?>(nil)

    /// Opens the stores for models and all that they are related to; in memory unless configured.
    ///
    /// Each model is kept in the store whose configuration names it, else in the first that names none.
    ///
    /// - Throws: ``SchemaError`` for a wrong declaration, ``ChronicleError`` for a wrong configuration, ``StoreError`` when a
    ///   store cannot be opened. Stores that were opened before the failure are closed again.
    public convenience init(
        for types: any PersistentModel.Type..., configurations: ModelConfiguration...
    ) throws {
        try self.init(for: types, configurations: configurations)
    }

    /// Opens the stores for models and all that they are related to; in memory without configurations.
    public init(for types: [any PersistentModel.Type], configurations: [ModelConfiguration] = []) throws {
        let all = try Schema(types)
        let configurations = configurations.isEmpty ? [.inMemory] : configurations
        let plan = try ContainerPlan(schema: all, types: types, configurations: configurations)
        var stores: [StoreHandle] = []
        do {
            for (configuration, schema) in zip(configurations, plan.schemas) {
                stores.append(StoreHandle(configuration: configuration, store: try configuration.open(schema)))
            }
        } catch {
            for handle in stores { try? handle.store.close() }
            throw error
        }
        var bindings: [ObjectIdentifier: EntityBinding] = [:]
        for info in plan.infos {
            guard let index = plan.storeOf[info.entityName],
                let entity = plan.schemas[index].entitiesByName[info.entityName]
            else { continue }
            bindings[ObjectIdentifier(info)] = EntityBinding(info: info, entity: entity, store: stores[index])
        }
        schema = all
        self.configurations = configurations
        self.stores = stores
        self.bindings = bindings
    }

    /// Whether both are one.
    public static func == (a: ModelContainer, b: ModelContainer) -> Bool { a === b }

    /// The context of the main actor; made at the first use.
    @MainActor public var mainContext: ModelContext {
        main.withLock { main in
            if let context = main?.context { return MainContext(context: context) }
            let made = MainContext(context: ModelContext(self))
            main = made
            return made
        }.context
    }

    // Sendable: the context is only handed out on the main actor, to which it belongs.
    private struct MainContext: @unchecked Sendable { let context: ModelContext }

    /// The identifier of the store of a configuration; nil when there is no such configuration.
    public func storeIdentifier(forConfigurationNamed name: String) -> String? {
        stores.first { $0.configuration.name == name }?.store.identifier
    }

    /// The name of the configuration of a store; nil when the store is not one of the container's.
    public func configurationName(forStoreIdentifier identifier: String) -> String? {
        stores.first { $0.store.identifier == identifier }?.configuration.name
    }

    /// The identifiers of the stores of which commits by other processes go unnoticed, as neither their signal file nor its folder
    /// can be watched, such as in a folder that this user may not read. Commits of this process are noticed in any case, and
    /// every fetch sees what is stored.
    public var unwatchedStores: [String] { stores.filter { !$0.watchesOtherProcesses }.map(\.store.identifier) }

    /// Closes the stores. Contexts that are still used afterwards get ``StoreError`` `closed`.
    public func close() throws {
        for handle in stores { try handle.close() }
    }

    package func binding(of type: any PersistentModel.Type) throws -> EntityBinding {
        guard let info = ModelInfo.registered(type), let binding = bindings[ObjectIdentifier(info)] else {
            throw ChronicleError(
                .unknownModel, "\(type) is not part of the container: name it in ModelContainer(for:)", model: "\(type)"
            )
        }
        return binding
    }
}

/// One model class in its store.
package final class EntityBinding: Sendable {
    package let info: ModelInfo
    package let entity: Schema.Entity
    package let store: StoreHandle
    package let origin: PersistentIdentifier.Origin
    /// What is known of lowering predicates over the entity.
    let lowering = LoweringCache()

    init(info: ModelInfo, entity: Schema.Entity, store: StoreHandle) {
        self.info = info
        self.entity = entity
        self.store = store
        origin = .of(store: store.store.identifier, entity: entity.name)
    }
}
