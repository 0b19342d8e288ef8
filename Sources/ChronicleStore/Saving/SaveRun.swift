import ChronicleHistory
import ChronicleSchema
import Foundation

/// One save under way.
struct SaveRun<Transaction: StoreTransaction> {
    let processor: SaveProcessor
    let request: SaveRequest
    let transaction: Transaction
    var log = ChangeLog()
    /// The stored keys of new rows that became updates.
    var upserts: [RowReference: Int64] = [:]
    /// How many new rows were written before each upsert's became known.
    private var upsertTimes: [RowReference: Int] = [:]
    private var requestedDeletes: Set<RowReference>?

    init(processor: SaveProcessor, request: SaveRequest, transaction: Transaction) {
        self.processor = processor
        self.request = request
        self.transaction = transaction
    }

    func finish() throws -> SaveResult {
        var result = SaveResult()
        result.upserts = upserts
        result.changes = log.changes
        guard processor.recordsHistory, !result.changes.isEmpty else { return result }
        let changes = log.history(processor.facts)
        guard !changes.isEmpty else { return result }
        let record = HistoryRecord(
            sequence: 0, timestamp: request.timestamp, author: request.author,
            processIdentifier: ProcessIdentity.identifier, bundleIdentifier: ProcessIdentity.program, changes: changes)
        result.sequence = try transaction.appendHistory(PendingHistory(record))
        return result
    }

    // MARK: Inserts

    mutating func insertRows() throws {
        var time = 0
        for batch in request.inserts {
            let facts = try processor.facts(batch.entity)
            let width = facts.columnCount
            try checkWidth(batch, facts)
            log.reserve(batch.keys.count)
            for index in batch.keys.indices {
                let row = RowReference(entity: batch.entity, key: batch.keys[index])
                let values = batch.values[index * width..<(index + 1) * width]
                for column in facts.floating { try checkNumber(values[values.startIndex + column], column, row, facts) }
                if upserts.isEmpty {
                    try insert(row, values, batch, index, facts, time)
                } else {
                    try insert(row, rewritten(values, facts), batch, index, facts, time)
                }
                time += 1
            }
        }
        if !upserts.isEmpty { try redirectEarlierRows() }
    }

    private mutating func insert(
        _ row: RowReference, _ values: ArraySlice<StoredValue>, _ batch: InsertBatch, _ index: Int,
        _ facts: SaveProcessor.Facts, _ time: Int
    ) throws {
        var collisions = try transaction.insert(row, values: values)
        if !collisions.isEmpty, !facts.isLink, !request.deletes.isEmpty {
            let leaving = collisions.map { RowReference(entity: row.entity, key: $0) }.filter { isRequestedDelete($0) }
            if !leaving.isEmpty {
                try delete(leaving)
                collisions = try transaction.insert(row, values: values)
            }
        }
        if collisions.isEmpty {
            log.inserted(row)
            if facts.isLink { log.linkChanged(row, values) }
            return
        }
        // The two rows are linked already.
        if facts.isLink { return }
        guard collisions.count == 1 else { throw try violation(row, values, collisions, facts) }
        let stored = RowReference(entity: row.entity, key: collisions[0])
        upserts[row] = stored.key
        upsertTimes[row] = time
        guard let old = try transaction.row(stored) else { throw missing(stored, facts) }
        let unset = batch.unset.isEmpty ? ColumnSet() : batch.unset[index]
        var changed: [(column: Int, value: StoredValue)] = []
        for column in 0..<facts.columnCount where !unset.contains(column) {
            let value = values[values.startIndex + column]
            if !value.isIdentical(to: old[column]) { changed.append((column, value)) }
        }
        try write(stored, changed, old, facts)
    }

    /// Values whose references to rows that became updates point at the stored rows.
    private func rewritten(_ values: ArraySlice<StoredValue>, _ facts: SaveProcessor.Facts) -> ArraySlice<StoredValue> {
        var values = values
        for (column, entity) in facts.references {
            let position = values.startIndex + column
            if let stored = storedKey(values[position], entity) { values[position] = .reference(stored) }
        }
        return values
    }

    private func storedKey(_ value: StoredValue, _ entity: Int) -> Int64? {
        guard case .reference(let key) = value else { return nil }
        return upserts[RowReference(entity: entity, key: key)]
    }

    /// Mends references in rows that were written before the row they point at became an update.
    private mutating func redirectEarlierRows() throws {
        var time = -1
        for batch in request.inserts {
            let facts = try processor.facts(batch.entity)
            for index in batch.keys.indices {
                time += 1
                let given = RowReference(entity: batch.entity, key: batch.keys[index])
                var values: [(column: Int, value: StoredValue)] = []
                for (column, entity) in facts.references {
                    let value = batch.values[index * facts.columnCount + column]
                    guard case .reference(let key) = value, let stored = storedKey(value, entity),
                        let known = upsertTimes[RowReference(entity: entity, key: key)], known >= time
                    else { continue }
                    values.append((column, .reference(stored)))
                }
                if values.isEmpty { continue }
                let row = current(given)
                guard let old = try transaction.row(row) else { continue }
                if facts.isLink {
                    // The mended link may exist already, so it is written anew, with the collision ignored.
                    guard try transaction.delete(row) else { continue }
                    log.deleted(row, kept: [], entity: facts.entity)
                    var new = old
                    for (column, value) in values { new[column] = value }
                    try insert(row, new[...], batch, index, facts, time)
                    continue
                }
                let changed = values.filter { column, value in
                    // An upsert that never set the column left the stored row's own reference there.
                    old[column] == batch.values[index * facts.columnCount + column]
                        && !value.isIdentical(to: old[column])
                }
                try write(row, changed, old, facts)
            }
        }
    }

    // MARK: Updates

    mutating func updateRows() throws {
        for update in request.updates {
            let facts = try processor.facts(update.row.entity)
            let row = current(update.row)
            if try updateUnread(row, update, facts) { continue }
            guard let old = try transaction.row(row) else { throw missing(row, facts) }
            var changed: [(column: Int, value: StoredValue)] = []
            for (column, value) in update.values {
                try check(value, column, row, facts)
                var value = value
                if !upserts.isEmpty, let reference = facts.references.first(where: { $0.column == column }),
                    let stored = storedKey(value, reference.entity)
                {
                    value = .reference(stored)
                }
                if !value.isIdentical(to: old[column]) { changed.append((column, value)) }
            }
            if changed.isEmpty { continue }
            if !request.deletes.isEmpty { try clearWay(row, changed, old, facts) }
            try write(row, changed, old, facts)
        }
    }

    /// Lets the store compare and change a row; false when the stored values are needed here.
    private mutating func updateUnread(
        _ row: RowReference, _ update: RowUpdate, _ facts: SaveProcessor.Facts
    ) throws -> Bool {
        guard upserts.isEmpty, !facts.isLink else { return false }
        for (column, value) in update.values {
            try check(value, column, row, facts)
            if facts.preserved.contains(column) { return false }
            if !request.deletes.isEmpty, facts.uniqueColumns.contains(column) { return false }
        }
        guard let changed = try transaction.change(row, values: update.values) else { throw missing(row, facts) }
        if !changed.isEmpty { log.updated(row, changed) }
        return true
    }

    /// Deletes rows now that stand in the way of a unique value and are to be deleted anyway.
    private mutating func clearWay(
        _ row: RowReference, _ changed: [(column: Int, value: StoredValue)], _ old: [StoredValue],
        _ facts: SaveProcessor.Facts
    ) throws {
        var new = old
        for (column, value) in changed { new[column] = value }
        for index in facts.uniques where changed.contains(where: { index.columns.contains($0.column) }) {
            if index.columns.contains(where: { new[$0].isNull }) { continue }
            let path = Query.Path(entity: row.entity)
            let same = index.columns.map { Query.Condition.compare(.column(path, $0), .equal, .literal(new[$0])) }
            let leaving = try transaction.keys(entity: row.entity, matching: .and(same))
                .map { RowReference(entity: row.entity, key: $0) }
                .filter { $0 != row && isRequestedDelete($0) }
            if !leaving.isEmpty { try delete(leaving) }
        }
    }

    mutating func write(
        _ row: RowReference, _ changed: [(column: Int, value: StoredValue)], _ old: [StoredValue],
        _ facts: SaveProcessor.Facts
    ) throws {
        if changed.isEmpty { return }
        guard try transaction.update(row, values: changed) else { throw missing(row, facts) }
        log.keepOriginals(row, changed, old: old, preserved: facts.entity.preservedColumns)
        log.updated(row, changed)
        if facts.isLink {
            var new = old
            for (column, value) in changed { new[column] = value }
            log.linkChanged(row, new[...])
        }
    }

    // MARK: Checks

    func checkWidth(_ batch: InsertBatch, _ facts: SaveProcessor.Facts) throws {
        guard batch.values.count == batch.keys.count * facts.columnCount,
            batch.unset.isEmpty || batch.unset.count == batch.keys.count
        else {
            throw StoreError(
                .invalidValue, "A save brings a wrong number of values for \(facts.entity.name).",
                entity: facts.entity.name)
        }
    }

    /// The row under the key that it has in the store.
    func current(_ row: RowReference) -> RowReference {
        upserts[row].map { RowReference(entity: row.entity, key: $0) } ?? row
    }

    mutating func isRequestedDelete(_ row: RowReference) -> Bool {
        if requestedDeletes == nil { requestedDeletes = Set(request.deletes) }
        return requestedDeletes?.contains(row) ?? false
    }

    @inline(__always) private func check(
        _ value: StoredValue, _ column: Int, _ row: RowReference, _ facts: SaveProcessor.Facts
    ) throws {
        guard column >= 0, column < facts.columnCount else {
            throw StoreError(
                .invalidValue, "A save names column \(column), which \(facts.entity.name) does not have.",
                entity: facts.entity.name, key: row.key)
        }
        try checkNumber(value, column, row, facts)
    }

    @inline(__always) func checkNumber(
        _ value: StoredValue, _ column: Int, _ row: RowReference, _ facts: SaveProcessor.Facts
    ) throws {
        switch value {
        case .double(let number) where number.isNaN: break
        case .date(let date) where date.timeIntervalSinceReferenceDate.isNaN: break
        default: return
        }
        let name = facts.entity.propertyNames(changed: [column]).first ?? facts.entity.columns[column].name
        throw StoreError(
            .invalidValue,
            "\(facts.entity.name).\(name) of row \(row.key) is not a number (NaN), which no store keeps: set it to a number "
                + "or to nil.", entity: facts.entity.name, key: row.key)
    }

    func missing(_ row: RowReference, _ facts: SaveProcessor.Facts) -> StoreError {
        StoreError(
            .deletedElsewhere,
            "Row \(row.key) of \(facts.entity.name) was deleted by someone else and cannot be changed: discard the change.",
            entity: facts.entity.name, key: row.key)
    }

    private func violation(
        _ row: RowReference, _ values: ArraySlice<StoredValue>, _ others: [Int64], _ facts: SaveProcessor.Facts
    ) throws -> StoreError {
        var columns: Set<Int> = []
        for other in others {
            guard let stored = try transaction.row(RowReference(entity: row.entity, key: other)) else { continue }
            for index in facts.uniques {
                if index.columns.allSatisfy({ stored[$0] == values[values.startIndex + $0] }) {
                    columns.formUnion(index.columns)
                }
            }
        }
        return .uniqueViolation(facts.entity, columns: columns, key: row.key, collidingWith: others)
    }
}
