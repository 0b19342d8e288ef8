import Synchronization

/// The permanent name of a model in its store.
///
/// It is given at ``insert`` and never given again, also after the model is deleted. Copies made by decoding compare
/// equal to the original.
public struct PersistentIdentifier: Sendable, Hashable, Comparable, Codable, Identifiable, CustomStringConvertible {
    /// The store and entity, shared by all identifiers of one entity so that comparing them is one pointer comparison.
    package final class Origin: Sendable {
        package let storeIdentifier: String?
        package let entityName: String

        private init(_ storeIdentifier: String?, _ entityName: String) {
            self.storeIdentifier = storeIdentifier
            self.entityName = entityName
        }

        private static let known = Mutex<[String?: [String: Origin]]>([:])

        package static func of(store: String?, entity: String) -> Origin {
            known.withLock { known in
                if let origin = known[store]?[entity] { return origin }
                let origin = Origin(store, entity)
                known[store, default: [:]][entity] = origin
                return origin
            }
        }
    }

    package let origin: Origin
    /// The number of the row, unique in its store.
    public let primaryKey: Int64

    package init(origin: Origin, primaryKey: Int64) {
        self.origin = origin
        self.primaryKey = primaryKey
    }

    /// An identifier from its parts, as a store makes it.
    public init(storeIdentifier: String?, entityName: String, primaryKey: Int64) {
        self.init(origin: .of(store: storeIdentifier, entity: entityName), primaryKey: primaryKey)
    }

    /// The identifier itself.
    public var id: PersistentIdentifier { self }
    /// The store's identifier; nil while temporary.
    public var storeIdentifier: String? { origin.storeIdentifier }
    /// The name of the model's entity.
    public var entityName: String { origin.entityName }
    /// Whether the model was not inserted yet; a temporary identifier must not be kept.
    public var isTemporary: Bool { origin.storeIdentifier == nil }

    /// Whether both are one.
    public static func == (a: Self, b: Self) -> Bool { a.primaryKey == b.primaryKey && a.origin === b.origin }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        // A store gives each number once over all its entities, so that the number alone tells nearly all apart.
        hasher.combine(primaryKey)
    }

    /// By store, entity and then the order of insertion.
    public static func < (a: Self, b: Self) -> Bool {
        if a.origin === b.origin { return a.primaryKey < b.primaryKey }
        return (a.storeIdentifier ?? "", a.entityName, a.primaryKey)
            < (b.storeIdentifier ?? "", b.entityName, b.primaryKey)
    }

    /// A readable form.
    public var description: String { "\(entityName)/\(isTemporary ? "new" : "")\(abs(primaryKey))" }

    private enum CodingKeys: String, CodingKey { case store, entity, key }

    /// Decodes what `encode(to:)` made.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            storeIdentifier: try container.decodeIfPresent(String.self, forKey: .store),
            entityName: try container.decode(String.self, forKey: .entity),
            primaryKey: try container.decode(Int64.self, forKey: .key))
    }

    /// Encodes for `init(from:)`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(storeIdentifier, forKey: .store)
        try container.encode(entityName, forKey: .entity)
        try container.encode(primaryKey, forKey: .key)
    }
}
