import ChronicleHistory
import ChronicleSchema
import ChronicleStore
import Foundation

/// Faults of saves: atomicity, edits, uniqueness and identity.
let savingMutants: [ContractMutant] = [
    // Atomicity.
    ContractMutant("M201", "A save that fails keeps the rows that it wrote before.") { faults in
        faults.remains = { begun, _, _ in PlainCommit(steps: begun.steps, records: [], before: begun.before) }
    },
    ContractMutant("M202", "A save that fails leaves its transaction in the history.") { faults in
        faults.remains = { begun, request, _ in
            PlainCommit(steps: [], records: [begun.record(for: request)], before: begun.before)
        }
    },
    ContractMutant("M203", "A save that fails on a unique value keeps the rows before it, with their history.") {
        faults in
        faults.remains = { begun, request, error in
            guard error.isStore(.uniqueViolation) else { return nil }
            return PlainCommit(steps: begun.steps, records: [begun.record(for: request)], before: begun.before)
        }
    },
    ContractMutant("M204", "A save that fails on a delete rule keeps its inserts.") { faults in
        faults.remains = { begun, _, error in
            guard error.isStore(.deleteDenied) else { return nil }
            return PlainCommit(steps: begun.steps, records: [], before: begun.before)
        }
    },
    ContractMutant("M205", "A save that meets a row deleted elsewhere keeps the rest of its updates.") { faults in
        faults.remains = { begun, _, error in
            guard error.isStore(.deletedElsewhere) else { return nil }
            return PlainCommit(steps: begun.steps, records: [], before: begun.before)
        }
    },
    ContractMutant("M206", "A save throws although it was committed.") { faults in
        faults.throwsAfterCommit = { request in request.inserts.reduce(0) { $0 + $1.keys.count } > 1 }
    },
    ContractMutant("M207", "The second half of a save of more than a hundred rows is lost.") { faults in
        faults.commit = { commit, _ in
            if commit.steps.count > 100 { commit.steps.removeLast(commit.steps.count / 2) }
        }
    },
    ContractMutant("M208", "Deletes are carried out before inserts and updates fail, and stay.") { faults in
        faults.remains = { begun, request, _ in
            let gone = request.deletes.filter { begun.before.row($0) != nil }
            return gone.isEmpty ? nil : PlainCommit(steps: gone.map { .delete($0) }, records: [], before: begun.before)
        }
    },
    ContractMutant("M209", "Only the first entity of a save is written.") { faults in
        faults.save = { request, _ in
            guard let first = request.inserts.first?.entity else { return }
            request.inserts.removeAll { $0.entity != first }
        }
    },

    ContractMutant("M210", "A save of a single new row writes nothing.") { faults in
        faults.save = { request, _ in
            if request.inserts.count == 1, request.inserts[0].keys.count == 1, request.updates.isEmpty {
                request.inserts = []
            }
        }
    },

    // Edits.
    ContractMutant("M211", "An update of a row that was deleted elsewhere makes it again.") { faults in
        faults.save = { request, state in
            for update in request.updates where state.row(update.row) == nil {
                let entity = state.schema.entities[update.row.entity]
                var batch = InsertBatch(entity: entity.index)
                batch.keys = [update.row.key]
                batch.values = entity.columns.map { $0.isOptional ? .null : $0.type.zero }
                for (column, value) in update.values { batch.values[column] = value }
                request.inserts.append(batch)
            }
            request.updates.removeAll { state.row($0.row) == nil }
        }
    },
    ContractMutant("M212", "An update of a row that was deleted elsewhere is dropped.") { faults in
        faults.save = { request, state in request.updates.removeAll { state.row($0.row) == nil } }
    },
    ContractMutant("M213", "A deletion of a row that is gone is refused.") { faults in
        faults.save = { request, state in
            if let gone = request.deletes.first(where: { state.row($0) == nil }) {
                throw StoreError(.deletedElsewhere, "Row \(gone.key) was deleted by someone else.", key: gone.key)
            }
        }
    },
    ContractMutant("M214", "A deletion leaves the row.") { $0.keepsRow = { $0.link == nil } },
    ContractMutant("M215", "An update changes the first of its columns only.") { faults in
        faults.save = { request, _ in
            for index in request.updates.indices { request.updates[index].values.removeSubrange(1...) }
        }
    },
    ContractMutant("M216", "Only the first update of a save is carried out.") { faults in
        faults.save = { request, _ in request.updates = Array(request.updates.prefix(1)) }
    },
    ContractMutant("M217", "Only the first deletion of a save is carried out.") { faults in
        faults.save = { request, _ in request.deletes = Array(request.deletes.prefix(1)) }
    },
    ContractMutant("M218", "A bulk deletion takes no regard to its condition.") { faults in
        faults.save = { request, _ in
            for index in request.bulkDeletes.indices { request.bulkDeletes[index].condition = nil }
        }
    },
    ContractMutant("M219", "A bulk deletion deletes nothing.") { $0.save = { request, _ in request.bulkDeletes = [] } },
    ContractMutant("M220", "A bulk deletion without a condition deletes nothing.") { faults in
        faults.save = { request, _ in request.bulkDeletes.removeAll { $0.condition == nil } }
    },
    ContractMutant("M222", "An insert is written twice.") { faults in
        faults.commit = { commit, _ in
            for case .insert(let row, let values) in commit.steps
            where commit.before.schema.entities[row.entity].indexes.allSatisfy({ !$0.isUnique }) {
                commit.steps.append(.insert(RowReference(entity: row.entity, key: row.key + 1_000_000), values))
            }
        }
    },
    ContractMutant("M223", "An update writes the default over columns that it does not name.") { faults in
        faults.commit = { commit, _ in
            for case .update(let row, let values) in commit.steps {
                let entity = commit.before.schema.entities[row.entity]
                let others = entity.columns.indices.filter { column in
                    entity.columns[column].isOptional && !values.contains { $0.column == column }
                        && entity.columns[column].type != .reference
                }
                commit.steps.append(.update(row, others.map { ($0, .null) }))
            }
        }
    },
    ContractMutant("M224", "The answer to a save leaves the changes out.") { faults in
        faults.result = { result, _, _ in result.changes = [] }
    },
    ContractMutant("M225", "The answer to a save leaves out the rows that rules and upserts touched.") { faults in
        faults.result = { result, request, _ in
            let named = Set(
                request.deletes + request.updates.map(\.row)
                    + request.inserts.flatMap { batch in batch.keys.map { RowReference(entity: batch.entity, key: $0) }
                    })
            result.changes.removeAll { !named.contains($0.row) }
        }
    },
    ContractMutant("M226", "The answer to a save does not tell upserts.") {
        $0.result = { result, _, _ in result.upserts = [:] }
    },
    ContractMutant("M227", "The answer to a save has no sequence.") {
        $0.result = { result, _, _ in result.sequence = nil }
    },
    ContractMutant("M228", "The answer to a save has the values of another column.") { faults in
        faults.result = { result, _, _ in
            for index in result.changes.indices { result.changes[index].values.reverse() }
        }
    },

    ContractMutant("M229", "An update writes the row as it was when it was new, but for the columns that it names.") {
        faults in
        let first = FirstValues()
        faults.commit = { commit, _ in
            for case .update(let row, let values) in commit.steps {
                let old = first.row(row).enumerated().filter { column, _ in !values.contains { $0.column == column } }
                commit.steps.append(.update(row, old.map { ($0.offset, $0.element) }))
            }
            first.take(commit.steps)
        }
    },
    ContractMutant("M230", "A column that was changed once is not changed again.") { faults in
        let first = FirstValues()
        faults.commit = { commit, _ in first.take(commit.steps) }
        faults.save = { request, state in
            for index in request.updates.indices {
                let row = request.updates[index].row
                guard let now = state.row(row) else { continue }
                let new = first.row(row)
                if new.isEmpty { continue }
                request.updates[index].values.removeAll { !now[$0.column].isIdentical(to: new[$0.column]) }
            }
        }
    },

    // Uniqueness and upsert.
    ContractMutant("M231", "A unique value is not checked.") { $0.collisions = { _, _ in [] } },
    ContractMutant("M232", "A unique value is checked for new rows only.") { faults in
        faults.collisions = { found, new in new.table.rows[new.row.key] == nil ? found : [] }
    },
    ContractMutant("M233", "Unique text is told apart by its bytes.") { faults in
        faults.collisions = { found, new in
            found.filter { collision in
                guard let other = new.table.rows[collision.other] else { return true }
                return collision.columns.allSatisfy { new.values[$0].isIdentical(to: other[$0]) }
            }
        }
    },
    ContractMutant("M234", "Unique text is compared without regard to case.") { faults in
        faults.collideMore { a, b in a.text.map { $0.lowercased() == b.text?.lowercased() } ?? (a == b) }
    },
    ContractMutant("M235", "Two rows without a unique value collide.") { faults in
        faults.collideMore { a, b in a == b }
    },
    ContractMutant("M236", "A unique index of several columns looks at the first only.") { faults in
        faults.collideMore(firstColumnOnly: true) { a, b in a == b && !a.isNull }
    },
    ContractMutant("M237", "A unique index of several columns is not checked.") { faults in
        faults.collisions = { found, _ in found.filter { $0.columns.count == 1 } }
    },
    ContractMutant("M238", "A new row that collides is refused where it should become an update.", .refusesUpserts),
    ContractMutant("M239", "A new row that collides replaces the stored one.") { faults in
        faults.collisions = { found, new in new.table.rows[new.row.key] == nil ? [] : found }
        faults.commit = { commit, _ in
            var steps: [PlainStep] = []
            for step in commit.steps {
                if case .insert(let row, let values) = step {
                    for collision in commit.before.tables[row.entity].collisions(of: row.key, values) {
                        steps.append(.delete(RowReference(entity: row.entity, key: collision.other)))
                    }
                }
                steps.append(step)
            }
            commit.steps = steps
        }
    },
    ContractMutant("M241", "An upsert writes the columns that the new model never set.") { faults in
        faults.save = { request, _ in for index in request.inserts.indices { request.inserts[index].unset = [] } }
    },
    ContractMutant("M242", "An upsert changes nothing in the stored row.") { faults in
        faults.save = { request, state in
            for index in request.inserts.indices {
                let width = state.schema.entities[request.inserts[index].entity].columns.count
                let batch = request.inserts[index]
                var kept = InsertBatch(entity: batch.entity)
                for (position, key) in batch.keys.enumerated() {
                    let values = Array(batch.values[position * width..<(position + 1) * width])
                    if !state.tables[batch.entity].collisions(of: key, values).isEmpty { continue }
                    kept.keys.append(key)
                    kept.values += values
                    if !batch.unset.isEmpty { kept.unset.append(batch.unset[position]) }
                }
                request.inserts[index] = kept
            }
        }
    },
    ContractMutant("M243", "Two new rows of one save may have one unique value.", .uniqueAgainstStoredOnly),
    ContractMutant("M244", "The unique value of a deleted row stays taken.") { faults in
        let taken = TakenValues()
        faults.commit = { commit, _ in taken.take(commit) }
        faults.collisions = { found, new in
            guard found.isEmpty, new.table.rows[new.row.key] == nil, taken.contains(new) else { return found }
            return [([0], Int64(0)), ([0], Int64(-1))]
        }
    },
    ContractMutant("M245", "A unique value that the same save gives up stays taken until the end of the save.") {
        faults in
        faults.save = { request, _ in
            // Deletes are carried out on their own, last.
            let deletes = request.deletes
            request.deletes = []
            for row in deletes {
                request.bulkDeletes.append(
                    BulkDelete(
                        entity: row.entity,
                        condition: .compare(
                            .key(Query.Path(entity: row.entity)), .equal, .literal(.reference(row.key)))))
            }
        }
    },
    ContractMutant("M246", "Unique empty text counts as null.") { faults in
        faults.collisions = { found, new in
            found.filter { collision in !collision.columns.contains { new.values[$0] == .text("") } }
        }
    },

    ContractMutant("M247", "Unique text is compared by its first 500 bytes.") { faults in
        faults.collideMore { a, b in
            guard let one = a.text, let other = b.text else { return a == b && !a.isNull }
            return one == other || one.utf8.prefix(500).elementsEqual(other.utf8.prefix(500))
        }
    },
    ContractMutant("M248", "Unique text of more than 511 bytes is refused, though no limit is declared.") { faults in
        faults.save = { request, state in
            for batch in request.inserts {
                let columns = Set(state.schema.entities[batch.entity].indexes.filter(\.isUnique).flatMap(\.columns))
                let width = max(1, state.schema.entities[batch.entity].columns.count)
                for (position, value) in batch.values.enumerated() where columns.contains(position % width) {
                    guard let text = value.text, text.utf8.count > 511 else { continue }
                    throw StoreError(.limitExceeded, "A key is longer than 511 bytes.")
                }
            }
        }
    },

    // Identity.
    ContractMutant("M251", "Keys start again when the store is opened.", .forgetsKeys),
    ContractMutant("M252", "Keys of deleted rows are handed out again.") { faults in
        faults.keys = { range, state in
            let used = state.tables.flatMap(\.keys).max() ?? 0
            return (used + 1)..<(used + 1 + Int64(range.count))
        }
    },
    ContractMutant("M253", "The same keys are handed out twice.") { faults in
        faults.keys = { range, _ in 1_000_000..<(1_000_000 + Int64(range.count)) }
    },
    ContractMutant("M254", "Fewer keys are handed out than were asked for.") { faults in
        faults.keys = { range, _ in range.dropLast(range.count > 1 ? 1 : 0) }
    },
    ContractMutant("M255", "A row whose key is taken is written under another key.", .movesTakenKeys),
    ContractMutant("M256", "Keys are handed out for each opening on its own.") { faults in
        let own = OwnKeys()
        faults.keys = { range, state in own.next(range, state) }
    },
    ContractMutant("M257", "Zero keys that are asked for are refused.") { faults in
        faults.keyCount = { count in
            if count == 0 { throw StoreError(.invalidValue, "No keys were asked for.") }
        }
    },
    ContractMutant("M258", "The answer to a save says that new rows have other keys than they were given.") { faults in
        faults.result = { result, request, _ in
            for batch in request.inserts {
                for key in batch.keys { result.upserts[RowReference(entity: batch.entity, key: key)] = key + 1_000_000 }
            }
        }
    },
    ContractMutant("M259", "Rows are handed over under keys that are not their own.") { faults in
        faults.deliveredKey = { $0 + 1_000_000 }
    },
    ContractMutant("M260", "Now and then a save is refused as locked, though no one else is there.") { faults in
        faults.save = { _, _ in
            if Int.random(in: 0..<6) == 0 { throw StoreError(.locked, "The store is in use: try again.") }
        }
    },
]

extension PlainCommit {
    /// A record as a store would write it that keeps its log apart from its rows.
    func record(for request: SaveRequest) -> HistoryRecord {
        var changes: [HistoryRecord.Change] = []
        for step in steps {
            switch step {
            case .insert(let row, _): changes.append(change(row, .insert))
            case .update(let row, _): changes.append(change(row, .update))
            case .delete(let row): changes.append(change(row, .delete))
            }
        }
        return HistoryRecord(
            sequence: before.sequence + 1, timestamp: request.timestamp, author: request.author, processIdentifier: "1",
            bundleIdentifier: "plain", changes: changes)
    }

    private func change(_ row: RowReference, _ operation: HistoryRecord.Operation) -> HistoryRecord.Change {
        .init(entity: before.schema.entities[row.entity].name, key: row.key, operation: operation)
    }
}

extension ColumnType {
    /// What a store that knows no better writes.
    var zero: StoredValue {
        switch self {
        case .bool: .bool(false)
        case .integer: .integer(0)
        case .unsigned: .unsigned(0)
        case .double: .double(0)
        case .decimal: .decimal(0)
        case .text: .text("")
        case .date: .date(.init(timeIntervalSinceReferenceDate: 0))
        case .data: .data(.init())
        case .uuid: .uuid(.init(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
        case .reference: .null
        }
    }
}

extension Faults {
    /// Has rows collide that hold the same values in another sense; they are sought one by one.
    fileprivate mutating func collideMore(
        firstColumnOnly: Bool = false, _ isSame: @escaping @Sendable (StoredValue, StoredValue) -> Bool
    ) {
        collisions = { found, new in
            var found = found
            for index in new.entity.indexes where index.isUnique {
                let columns = firstColumnOnly ? Array(index.columns.prefix(1)) : index.columns
                for key in new.table.keys where key != new.row.key {
                    guard let other = new.table.rows[key], !found.contains(where: { $0.other == key }),
                        columns.allSatisfy({ isSame(new.values[$0], other[$0]) })
                    else { continue }
                    found.append((index.columns, key))
                }
            }
            return found
        }
    }
}
