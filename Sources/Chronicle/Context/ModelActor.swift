/// An actor that works with models in a context of its own.
///
/// ```swift
/// actor Importer: ModelActor {
///     let modelContainer: ModelContainer
///     let modelExecutor: any ModelExecutor
///     init(modelContainer: ModelContainer) {
///         self.modelContainer = modelContainer
///         modelExecutor = DefaultSerialModelExecutor(modelContainer: modelContainer)
///     }
/// }
/// ```
public protocol ModelActor: Actor {
    /// The container.
    nonisolated var modelContainer: ModelContainer { get }
    /// What the actor runs on, and its context.
    nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
    /// The actor's context.
    public var modelContext: ModelContext { modelExecutor.modelContext }

    /// What the actor runs on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { modelExecutor.asUnownedSerialExecutor() }

    /// The model with an identifier, in the actor's context.
    public subscript<T: PersistentModel>(id: PersistentIdentifier, as type: T.Type) -> T? {
        modelContext.model(for: id) as? T
    }
}

/// An executor with a context.
public protocol ModelExecutor: SerialExecutor {
    /// The context, which belongs to what runs on the executor.
    var modelContext: ModelContext { get }
}
