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
    /// Reads the schema that the store describes itself with (see ``StoredSchema``); nil when its kind keeps none.
    public var readStoredSchema: (@Sendable () throws -> Schema)?
    /// Makes the configuration that opens the same store for reading only; nil when its kind cannot be.
    public var makeReadOnly: (@Sendable () -> ModelConfiguration)?

    /// A configuration from its parts, as a store module makes it.
    public init(
        name: String, location: String, allowsSave: Bool = true, entities: Set<String>? = nil,
        readStoredSchema: (@Sendable () throws -> Schema)? = nil,
        makeReadOnly: (@Sendable () -> ModelConfiguration)? = nil,
        open: @escaping @Sendable (Schema) throws -> any DataStore
    ) {
        self.name = name
        self.location = location
        self.allowsSave = allowsSave
        self.entities = entities
        self.readStoredSchema = readStoredSchema
        self.makeReadOnly = makeReadOnly
        self.open = open
    }
}

extension ModelConfiguration {
    /// The schema that the store describes itself with: the one that it was last opened for writing with, and what it has
    /// beside that.
    ///
    /// The store is opened for reading and closed again; one that does not exist is not made.
    ///
    /// - Throws: ``StoreError``: `missingSchema` when the store does not describe itself, and what opening it throws.
    public func storedSchema() throws -> Schema {
        guard let readStoredSchema else {
            throw StoreError(
                .missingSchema, "\(location) is of a kind that does not describe its schema: open it with the models.",
                location: location)
        }
        return try readStoredSchema()
    }

    /// Opens the store, without a schema for the one that it describes itself with.
    ///
    /// - Throws: ``StoreError``, as ``storedSchema()`` and ``open`` do.
    public func openStore(schema: Schema? = nil) throws -> any DataStore {
        try open(try schema ?? storedSchema())
    }

    /// The configuration that opens the same store for reading only.
    ///
    /// - Throws: ``StoreError`` `unsupportedFeature` when its kind cannot be.
    public func readOnly() throws -> ModelConfiguration {
        if !allowsSave { return self }
        guard let makeReadOnly else {
            throw StoreError(
                .unsupportedFeature, "\(location) is of a kind that cannot be opened for reading only.",
                location: location)
        }
        return makeReadOnly()
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
