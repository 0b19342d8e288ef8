import ChronicleStore
import Synchronization

/// The rows that a commit has left, for all who want to know whether it concerns them: each is read once.
///
/// What is told is a row as it was right after the commit or later.
package final class CommitRows: Sendable {
    private struct State {
        /// New rows of a save of this process, whose values are known; positions by key, made when they are first needed.
        var positions: [RowReference: (batch: Int, row: Int)]?
        /// What was read; nil for a row that is gone.
        var read: [RowReference: [StoredValue]?] = [:]
    }

    private let store: any DataStore
    private let inserts: [InsertBatch]
    private let state = Mutex(State())

    /// The rows of a commit of which nothing is known.
    init(_ store: any DataStore) {
        self.store = store
        inserts = []
    }

    /// The rows of a save of this process.
    init(_ store: any DataStore, _ request: SaveRequest, _ result: SaveResult) {
        self.store = store
        // Rules of deletion and upserts make other rows of them than were asked for.
        let isPlain = request.deletes.isEmpty && request.bulkDeletes.isEmpty && result.upserts.isEmpty
        inserts = isPlain ? request.inserts : []
    }

    /// What a body makes of a row's cells, which are nil when the row is gone; nil when the row is not known without reading.
    func known<R>(_ row: RowReference, _ body: (UnsafePointer<RowCell>?) throws -> R) rethrows -> R? {
        if inserts.count == 1, inserts[0].keys.count == 1 {
            if inserts[0].keys[0] == row.key { return try withCells(inserts[0].values[...], body) }
        }
        let (place, read) = state.withLock { state in
            if !inserts.isEmpty, state.positions == nil { state.positions = positions() }
            return (state.positions?[row], state.read[row])
        }
        if let place {
            let batch = inserts[place.batch]
            let width = batch.values.count / batch.keys.count
            return try withCells(batch.values[(place.row * width)..<((place.row + 1) * width)], body)
        }
        guard let read else { return nil }
        guard let values = read else { return try body(nil) }
        return try withCells(values[...], body)
    }

    private func positions() -> [RowReference: (batch: Int, row: Int)] {
        var positions: [RowReference: (batch: Int, row: Int)] = [:]
        positions.reserveCapacity(inserts.reduce(0) { $0 + $1.keys.count })
        for (index, batch) in inserts.enumerated() {
            for (row, key) in batch.keys.enumerated() {
                positions[RowReference(entity: batch.entity, key: key)] = (index, row)
            }
        }
        return positions
    }

    /// Reads rows that are not known yet, in one go for each entity.
    ///
    /// - Throws: The store's errors; what was read before stays known.
    func read(_ rows: some Sequence<RowReference>) throws {
        let known = state.withLock { state in
            if !inserts.isEmpty, state.positions == nil { state.positions = positions() }
            return (state.positions, state.read)
        }
        var missing: [Int: [Int64]] = [:]
        for row in rows where known.0?[row] == nil && known.1[row] == nil {
            missing[row.entity, default: []].append(row.key)
        }
        for (entity, keys) in missing {
            var found: [RowReference: [StoredValue]?] = [:]
            for key in keys { found[RowReference(entity: entity, key: key)] = .some(nil) }
            try store.fetch(entity: entity, keys: keys.sorted()) { row in
                let values = try row.values(of: store.schema.entities[entity])
                found[RowReference(entity: entity, key: row.key)] = values
            }
            state.withLock { $0.read.merge(found) { _, new in new } }
        }
    }
}

/// Calls a body with a row's values as cells.
func withCells<R>(_ values: ArraySlice<StoredValue>, _ body: (UnsafePointer<RowCell>?) throws -> R) rethrows -> R {
    try values.withUnsafeBufferPointer { values in
        try withUnsafeTemporaryAllocation(of: RowCell.self, capacity: values.count + 1) { cells in
            cells.initialize(repeating: .null)
            if let source = values.baseAddress {
                for index in values.indices where !values[index].isNull { cells[index] = .value(source + index) }
            }
            return try body(UnsafePointer(cells.baseAddress))
        }
    }
}
