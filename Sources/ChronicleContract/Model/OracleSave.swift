/// One save by the documented rules: inserts with upserts, updates, deletes with cascades.
struct OracleSave {
    private(set) var rows: [OracleRow]
    private let pending: OraclePending
    private var inserted: Set<Int> = []
    private var updated: [Int: (entity: OracleEntity, attributes: Set<String>)] = [:]
    private var deleted: [Int: (entity: OracleEntity, kept: OracleCell)] = [:]
    /// Preserved values as they were before this save.
    private var originals: [Int: OracleCell] = [:]
    /// The stored rows that new rows turned out to be.
    private var upserts: [Int: Int] = [:]

    init(rows: [OracleRow], pending: OraclePending) {
        self.rows = rows
        self.pending = pending
    }

    /// - Parameter known: A row as it was last stored, though it may be gone.
    mutating func run(known: (Int) -> OracleRow?) throws {
        var updates: [OracleRow] = []
        for entity in OracleEntity.allCases {
            for change in pending.changed where change.entity == entity {
                guard let stored = known(change.id) else { continue }
                var update = change
                update.cells = change.cells.filter { !$0.value.isIdentical(to: stored[$0.key]) }
                if !update.cells.isEmpty { updates.append(update) }
            }
        }
        for entity in OracleEntity.allCases {
            for row in pending.inserted where row.entity == entity { insert(row) }
        }
        for update in updates { try self.update(update) }
        for id in pending.deleted { delete(id) }
    }

    /// The changes as history tells them, in alphabetical order.
    var told: [String] {
        let inserts = rows.filter { inserted.contains($0.id) }.map { "insert \($0.entity.rawValue)#\($0.id)" }
        let updates = updated.map { id, change in
            let names = change.entity.attributes.filter { change.attributes.contains($0) }
            return "update \(change.entity.rawValue)#\(id) [\(names.joined(separator: ", "))]"
        }
        let deletes = deleted.map { id, change in "delete \(change.entity.rawValue)#\(id) (\(change.kept))" }
        return (inserts + updates + deletes).sorted()
    }

    private func index(_ id: Int) -> Int? { rows.firstIndex { $0.id == id } }

    private func namesake(of name: OracleCell, except id: Int) -> OracleRow? {
        rows.first { $0.entity == .plot && $0.id != id && $0["name"] == name }
    }

    private mutating func insert(_ row: OracleRow) {
        var row = row
        if row.entity == .plot, let stored = namesake(of: row["name"], except: row.id) {
            if pending.deleted.contains(stored.id) {
                delete(stored.id)
            } else {
                upserts[row.id] = stored.id
                write(stored.id, row.cells)
                return
            }
        }
        row.cells = redirected(row.cells)
        rows.append(row)
        rows.sort { $0.id < $1.id }
        inserted.insert(row.id)
    }

    private mutating func update(_ update: OracleRow) throws {
        guard index(update.id) != nil else { throw OracleRefusal(code: .deletedElsewhere) }
        if let name = update.cells["name"], let other = namesake(of: name, except: update.id) {
            guard pending.deleted.contains(other.id) else { throw OracleRefusal(code: .uniqueViolation) }
            delete(other.id)
        }
        write(update.id, redirected(update.cells))
    }

    private func redirected(_ cells: [String: OracleCell]) -> [String: OracleCell] {
        cells.mapValues { cell in cell.reference.flatMap { upserts[$0] }.map { .row($0) } ?? cell }
    }

    private mutating func write(_ id: Int, _ cells: [String: OracleCell]) {
        guard let index = index(id) else { return }
        let entity = rows[index].entity
        for (attribute, cell) in cells where !cell.isIdentical(to: rows[index][attribute]) {
            if attribute == entity.preserved, originals[id] == nil { originals[id] = rows[index][attribute] }
            rows[index][attribute] = cell
            if !inserted.contains(id) { updated[id, default: (entity, [])].attributes.insert(attribute) }
        }
    }

    private mutating func delete(_ id: Int) {
        guard let index = index(id) else { return }
        let row = rows.remove(at: index)
        updated[id] = nil
        if inserted.remove(id) == nil { deleted[id] = (row.entity, originals[id] ?? row[row.entity.preserved]) }
        guard row.entity == .plot else { return }
        for child in rows where child.entity == .plant && child["plot"] == .row(id) { delete(child.id) }
    }
}
