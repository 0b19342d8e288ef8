import Foundation

/// A store opened without a container, with entries in it, for clauses about what only store authors see.
struct EntryStore: Sendable {
    let store: any DataStore
    let entity: Schema.Entity
    private let probe: ContractProbe

    init(_ probe: ContractProbe, at place: ContractPlace? = nil) throws {
        self.probe = probe
        store = try probe.openStore(Entry.self, at: place)
        entity = try probe.require(store.schema.entitiesByName["Entry"], "the entity of a model in the store's schema")
    }

    /// A column as a query's value.
    func column(_ name: String) throws -> Query.Value {
        .column(Query.Path(entity: entity.index), try index(name))
    }

    func index(_ name: String) throws -> Int {
        try probe.require(entity.columnIndex(named: name), "the column \(name)")
    }

    /// The values of a row in the order of the columns.
    func values(
        number: Int = 0, amount: Double? = nil, word: String = "w", note: String? = nil, mark: String? = nil,
        parent: Int64? = nil
    ) throws -> [StoredValue] {
        try entity.columns.map { column in
            switch column.name {
            case "number", "plain": return .integer(Int64(number))
            case "amount": return amount.map { .double($0) } ?? .null
            case "word": return .text(word)
            case "note": return note.map { .text($0) } ?? .null
            case "mark": return mark.map { .text($0) } ?? .null
            case "parent": return parent.map { .reference($0) } ?? .null
            default: throw probe.fail("the schema of Entry has an unknown column \(column.name)")
            }
        }
    }

    /// Saves rows and returns their keys.
    @discardableResult
    func add(_ rows: [[StoredValue]], author: String? = nil) throws -> [Int64] {
        var batch = InsertBatch(entity: entity.index)
        batch.keys = Array(try store.allocateKeys(rows.count))
        batch.values = rows.flatMap { $0 }
        var request = SaveRequest(author: author, timestamp: Date(timeIntervalSinceReferenceDate: 0))
        request.inserts = [batch]
        _ = try store.save(request)
        return batch.keys
    }

    func row(_ key: Int64) -> RowReference { RowReference(entity: entity.index, key: key) }

    /// A request that changes, then deletes.
    func request(updates: [Int64: [(String, StoredValue)]] = [:], deletes: [Int64] = []) throws -> SaveRequest {
        var request = SaveRequest(author: nil, timestamp: Date(timeIntervalSinceReferenceDate: 0))
        for key in updates.keys.sorted() {
            let values = try (updates[key] ?? []).map { (column: try index($0.0), value: $0.1) }
            request.updates.append(RowUpdate(row: row(key), values: values.sorted { $0.column < $1.column }))
        }
        request.deletes = deletes.map(row)
        return request
    }

    /// The keys that a condition selects.
    func keys(
        _ condition: Query.Condition?, order: [Query.SortKey] = [], offset: Int = 0, limit: Int? = nil
    ) throws -> [Int64] {
        try store.fetchKeys(
            FetchRequest(entity: entity.index, condition: condition, order: order, offset: offset, limit: limit))
    }

    /// The store's history, for clauses that require it.
    func history() throws -> any HistoryProviding {
        try probe.require(store as? any HistoryProviding, "the conformance to HistoryProviding of a store with history")
    }
}
