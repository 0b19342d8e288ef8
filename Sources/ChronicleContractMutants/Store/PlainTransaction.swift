import ChronicleHistory
import ChronicleSchema
import ChronicleStore

/// One write to a row, as the file keeps it.
enum PlainStep: Sendable {
    case insert(RowReference, [StoredValue])
    case update(RowReference, [(column: Int, value: StoredValue)])
    case delete(RowReference)
}

/// One save's writes to a copy of the state. Taking them back is letting the copy go.
final class PlainTransaction: StoreTransaction {
    private(set) var state: PlainState
    private(set) var steps: [PlainStep] = [] {
        didSet { publish?(state) }
    }
    /// With ``FaultSwitch/showsUncommitted``, shows others each step at once.
    var publish: ((PlainState) -> Void)?
    private(set) var record: HistoryRecord?
    private let before: PlainState
    private let base: PlainBase
    private let faults: Faults

    init(_ state: PlainState, _ base: PlainBase, _ faults: Faults) {
        self.state = state
        before = state
        self.base = base
        self.faults = faults
    }

    func row(_ row: RowReference) throws -> [StoredValue]? { state.row(row) }

    func keys(entity: Int, column: Int, referringTo key: Int64) throws -> [Int64] {
        let keys = try state.table(entity).keys(column: column, referringTo: key)
        return faults.referring?(keys, state.schema.entities[entity], column) ?? keys
    }

    func keys(entity: Int, matching condition: Query.Condition?) throws -> [Int64] {
        try state.keys(FetchRequest(entity: entity, condition: condition))
    }

    func insert(_ row: RowReference, values: ArraySlice<StoredValue>) throws -> [Int64] {
        let entity = state.schema.entities[row.entity]
        let values = try written(Array(values), entity, isNew: true)
        let table = try state.table(row.entity)
        var collisions: [Int64] = []
        for collision in colliding(table, row, values, entity) where !collisions.contains(collision.other) {
            collisions.append(collision.other)
        }
        if !collisions.isEmpty {
            guard faults.has(.refusesUpserts), entity.link == nil else { return collisions }
            throw StoreError.uniqueViolation(entity, columns: [0], key: row.key, collidingWith: collisions)
        }
        if faults.has(.movesTakenKeys), table.rows[row.key] != nil {
            let other = RowReference(entity: row.entity, key: row.key + 500_000)
            state.tables[row.entity].put(other.key, values)
            steps.append(.insert(other, values))
            return []
        }
        guard table.rows[row.key] == nil else {
            throw StoreError(
                .invalidValue, "Key \(row.key) of \(entity.name) is taken: use keys that the store handed out.",
                entity: entity.name, key: row.key)
        }
        state.tables[row.entity].put(row.key, values)
        steps.append(.insert(row, values))
        return []
    }

    func update(_ row: RowReference, values: [(column: Int, value: StoredValue)]) throws -> Bool {
        let entity = state.schema.entities[row.entity]
        guard var new = state.row(row) else { return false }
        for (column, value) in values where new.indices.contains(column) { new[column] = value }
        new = try written(new, entity, isNew: false)
        if let collision = colliding(try state.table(row.entity), row, new, entity).first(where: { collision in
            values.contains { collision.columns.contains($0.column) }
        }) {
            throw StoreError.uniqueViolation(
                entity, columns: collision.columns, key: row.key, collidingWith: [collision.other])
        }
        state.tables[row.entity].put(row.key, new)
        steps.append(.update(row, values.map { ($0.column, new[$0.column]) }))
        return true
    }

    func change(
        _ row: RowReference, values: [(column: Int, value: StoredValue)]
    ) throws -> [(column: Int, value: StoredValue)]? {
        guard let old = state.row(row) else { return nil }
        let changed =
            faults.has(.recordsUnchanged) ? values : values.filter { !$0.value.isIdentical(to: old[$0.column]) }
        if changed.isEmpty { return [] }
        return try update(row, values: changed) ? changed : nil
    }

    func delete(_ row: RowReference) throws -> Bool {
        if faults.keepsRow?(state.schema.entities[row.entity]) ?? false { return state.row(row) != nil }
        guard state.tables[row.entity].remove(row.key) else { return false }
        steps.append(.delete(row))
        return true
    }

    func appendHistory(_ record: PendingHistory) throws -> Int64 {
        let sequence = state.sequence + 1
        var record = record.record
        record.sequence = sequence
        self.record = record
        return sequence
    }

    private func colliding(
        _ table: PlainTable, _ row: RowReference, _ values: [StoredValue], _ entity: Schema.Entity
    ) -> [(columns: [Int], other: Int64)] {
        var found = table.collisions(of: row.key, values)
        if faults.has(.uniqueAgainstStoredOnly) {
            found.removeAll { before.row(RowReference(entity: row.entity, key: $0.other)) == nil }
        }
        guard let faulty = faults.collisions else { return found }
        return faulty(found, PlainCandidate(row: row, values: values, entity: entity, table: table))
    }

    private func written(_ values: [StoredValue], _ entity: Schema.Entity, isNew: Bool) throws -> [StoredValue] {
        var values = values
        if base.limits != StoreLimits(), isNew || !faults.has(.limitsInsertsOnly) {
            values = try base.limited(values, entity, faults)
        }
        guard let written = faults.written else { return values }
        return try zip(values, entity.columns).map { try written($0, $1, entity) }
    }
}

/// A row that is about to be written.
struct PlainCandidate {
    let row: RowReference
    let values: [StoredValue]
    let entity: Schema.Entity
    let table: PlainTable
}
