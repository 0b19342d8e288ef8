/// What a store must hold, in plain arrays: the committed rows and the history.
struct OracleStore {
    /// In the order of insertion.
    private(set) var rows: [OracleRow] = []
    /// Deleted rows, as they were last.
    private(set) var gone: [Int: OracleRow] = [:]
    /// All transactions that there ever were.
    private(set) var history: [OracleTransaction] = []
    /// How many of them were deleted.
    private(set) var purged = 0

    func row(_ id: Int) -> OracleRow? { rows.first { $0.id == id } }

    mutating func purge(_ count: Int) { purged = min(history.count, purged + (count == 0 ? history.count : count)) }

    /// Commits what is pending, or throws and changes nothing.
    ///
    /// - Returns: Whether there is a new transaction.
    mutating func save(_ pending: OraclePending, author: String?) throws -> Bool {
        var save = OracleSave(rows: rows, pending: pending)
        try save.run(known: { self.row($0) ?? gone[$0] })
        let remaining = Set(save.rows.map(\.id))
        for row in rows where !remaining.contains(row.id) { gone[row.id] = row }
        rows = save.rows
        let told = save.told
        if told.isEmpty { return false }
        history.append(OracleTransaction(author: author, changes: told))
        return true
    }
}

/// A transaction as history must tell it; its changes in alphabetical order.
struct OracleTransaction: Equatable, CustomStringConvertible {
    var author: String?
    var changes: [String]

    var description: String { "by \(author ?? "nil"): \(changes.joined(separator: ", "))" }
}

/// Why a save must be refused.
struct OracleRefusal: Error { var code: StoreError.Code }

/// What a context has not saved.
struct OraclePending {
    /// In the order of insertion.
    var inserted: [OracleRow] = []
    /// In the order of the first change of each.
    var changed: [OracleRow] = []
    var deleted: Set<Int> = []

    /// What the context sees, in the order of insertion.
    func view(of store: OracleStore) -> [OracleRow] {
        var seen = store.rows.filter { !deleted.contains($0.id) }
        for index in seen.indices {
            guard let change = changed.first(where: { $0.id == seen[index].id }) else { continue }
            for (attribute, cell) in change.cells { seen[index][attribute] = cell }
        }
        return (seen + inserted).sorted { $0.id < $1.id }
    }

    mutating func set(_ attribute: String, _ cell: OracleCell, of row: OracleRow) {
        if let index = inserted.firstIndex(where: { $0.id == row.id }) {
            inserted[index][attribute] = cell
        } else if let index = changed.firstIndex(where: { $0.id == row.id }) {
            changed[index][attribute] = cell
        } else {
            changed.append(OracleRow(id: row.id, entity: row.entity, cells: [attribute: cell]))
        }
    }

    mutating func delete(_ id: Int) {
        changed.removeAll { $0.id == id }
        if inserted.contains(where: { $0.id == id }) {
            inserted.removeAll { $0.id == id }
        } else {
            deleted.insert(id)
        }
    }
}
