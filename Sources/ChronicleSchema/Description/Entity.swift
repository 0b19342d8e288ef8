extension Schema {
    /// One kind of model as stores see it: a name and typed columns.
    public final class Entity: Sendable, Hashable {
        /// The name, unique in its schema.
        public let name: String
        /// The position in ``Schema/entities``.
        public let index: Int
        /// What is stored of each row beside its key.
        public let columns: [Column]
        /// The properties in declaration order: attributes and to-one relationships, with their columns.
        public let properties: [Property]
        /// The groups of columns that are to be found quickly, unique ones included.
        public let indexes: [IndexDescription]
        /// What is to happen to other rows when a row is deleted.
        public let deleteActions: [DeleteAction]
        /// Set when the entity only links two others (many-to-many); such entities are not models.
        public let link: Link?
        /// The columns whose values a deletion keeps in history.
        public let preservedColumns: [Int]

        package init(
            name: String, index: Int, columns: [Column], properties: [Property], indexes: [IndexDescription],
            deleteActions: [DeleteAction], link: Link?
        ) {
            self.name = name
            self.index = index
            self.columns = columns
            self.properties = properties
            self.indexes = indexes
            self.deleteActions = deleteActions
            self.link = link
            preservedColumns = properties.filter(\.isPreserved).flatMap { Array($0.columns) }
        }

        /// Whether both are one.
        public static func == (a: Entity, b: Entity) -> Bool { a === b }
        /// Hashes what `==` compares.
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }

        /// The position of a column by name.
        public func columnIndex(named name: String) -> Int? { columns.firstIndex { $0.name == name } }

        /// The names of the properties that the columns belong to.
        public func propertyNames(changed columns: some Sequence<Int>) -> [String] {
            let changed = Set(columns)
            return properties.filter { $0.columns.contains { changed.contains($0) } }.map(\.name)
        }
    }

    /// One column.
    public struct Column: Sendable, Hashable {
        /// `property`, or `property.field` for a composite's field.
        public let name: String
        /// The type.
        public let type: ColumnType
        /// Whether the column can be without a value.
        public let isOptional: Bool
        /// The name that the column had in an earlier version.
        public let originalName: String?
        /// For a reference: the name of the entity that it points at.
        public let destination: String?
        /// What rows that were stored before the column was declared have in it; nil when that is nothing.
        public internal(set) var defaultValue: StoredValue?

        /// A column from its parts.
        public init(
            name: String, type: ColumnType, isOptional: Bool, originalName: String? = nil, destination: String? = nil,
            defaultValue: StoredValue? = nil
        ) {
            self.name = name
            self.type = type
            self.isOptional = isOptional
            self.originalName = originalName
            self.destination = destination
            self.defaultValue = defaultValue
        }

        /// Whether both keep the same values; what older rows have in them is not part of that.
        public static func == (a: Column, b: Column) -> Bool {
            a.name == b.name && a.type == b.type && a.isOptional == b.isOptional && a.originalName == b.originalName
                && a.destination == b.destination
        }

        /// Hashes what `==` compares.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(type)
        }
    }

    /// One property of a model, as history names it.
    public struct Property: Sendable, Hashable {
        /// The name in the model.
        public let name: String
        /// The columns that hold it.
        public let columns: Range<Int>
        /// Whether a deletion keeps its value in history.
        public let isPreserved: Bool
        /// Whether it is the encoded form of a type that cannot be queried.
        public let isOpaque: Bool

        package init(name: String, columns: Range<Int>, isPreserved: Bool, isOpaque: Bool) {
            self.name = name
            self.columns = columns
            self.isPreserved = isPreserved
            self.isOpaque = isOpaque
        }
    }

    /// A group of columns that is to be found quickly.
    public struct IndexDescription: Sendable, Hashable {
        /// The name, unique in the entity.
        public let name: String
        /// The columns, most significant first.
        public let columns: [Int]
        /// Whether no two rows may have the same values. Rows with a null in any of the columns never collide.
        public let isUnique: Bool

        package init(name: String, columns: [Int], isUnique: Bool) {
            self.name = name
            self.columns = columns
            self.isUnique = isUnique
        }
    }

    /// The two ends of a link entity.
    public struct Link: Sendable, Hashable {
        /// The entity and relationship that own the link.
        public let sourceEntity: String
        /// The name of the relationship on the source.
        public let sourceProperty: String
        /// The entity at the other end.
        public let destinationEntity: String
        /// The inverse's name on the other end, if it has one.
        public let destinationProperty: String?

        package init(
            sourceEntity: String, sourceProperty: String, destinationEntity: String, destinationProperty: String?
        ) {
            self.sourceEntity = sourceEntity
            self.sourceProperty = sourceProperty
            self.destinationEntity = destinationEntity
            self.destinationProperty = destinationProperty
        }
    }

    /// What a deletion does to related rows.
    public enum DeleteRule: String, Sendable, Hashable, Codable {
        /// The related rows are deleted too.
        case cascade
        /// The related rows lose the reference.
        case nullify
        /// The deletion is refused while there are related rows.
        case deny
        /// The related rows keep a dangling reference.
        case noAction
    }

    /// One consequence of deleting a row of an entity.
    public enum DeleteAction: Sendable, Hashable {
        /// Rows of `entity` whose `column` refers to the deleted row are treated by `rule`.
        case incoming(entity: Int, column: Int, rule: DeleteRule)
        /// The row that the deleted row's `column` refers to is treated by `rule` (cascade or deny).
        case outgoing(column: Int, entity: Int, rule: DeleteRule)
        /// Link rows of `link` whose `ownColumn` refers to the deleted row are removed; the rows of `entity` that their
        /// `otherColumn` refers to are treated by `rule` (cascade or deny).
        case link(link: Int, ownColumn: Int, otherColumn: Int, entity: Int, rule: DeleteRule)
    }
}
