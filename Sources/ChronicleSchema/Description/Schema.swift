/// The entities of a store: what every layer below the context knows of the models.
///
/// A schema is checked once, when it is made; after that it does not change. It holds no model class, so that a store can
/// be written against it alone.
public final class Schema: Sendable {
    /// The entities, in the order of registration; hidden link entities last.
    public let entities: [Entity]
    /// The entities by name.
    public let entitiesByName: [String: Entity]
    /// The version of the models, as declared; 1.0.0 unless told otherwise.
    public let version: Version

    package init(entities: [Entity], version: Version) {
        self.entities = entities
        self.version = version
        entitiesByName = Dictionary(uniqueKeysWithValues: entities.map { ($0.name, $0) })
    }

    /// A schema of nothing, for looking at a store as such.
    package static var empty: Schema { Schema(entities: [], version: Version(1, 0, 0)) }

    /// The version of a schema.
    public struct Version: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
        /// Changes that need a migration.
        public let major: Int
        /// Changes that add.
        public let minor: Int
        /// Changes that mend.
        public let patch: Int

        /// A version from its numbers.
        public init(_ major: Int, _ minor: Int, _ patch: Int) {
            self.major = major
            self.minor = minor
            self.patch = patch
        }

        /// The order.
        public static func < (a: Version, b: Version) -> Bool {
            (a.major, a.minor, a.patch) < (b.major, b.minor, b.patch)
        }

        /// A readable form.
        public var description: String { "\(major).\(minor).\(patch)" }
    }
}
