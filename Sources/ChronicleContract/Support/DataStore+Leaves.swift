import Foundation

/// What clauses do with a store itself, in one word; the store was opened for ``Leaf`` and perhaps others.
extension DataStore {
    /// The position of a model's entity.
    func index<T: PersistentModel>(of type: T.Type) throws -> Int {
        guard let entity = schema.entitiesByName[T.entityName] else {
            throw StoreError(.unsupportedQuery, "The store's schema lacks \(T.entityName).", entity: T.entityName)
        }
        return entity.index
    }

    /// Saves new rows and returns their keys.
    @discardableResult
    func addLeaves(_ rows: LeafRow..., author: String? = nil) throws -> [Int64] { try addLeaves(rows, author: author) }

    /// Saves new rows and returns their keys.
    @discardableResult
    func addLeaves(_ rows: [LeafRow], author: String? = nil) throws -> [Int64] {
        let keys = try allocateKeys(rows.count)
        var request = SaveRequest(author: author, timestamp: Date())
        request.inserts = [try leafBatch(rows, keys: Array(keys))]
        _ = try save(request)
        return Array(keys)
    }

    /// New rows under the given keys.
    func leafBatch(_ rows: [LeafRow], keys: [Int64]) throws -> InsertBatch {
        var batch = InsertBatch(entity: try index(of: Leaf.self))
        batch.keys = keys
        batch.values = rows.flatMap(\.values)
        return batch
    }

    /// A row by its key.
    func leafReference(_ key: Int64) throws -> RowReference {
        RowReference(entity: try index(of: Leaf.self), key: key)
    }

    /// A request for the leaves that a condition selects.
    func leafRequest(_ condition: Query.Condition? = nil) throws -> FetchRequest {
        FetchRequest(entity: try index(of: Leaf.self), condition: condition)
    }

    /// The condition that a column of a leaf (0 name, 1 count, 2 note) has a value.
    func leaf(_ column: Int, _ comparison: Query.Comparison = .equal, _ value: StoredValue) throws -> Query.Condition {
        .compare(.column(Query.Path(entity: try index(of: Leaf.self)), column), comparison, .literal(value))
    }

    /// The leaves that a condition selects, in order.
    func leaves(_ condition: Query.Condition? = nil) throws -> [LeafRow] {
        let request = try leafRequest(condition)
        let entity = schema.entities[request.entity]
        var rows: [LeafRow] = []
        try fetch(request) { rows.append(try LeafRow($0.values(of: entity))) }
        return rows
    }

    /// The leaves with the given keys.
    func leaves(keys: [Int64]) throws -> [LeafRow] {
        let index = try index(of: Leaf.self)
        var rows: [LeafRow] = []
        try fetch(entity: index, keys: keys) { rows.append(try LeafRow($0.values(of: schema.entities[index]))) }
        return rows
    }

    /// The history's newest position; nil where the store keeps none.
    func historySequence() throws -> Int64? {
        guard capabilities.history else { return nil }
        return try (self as? any HistoryProviding)?.currentPosition().sequence
    }
}
