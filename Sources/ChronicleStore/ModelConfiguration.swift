public import ChronicleSchema

/// Where models are kept: a kind of store, its place and its settings.
///
/// Each store module adds its own forms, so that a composition root reads
/// `ModelContainer(for: Trip.self, configurations: .sqlite(at: url))`.
public struct ModelConfiguration: Sendable {
    /// The name, unique in its container.
    public var name: String
    /// The names of the entities that this store keeps; nil for all that no other configuration claims.
    public var entities: Set<String>?
    /// Whether the store may be written.
    public var allowsSave: Bool
    /// The place, for messages.
    public var location: String
    /// Opens the store for a schema.
    public var open: @Sendable (Schema) throws -> any DataStore

    /// A configuration from its parts, as a store module makes it.
    public init(
        name: String, location: String, allowsSave: Bool = true, entities: Set<String>? = nil,
        open: @escaping @Sendable (Schema) throws -> any DataStore
    ) {
        self.name = name
        self.location = location
        self.allowsSave = allowsSave
        self.entities = entities
        self.open = open
    }
}

/// A kind of store that can be named at run time by the scheme of a URL (`sqlite:///var/lib/app.db`).
public struct StoreScheme: Sendable {
    /// The scheme, in lower case.
    public var name: String
    /// Makes the configuration for what follows the scheme's colon.
    public var configuration: @Sendable (_ url: String) throws -> ModelConfiguration

    /// A scheme from its parts.
    public init(name: String, configuration: @escaping @Sendable (_ url: String) throws -> ModelConfiguration) {
        self.name = name
        self.configuration = configuration
    }
}
