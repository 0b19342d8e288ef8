import ChronicleHistory
import ChronicleSchema
import ChronicleStore

/// The writes of one save, on a copy of the tables: to roll back is to forget the copy.
final class JSONTransaction: StoreTransaction {
    private(set) var tables: Tables
    private(set) var changed: Set<RowReference> = []
    private(set) var record: HistoryRecord?
    private let sequence: Int64

    init(_ tables: Tables, sequence: Int64) {
        self.tables = tables
        self.sequence = sequence
    }

    func row(_ row: RowReference) throws -> [StoredValue]? { try tables[row.entity].rows[row.key] }

    func keys(entity: Int, column: Int, referringTo key: Int64) throws -> [Int64] {
        let table = try tables[entity]
        return table.keys.filter { table.rows[$0]?[column] == .reference(key) }
    }

    func keys(entity: Int, matching condition: Query.Condition?) throws -> [Int64] {
        var keys: [Int64] = []
        try tables.fetch(FetchRequest(entity: entity, condition: condition)) { keys.append($0.key) }
        return keys
    }

    func insert(_ row: RowReference, values: ArraySlice<StoredValue>) throws -> [Int64] {
        let table = try tables[row.entity]
        guard table.rows[row.key] == nil else {
            throw StoreError(
                .invalidValue, "Key \(row.key) of \(table.entity.name) is taken: use keys that the store handed out.",
                entity: table.entity.name, key: row.key)
        }
        let collisions = table.collisions(row.key, Array(values)).map(\.key)
        if collisions.isEmpty { set(row, Array(values)) }
        return Set(collisions).sorted()
    }

    func update(_ row: RowReference, values: [(column: Int, value: StoredValue)]) throws -> Bool {
        let table = try tables[row.entity]
        guard var new = table.rows[row.key] else { return false }
        for (column, value) in values { new[column] = value }
        if let collision = table.collisions(row.key, new).first {
            throw StoreError.uniqueViolation(
                table.entity, columns: collision.index.columns, key: row.key, collidingWith: [collision.key])
        }
        set(row, new)
        return true
    }

    func delete(_ row: RowReference) throws -> Bool {
        guard try self.row(row) != nil else { return false }
        set(row, nil)
        return true
    }

    func appendHistory(_ record: PendingHistory) throws -> Int64 {
        self.record = record.record
        self.record?.sequence = sequence
        return sequence
    }

    private func set(_ row: RowReference, _ values: [StoredValue]?) {
        tables.set(row, values)
        changed.insert(row)
    }
}
