public import ChronicleSchema
public import Foundation

/// Everything that one save changes; it is committed as a whole or not at all.
public struct SaveRequest: Sendable {
    /// New rows, in the order of insertion.
    public var inserts: [InsertBatch] = []
    /// Changed rows.
    public var updates: [RowUpdate] = []
    /// Rows to delete, by the delete rules.
    public var deletes: [RowReference] = []
    /// Conditions whose rows are deleted, by the delete rules.
    public var bulkDeletes: [BulkDelete] = []
    /// Who saves.
    public var author: String?
    /// When, by the saving process's clock.
    public var timestamp: Date
    /// Whether the rows are copies of another store's, which has applied all rules already.
    ///
    /// Rows are then taken as they are, by their keys: a new row whose key is stored replaces that row, a row whose unique
    /// value is in its way is removed (the other store has changed or deleted it, and will say so), deletions take along
    /// nothing, and what is gone already is passed over. Updates and bulk deletions are not used.
    public var isReplica = false

    /// A request that changes nothing yet.
    public init(author: String? = nil, timestamp: Date) {
        self.author = author
        self.timestamp = timestamp
    }

    /// Whether nothing is asked for.
    public var isEmpty: Bool { inserts.isEmpty && updates.isEmpty && deletes.isEmpty && bulkDeletes.isEmpty }
}

/// Consecutive new rows of one entity, their values one row after the other.
public struct InsertBatch: Sendable {
    /// The entity's position in the schema.
    public var entity: Int
    /// The rows' keys, which the store handed out.
    public var keys: [Int64] = []
    /// `keys.count` times the entity's number of columns.
    public var values: [StoredValue] = []
    /// For each row the columns that its model never set; an upsert leaves them alone. Empty when all were set.
    public var unset: [ColumnSet] = []

    /// An empty batch.
    public init(entity: Int) { self.entity = entity }
}

/// One row.
public struct RowReference: Sendable, Hashable {
    /// The entity's position in the schema.
    public var entity: Int
    /// The row's key.
    public var key: Int64

    /// A row by entity and key.
    public init(entity: Int, key: Int64) {
        self.entity = entity
        self.key = key
    }

    /// Hashes the key alone.
    public func hash(into hasher: inout Hasher) {
        // A store gives each key once over all its entities.
        hasher.combine(key)
    }
}

/// New values for some columns of one row.
public struct RowUpdate: Sendable {
    /// The row.
    public var row: RowReference
    /// The columns and their values, in ascending order of column.
    public var values: [(column: Int, value: StoredValue)]

    /// An update from its parts.
    public init(row: RowReference, values: [(column: Int, value: StoredValue)]) {
        self.row = row
        self.values = values
    }
}

/// A deletion of all rows of an entity that a condition selects.
public struct BulkDelete: Sendable {
    /// The entity's position in the schema.
    public var entity: Int
    /// What must hold; nil deletes every row.
    public var condition: Query.Condition?

    /// A deletion from its parts.
    public init(entity: Int, condition: Query.Condition?) {
        self.entity = entity
        self.condition = condition
    }
}

/// What a save came to.
public struct SaveResult: Sendable {
    /// The position in the store's history; nil when nothing changed.
    public var sequence: Int64?
    /// New rows that became updates of stored rows because of a unique value, by the key they were given.
    public var upserts: [RowReference: Int64] = [:]
    /// What was changed in the store, rows touched by rules and upserts included, in order.
    public var changes: [RowChange] = []

    /// A result that changed nothing.
    public init() {}
}

/// One row that a commit changed.
public struct RowChange: Sendable {
    /// The row.
    public var row: RowReference
    /// What became of it.
    public var operation: ChangeOperation
    /// For an update, the changed columns.
    public var columns: ColumnSet
    /// For an update, the new values of the changed columns, in ascending order of column. Empty when the store does not
    /// know them (a commit of another process): they are read when they are needed.
    public var values: [StoredValue]

    /// A change from its parts.
    public init(
        row: RowReference, operation: ChangeOperation, columns: ColumnSet = ColumnSet(), values: [StoredValue] = []
    ) {
        self.row = row
        self.operation = operation
        self.columns = columns
        self.values = values
    }
}

/// What became of a row.
public enum ChangeOperation: Sendable, Hashable {
    /// The row is new.
    case insert
    /// Some columns changed.
    case update
    /// The row is gone.
    case delete
}
