public import ChronicleSchema

/// Which rows of an entity are asked for, and in which order.
public struct FetchRequest: Sendable, Hashable {
    /// The entity's position in the schema.
    public var entity: Int
    /// What must hold; nil asks for every row.
    public var condition: Query.Condition?
    /// The order; rows that tie, and all rows when there is no key, come in ascending order of their keys.
    public var order: [Query.SortKey]
    /// How many rows are passed over first.
    public var offset: Int
    /// The most rows that are delivered.
    public var limit: Int?
    /// The columns that are looked at; what the cells of others hold means nothing then. Nil for all.
    ///
    /// A store may ignore it and fill every cell. One that pays for each column that it reads leaves the others out.
    public var columns: ColumnSet?

    /// A request from its parts.
    public init(
        entity: Int, condition: Query.Condition? = nil, order: [Query.SortKey] = [], offset: Int = 0, limit: Int? = nil
    ) {
        self.entity = entity
        self.condition = condition
        self.order = order
        self.offset = offset
        self.limit = limit
    }
}

/// One row that a store is handing over; valid only during the call.
public struct RowView {
    /// The row's key.
    public let key: Int64
    /// One cell a column of the entity, in order.
    public let cells: UnsafePointer<RowCell>

    /// A row over a store's own memory.
    @inlinable public init(key: Int64, cells: UnsafePointer<RowCell>) {
        self.key = key
        self.cells = cells
    }

    /// A copy of all values.
    ///
    /// - Throws: ``StoreError`` `corrupt`, naming the column, when a cell is not of its column's type.
    public func values(of entity: Schema.Entity) throws -> [StoredValue] {
        try entity.columns.indices.map { try value(of: entity, column: $0) }
    }

    /// A copy of one value.
    ///
    /// - Throws: ``StoreError`` `corrupt`, naming the column, when the cell is not of its column's type.
    public func value(of entity: Schema.Entity, column: Int) throws -> StoredValue {
        guard let value = cells[column].stored(as: entity.columns[column].type) else {
            throw StoreError(
                .corrupt,
                "Row \(key) of \(entity.name) does not hold a \(entity.columns[column].type.rawValue) in column "
                    + "\(entity.columns[column].name): mend or delete the row.", entity: entity.name, key: key)
        }
        return value
    }
}
