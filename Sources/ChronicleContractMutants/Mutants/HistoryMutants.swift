import ChronicleHistory
import ChronicleSchema
import ChronicleStore
import Foundation

/// Faults of what history tells.
let historyMutants: [ContractMutant] = [
    ContractMutant("M301", "A save of several entities gives a transaction for each.") { faults in
        faults.commit = { commit, _ in
            guard let record = commit.records.first else { return }
            var records: [HistoryRecord] = []
            for change in record.changes {
                if let last = records.indices.last, records[last].changes[0].entity == change.entity {
                    records[last].changes.append(change)
                } else {
                    var next = record
                    next.sequence += Int64(records.count)
                    next.changes = [change]
                    records.append(next)
                }
            }
            commit.records = records
        }
    },
    ContractMutant("M302", "A save that changes nothing gives a transaction.", .recordsEmptySaves),
    recording("M303", "A transaction's place is taken from the clock.") { record, commit, request in
        record.sequence = Int64(request.timestamp.timeIntervalSinceReferenceDate * 1000)
    },
    recording("M304", "A transaction has no author.") { record, _, _ in record.author = nil },
    recording("M305", "A transaction without an author has the empty one.") { record, _, _ in
        record.author = record.author ?? ""
    },
    recording("M306", "An empty author becomes none.") { record, _, _ in if record.author == "" { record.author = nil }
    },
    recording("M307", "A transaction has the time of the store's clock.") { record, _, _ in record.timestamp = Date() },
    recording("M308", "A transaction's time is kept to the second.") { record, _, _ in
        record.timestamp = Date(
            timeIntervalSinceReferenceDate: record.timestamp.timeIntervalSinceReferenceDate.rounded(.down))
    },
    recording("M309", "The changes of a transaction come in reverse.") { record, _, _ in record.changes.reverse() },
    recording("M310", "A changed row is told twice.") { record, _, _ in record.changes += record.changes.prefix(1) },
    recording("M311", "An update tells all properties as changed.") { record, commit, _ in
        for index in record.changes.indices where record.changes[index].operation == .update {
            record.changes[index].properties =
                commit.before.schema.entitiesByName[record.changes[index].entity]?.properties.map(\.name) ?? []
        }
    },
    recording("M312", "An update tells no property as changed.") { record, _, _ in
        for index in record.changes.indices { record.changes[index].properties = [] }
    },
    recording("M313", "An update tells the changed properties in reverse.") { record, _, _ in
        for index in record.changes.indices { record.changes[index].properties.reverse() }
    },
    ContractMutant("M314", "Setting the value that is there already is told as an update.", .recordsUnchanged),
    recording("M315", "Rows that a rule deletes have no change.") { record, _, request in
        let named = Set(request.deletes.map(\.key))
        if !named.isEmpty { record.changes.removeAll { $0.operation == .delete && !named.contains($0.key) } }
    },
    recording("M316", "Rows that lose a reference by a rule have no change.") { record, _, request in
        let named = Set(request.updates.map(\.row.key))
        if !request.deletes.isEmpty || !request.bulkDeletes.isEmpty {
            record.changes.removeAll { $0.operation == .update && !named.contains($0.key) }
        }
    },
    recording("M317", "A bulk deletion has no changes.") { record, _, request in
        if !request.bulkDeletes.isEmpty { record.changes.removeAll { $0.operation == .delete } }
    },
    recording("M318", "A new link has no change.") { record, commit, request in
        let rows = Set(request.updates.map(\.row.key))
        let linked = commit.steps.contains { step in
            if case .insert(let row, _) = step { commit.before.schema.entities[row.entity].link != nil } else { false }
        }
        if linked { record.changes.removeAll { $0.operation == .update && !rows.contains($0.key) } }
    },
    recording("M319", "An upsert is told as an insert.") { record, _, request in
        let updates = Set(request.updates.map(\.row.key))
        guard !request.inserts.isEmpty else { return }
        for index in record.changes.indices
        where record.changes[index].operation == .update && !updates.contains(record.changes[index].key)
            && request.deletes.isEmpty && request.bulkDeletes.isEmpty
        {
            record.changes[index].operation = .insert
        }
    },
    recording("M320", "A row that one save inserts and deletes is told.") { record, commit, _ in
        let told = Set(record.changes.map(\.key))
        for case .insert(let row, _) in commit.steps where !told.contains(row.key) {
            let name = commit.before.schema.entities[row.entity].name
            if commit.before.schema.entities[row.entity].link == nil {
                record.changes.append(.init(entity: name, key: row.key, operation: .insert))
            }
        }
    },
    recording("M321", "A transaction names no process.") { record, _, _ in
        record.processIdentifier = ""
        record.bundleIdentifier = ""
    },
    recording("M322", "Inserts have no changes.") { record, _, _ in record.changes.removeAll { $0.operation == .insert }
    },
    recording("M323", "Updates have no changes.") { record, _, _ in record.changes.removeAll { $0.operation == .update }
    },
    recording("M324", "Deletions have no changes.") { record, _, _ in
        record.changes.removeAll { $0.operation == .delete }
    },
    recording("M325", "Deletions are told as updates.") { record, _, _ in
        for index in record.changes.indices where record.changes[index].operation == .delete {
            record.changes[index].operation = .update
        }
    },

    // Tombstones.
    recording("M331", "A tombstone lacks all but the first value.") { record, commit, _ in
        for index in record.changes.indices {
            let first = record.changes[index].tombstone.keys.sorted().first
            record.changes[index].tombstone = record.changes[index].tombstone.filter { $0.key == first }
        }
    },
    recording("M332", "A tombstone is empty.") { record, _, _ in
        for index in record.changes.indices { record.changes[index].tombstone = [:] }
    },
    recording("M333", "A tombstone keeps values that are not marked to be kept.") { record, commit, _ in
        for index in record.changes.indices where record.changes[index].operation == .delete {
            guard let entity = commit.before.schema.entitiesByName[record.changes[index].entity],
                let row = commit.before.row(RowReference(entity: entity.index, key: record.changes[index].key))
            else { continue }
            for (column, value) in zip(entity.columns, row) { record.changes[index].tombstone[column.name] = value }
        }
    },
    recording("M334", "The tombstones of rows that a rule deletes are empty.") { record, _, request in
        let named = Set(request.deletes.map(\.key))
        for index in record.changes.indices where !named.contains(record.changes[index].key) && !named.isEmpty {
            record.changes[index].tombstone = [:]
        }
    },
    recording("M336", "A tombstone keeps the values that the deleting save set and never stored.") {
        record, commit, _ in
        for case .update(let row, let values) in commit.steps {
            let entity = commit.before.schema.entities[row.entity]
            guard let index = record.changes.firstIndex(where: { $0.key == row.key && $0.operation == .delete }) else {
                continue
            }
            for (column, value) in values where entity.preservedColumns.contains(column) {
                record.changes[index].tombstone[entity.columns[column].name] = value
            }
        }
    },
    recording("M337", "Long values in a tombstone are cut.") { record, _, _ in
        record.mapTombstones { value in
            switch value {
            case .text(let text) where text.count > 1000: .text(String(text.prefix(1000)))
            case .data(let data) where data.count > 1000: .data(data.prefix(1000))
            default: value
            }
        }
    },
    recording("M338", "Values in a tombstone go through text.") { record, _, _ in
        record.mapTombstones { value in
            switch value {
            case .double(let number): .double(Double(String(format: "%.6f", number)) ?? number)
            case .date(let date): .date(Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded()))
            case .decimal(let number): .decimal(Decimal(NSDecimalNumber(decimal: number).doubleValue))
            case .data(let data): .data(Data(String(decoding: data, as: UTF8.self).utf8))
            case .text(let text): .text(text.precomposedStringWithCanonicalMapping)
            default: value
            }
        }
    },
    recording("M339", "A null in a tombstone becomes empty text.") { record, _, _ in
        record.mapTombstones { $0.isNull ? .text("") : $0 }
    },
    ContractMutant("M340", "Tombstones are lost when the store is opened again.", .forgetsTombstones),
    recording("M341", "A tombstone belongs to another row of the same save.") { record, _, _ in
        let deletions = record.changes.indices.filter { record.changes[$0].operation == .delete }
        guard let first = deletions.first, let last = deletions.last, first != last else { return }
        let kept = record.changes[first].tombstone
        record.changes[first].tombstone = record.changes[last].tombstone
        record.changes[last].tombstone = kept
    },
    recording("M342", "Inserts and updates keep values in history.") { record, commit, _ in
        for index in record.changes.indices where record.changes[index].operation != .delete {
            record.changes[index].tombstone = ["name": .text("kept")]
        }
    },

    // Requests.
    asking("M351", "A request after a token delivers the token's own transaction again.") { request, _ in
        request.after?.sequence -= 1
    },
    ContractMutant("M352", "A request without a token passes over the first transaction.") { faults in
        faults.records = { records, request, _ in
            if request.after == nil, !records.isEmpty, request.limit == 0 { records.removeFirst() }
        }
    },
    ContractMutant("M353", "A limit counts changes, and cuts within a transaction.") { faults in
        faults.records = { records, request, state in
            guard request.limit > 0 else { return }
            var whole = request
            whole.limit = 0
            var left = request.limit
            records = []
            for var record in state.history.filter(whole.selects) where left > 0 {
                record.changes = Array(record.changes.prefix(left))
                left -= record.changes.count
                records.append(record)
            }
        }
    },
    asking("M354", "The author that is asked for is passed over.") { request, _ in request.authors = nil },
    asking("M355", "Transactions without an author match every author.") { request, _ in
        request.authors = request.authors.map { $0.union([nil]) }
    },
    asking("M356", "Transactions without an author match no author, nor none.") { request, _ in
        request.authors = request.authors.map { $0.subtracting([nil]) }
    },
    asking("M357", "The limit of a request is passed over.") { request, _ in request.limit = 0 },
    asking("M358", "A request up to a token leaves the token's own transaction out.") { request, _ in
        request.through = request.through.map { $0 - 1 }
    },
    asking("M359", "A request up to a token goes on to the end.") { request, _ in request.through = nil },
    asking("M360", "A request up to a time includes the time.") { request, _ in
        request.until = request.until.map { $0.addingTimeInterval(0.000_01) }
    },
    asking("M361", "A request from a time leaves the time out.") { request, _ in
        request.from = request.from.map { $0.addingTimeInterval(0.000_01) }
    },
    asking("M362", "The time that is asked for is passed over.") { request, _ in
        request.from = nil
        request.until = nil
    },
    asking("M363", "Only the first of several authors that are asked for counts.") { request, _ in
        request.authors = request.authors.map { Set($0.sorted { ($0 ?? "") < ($1 ?? "") }.prefix(1)) }
    },
    answering("M364", "Transactions come newest first.") { $0.reverse() },
    answering("M365", "Transactions come in the order of their times.") { $0.sort { $0.timestamp < $1.timestamp } },
    ContractMutant("M366", "A limit takes the newest transactions.") { faults in
        faults.records = { records, request, state in
            guard request.limit > 0 else { return }
            var whole = request
            whole.limit = 0
            records = state.history.filter(whole.selects).suffix(request.limit)
        }
    },
    answering("M367", "No more than twenty transactions are delivered.") { $0 = Array($0.prefix(20)) },
    ContractMutant("M368", "The limit is applied before the author.") { faults in
        faults.records = { records, request, state in
            guard request.limit > 0, request.authors != nil else { return }
            var cut = request
            cut.authors = nil
            records = Array(state.history.filter(cut.selects).prefix(request.limit)).filter(request.selects)
        }
    },
    answering("M369", "Neighbouring transactions of one author are told as one.") { records in
        var merged: [HistoryRecord] = []
        for record in records {
            if let last = merged.indices.last, merged[last].author == record.author, record.author != nil {
                merged[last].changes += record.changes
                merged[last].sequence = record.sequence
            } else {
                merged.append(record)
            }
        }
        records = merged
    },
    asking("M370", "Authors are compared without regard to case.") { request, state in
        guard let authors = request.authors else { return }
        let wanted = Set(authors.map { $0?.lowercased() })
        request.authors = authors.union(state.history.map(\.author).filter { wanted.contains($0?.lowercased()) })
    },
    ContractMutant("M371", "History that was read is gone.", .consumesHistory),
]

private func recording(
    _ id: String, _ fault: String,
    _ change: @escaping @Sendable (inout HistoryRecord, PlainCommit, SaveRequest) -> Void
) -> ContractMutant {
    ContractMutant(id, fault) { faults in
        faults.commit = { commit, request in
            for index in commit.records.indices { change(&commit.records[index], commit, request) }
            commit.records.removeAll(where: \.changes.isEmpty)
        }
    }
}

private func asking(
    _ id: String, _ fault: String, _ change: @escaping @Sendable (inout HistoryRequest, PlainState) -> Void
) -> ContractMutant {
    ContractMutant(id, fault) { $0.historyRequest = change }
}

private func answering(
    _ id: String, _ fault: String, _ change: @escaping @Sendable (inout [HistoryRecord]) -> Void
) -> ContractMutant {
    ContractMutant(id, fault) { faults in faults.records = { records, _, _ in change(&records) } }
}

extension HistoryRecord {
    fileprivate mutating func mapTombstones(_ change: (StoredValue) -> StoredValue) {
        for index in changes.indices { changes[index].tombstone = changes[index].tombstone.mapValues(change) }
    }
}
