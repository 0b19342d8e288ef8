import ChronicleSchema
import ChronicleStore
import Synchronization

/// The values that rows had when they were new: what an index answers from that is not kept up to date.
final class FirstValues: Sendable {
    private let rows = Mutex<[RowReference: [StoredValue]]>([:])

    func take(_ steps: [PlainStep]) {
        rows.withLock { rows in
            for case .insert(let row, let values) in steps { rows[row] = values }
        }
    }

    /// The values that a row had when it was new; empty when that is not known.
    func row(_ row: RowReference) -> [StoredValue] { rows.withLock { $0[row] ?? [] } }

    /// The keys that a request selects over these values, rows that are gone included.
    func keys(_ request: FetchRequest, _ state: PlainState) throws -> [Int64] {
        let rows = rows.withLock { $0 }
        var old = PlainState(schema: state.schema)
        for (entity, table) in state.tables.enumerated() {
            for key in table.keys {
                let row = RowReference(entity: entity, key: key)
                old.tables[entity].put(key, rows[row] ?? table.rows[key] ?? [])
            }
        }
        return try old.keys(request)
    }
}
