import ChronicleStore

/// What a held model is to take from its row once the store has delivered all rows.
struct StaleRow {
    let model: AnyObject
    let backing: BackingData
    let entity: ContextEntity
    let columns: [Int]
    let values: [StoredValue?]
}

extension ModelContext {
    /// Runs a fetch in whose body rows become models or are compared with them.
    ///
    /// Held models take new values only when it has ended: who is told of that may read, and a store must not be asked for
    /// anything while it delivers.
    func delivering<R>(_ fetch: () throws -> R) rethrows -> R {
        deliveries += 1
        defer {
            deliveries -= 1
            if deliveries == 0, !staleRows.isEmpty { takeStaleRows() }
        }
        return try fetch()
    }

    private func takeStaleRows() {
        let rows = staleRows
        staleRows = []
        for row in rows where row.backing.status == .persisted {
            refresh(row.model, row.backing, row.entity.info, row.columns) { column in
                row.columns.firstIndex(of: column).flatMap { row.values[$0] }
            }
        }
    }
}
