import ChronicleSchema

extension SaveRun {
    /// Deletes what the request names and what its conditions select.
    mutating func deleteRequested() throws {
        var rows = request.deletes.map(current)
        for bulk in request.bulkDeletes {
            _ = try processor.facts(bulk.entity)
            let keys = try transaction.keys(entity: bulk.entity, matching: bulk.condition)
            rows.append(contentsOf: keys.lazy.map { RowReference(entity: bulk.entity, key: $0) })
        }
        if !rows.isEmpty { try delete(rows) }
    }

    /// Deletes rows and what their delete rules add; rows that are gone already are passed over.
    mutating func delete(_ rows: [RowReference]) throws {
        var closure = DeleteClosure()
        for row in rows { closure.add(row) }
        var next = 0
        while next < closure.doomed.count {
            let row = closure.doomed[next].row
            let facts = try processor.facts(row.entity)
            let preserved = facts.entity.preservedColumns
            if facts.isLink || !facts.entity.deleteActions.isEmpty {
                if let values = try transaction.row(row) {
                    closure.doomed[next].kept = preserved.map { values[$0] }
                    if facts.isLink { closure.doomed[next].ends = values }
                    for action in facts.entity.deleteActions { try apply(action, row, values, &closure) }
                } else {
                    closure.doomed[next].isGone = true
                }
            } else if !preserved.isEmpty {
                if let kept = try transaction.values(of: row, columns: preserved) {
                    closure.doomed[next].kept = kept
                } else {
                    closure.doomed[next].isGone = true
                }
            }
            next += 1
        }
        try refuseDenied(closure)
        try clearReferences(closure)
        for doomed in closure.doomed where !doomed.isGone {
            let row = doomed.row
            guard try transaction.delete(row) else { continue }
            let facts = try processor.facts(row.entity)
            if let ends = doomed.ends { log.linkChanged(row, ends[...]) }
            log.deleted(row, kept: doomed.kept, entity: facts.entity)
        }
    }

    private func apply(
        _ action: Schema.DeleteAction, _ row: RowReference, _ values: [StoredValue], _ closure: inout DeleteClosure
    ) throws {
        switch action {
        case .incoming(let entity, let column, let rule):
            switch rule {
            case .noAction: break
            case .nullify: closure.cleared.append((entity, column, row.key))
            case .cascade, .deny:
                for key in try transaction.keys(entity: entity, column: column, referringTo: row.key) {
                    closure.treat(RowReference(entity: entity, key: key), rule, because: row)
                }
            }
        case .outgoing(let column, let entity, let rule):
            guard values.indices.contains(column), case .reference(let key) = values[column] else { return }
            let other = RowReference(entity: entity, key: key)
            if rule == .deny, try transaction.row(other) == nil { return }
            closure.treat(other, rule, because: row)
        case .link(let link, let ownColumn, let otherColumn, let entity, let rule):
            for key in try transaction.keys(entity: link, column: ownColumn, referringTo: row.key) {
                let linkRow = RowReference(entity: link, key: key)
                closure.add(linkRow)
                guard rule == .cascade || rule == .deny, let ends = try transaction.row(linkRow),
                    ends.indices.contains(otherColumn), case .reference(let other) = ends[otherColumn]
                else { continue }
                closure.treat(RowReference(entity: entity, key: other), rule, because: row)
            }
        }
    }

    private mutating func refuseDenied(_ closure: DeleteClosure) throws {
        for (row, owner) in closure.denied where !closure.contains(row) && !isRequestedDelete(row) {
            let (related, deleted) = (try processor.facts(row.entity).entity, try processor.facts(owner.entity).entity)
            throw StoreError(
                .deleteDenied,
                "Row \(owner.key) of \(deleted.name) cannot be deleted while row \(row.key) of \(related.name) is related to "
                    + "it: delete or detach that row first.", entity: deleted.name, key: owner.key)
        }
    }

    private mutating func clearReferences(_ closure: DeleteClosure) throws {
        for (entity, column, key) in closure.cleared {
            let facts = try processor.facts(entity)
            for referring in try transaction.keys(entity: entity, column: column, referringTo: key) {
                let row = RowReference(entity: entity, key: referring)
                if closure.contains(row) { continue }
                guard let old = try transaction.row(row) else { continue }
                try write(row, [(column, .null)], old, facts)
            }
        }
    }
}

/// The rows that a deletion takes with it.
struct DeleteClosure {
    struct Doomed {
        let row: RowReference
        /// The values of the preserved columns.
        var kept: [StoredValue] = []
        /// The values of a link.
        var ends: [StoredValue]?
        /// Whether it was deleted by someone else before.
        var isGone = false
    }

    /// The rows to delete, in the order they were found.
    var doomed: [Doomed] = []
    /// The same as a set, from the first row on that does not come after the one before it: those before are sorted.
    private var known: Set<RowReference>?
    /// References to clear, by the key they hold.
    var cleared: [(entity: Int, column: Int, key: Int64)] = []
    /// Rows that forbid a deletion unless they are deleted as well, with the row that they forbid it for.
    var denied: [(row: RowReference, owner: RowReference)] = []

    mutating func add(_ row: RowReference) {
        if known == nil {
            guard let last = doomed.last?.row else { return doomed.append(Doomed(row: row)) }
            if last.isBefore(row) { return doomed.append(Doomed(row: row)) }
            known = Set(doomed.lazy.map(\.row))
        }
        if known?.insert(row).inserted == true { doomed.append(Doomed(row: row)) }
    }

    func contains(_ row: RowReference) -> Bool {
        if let known { return known.contains(row) }
        var (low, high) = (0, doomed.count)
        while low < high {
            let middle = (low + high) / 2
            if doomed[middle].row.isBefore(row) { low = middle + 1 } else { high = middle }
        }
        return low < doomed.count && doomed[low].row == row
    }

    mutating func treat(_ row: RowReference, _ rule: Schema.DeleteRule, because owner: RowReference) {
        switch rule {
        case .cascade: add(row)
        case .deny: denied.append((row, owner))
        case .nullify, .noAction: break
        }
    }
}

extension RowReference {
    /// Whether a row comes before another by entity and key.
    @inline(__always) func isBefore(_ other: RowReference) -> Bool {
        entity != other.entity ? entity < other.entity : key < other.key
    }
}
