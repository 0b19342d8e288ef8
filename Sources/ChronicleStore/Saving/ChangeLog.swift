import ChronicleHistory
import ChronicleSchema

/// The changes of one save so far, one a row, in order.
struct ChangeLog {
    private struct Entry {
        var change: RowChange
        /// What a deletion keeps.
        var tombstone: [String: StoredValue] = [:]
    }

    /// The changes; nil where one was taken back or moved to the end.
    private var entries: [Entry?] = []
    /// Where each row's change is; kept only once it is asked for, which a plain batch of new rows never does.
    private var positions: [RowReference: Int]?
    /// Whether each row so far came after the one before it, so that a row after ``last`` has no change yet.
    private var isAscending = true
    private var last: RowReference?
    /// The keys at the ends of changed link rows.
    private var links: [RowReference: (source: Int64, destination: Int64)] = [:]
    /// Preserved values as they were before this save, of rows where it changed them.
    private var originals: [RowReference: [Int: StoredValue]] = [:]

    mutating func reserve(_ count: Int) { entries.reserveCapacity(entries.count + count) }

    mutating func inserted(_ row: RowReference) {
        append(RowChange(row: row, operation: .insert))
    }

    /// Remembers what preserved columns held before a row's first change. Comes before ``updated(_:_:)``.
    mutating func keepOriginals(
        _ row: RowReference, _ values: [(column: Int, value: StoredValue)], old: [StoredValue], preserved: [Int]
    ) {
        for column in preserved where values.contains(where: { $0.column == column }) {
            if originals[row]?[column] == nil { originals[row, default: [:]][column] = old[column] }
        }
    }

    mutating func updated(_ row: RowReference, _ values: [(column: Int, value: StoredValue)]) {
        guard let position = position(of: row), var change = entries[position]?.change else {
            append(
                RowChange(
                    row: row, operation: .update, columns: ColumnSet(values.lazy.map { $0.column }),
                    values: values.map { $0.value }))
            return
        }
        if change.operation == .insert { return }
        var merged = Dictionary(uniqueKeysWithValues: zip(change.columns, change.values))
        for (column, value) in values { merged[column] = value }
        change.columns = ColumnSet(merged.keys)
        change.values = change.columns.compactMap { merged[$0] }
        entries[position]?.change = change
    }

    private mutating func append(_ change: RowChange, tombstone: [String: StoredValue] = [:]) {
        if positions == nil, isAscending {
            if let last, !last.isBefore(change.row) { isAscending = false }
            last = change.row
        }
        positions?[change.row] = entries.count
        entries.append(Entry(change: change, tombstone: tombstone))
    }

    /// Takes the values of the entity's preserved columns, or none.
    mutating func deleted(_ row: RowReference, kept: [StoredValue], entity: Schema.Entity) {
        let position = position(of: row)
        let wasInserted = position.flatMap { entries[$0]?.change.operation } == .insert
        if let position { entries[position] = nil }
        positions?[row] = nil
        if wasInserted { return }
        var tombstone: [String: StoredValue] = [:]
        if !kept.isEmpty {
            let original = originals.isEmpty ? nil : originals[row]
            for (column, value) in zip(entity.preservedColumns, kept) {
                tombstone[entity.columns[column].name] = original?[column] ?? value
            }
        }
        append(RowChange(row: row, operation: .delete), tombstone: tombstone)
    }

    /// A row that this save deleted before is there again: together that is an update.
    mutating func reinstated(_ row: RowReference, _ values: [(column: Int, value: StoredValue)]) {
        if let position = position(of: row) { entries[position] = nil }
        positions?[row] = nil
        append(
            RowChange(
                row: row, operation: .update, columns: ColumnSet(values.lazy.map { $0.column }),
                values: values.map { $0.value }))
    }

    mutating func linkChanged(_ row: RowReference, _ values: ArraySlice<StoredValue>) {
        guard values.count >= 2, let source = Int64.read(values[values.startIndex]),
            let destination = Int64.read(values[values.startIndex + 1])
        else { return }
        links[row] = (source, destination)
    }

    private mutating func position(of row: RowReference) -> Int? {
        if positions == nil {
            if isAscending, last?.isBefore(row) ?? true { return nil }
            var all: [RowReference: Int] = Dictionary(minimumCapacity: entries.count)
            for (index, entry) in entries.enumerated() {
                if let entry { all[entry.change.row] = index }
            }
            positions = all
        }
        return positions?[row]
    }

    /// The changes that came about.
    var changes: [RowChange] { entries.compactMap { $0?.change } }

    /// The same as history tells it: link rows become updates of the rows that they link.
    func history(_ facts: [SaveProcessor.Facts]) -> [HistoryRecord.Change] {
        var history: [HistoryRecord.Change] = []
        history.reserveCapacity(entries.count)
        var touched: [(row: RowReference, property: String)] = []
        // Most saves change the same columns in many rows.
        var known: (entity: Int, columns: ColumnSet, properties: [String]) = (-1, ColumnSet(), [])
        for case let entry? in entries {
            let change = entry.change
            let fact = facts[change.row.entity]
            if fact.isLink {
                guard let link = fact.entity.link, let ends = fact.linkEnds, let keys = links[change.row] else {
                    continue
                }
                touched.append((RowReference(entity: ends.source, key: keys.source), link.sourceProperty))
                if let property = link.destinationProperty {
                    touched.append((RowReference(entity: ends.destination, key: keys.destination), property))
                }
                continue
            }
            let name = fact.entity.name
            switch change.operation {
            case .insert: history.append(.init(entity: name, key: change.row.key, operation: .insert))
            case .update:
                if known.entity != change.row.entity || known.columns != change.columns {
                    known = (change.row.entity, change.columns, [])
                    for property in fact.entity.properties
                    where property.columns.contains(where: change.columns.contains) {
                        known.properties.append(property.name)
                    }
                }
                history.append(
                    .init(entity: name, key: change.row.key, operation: .update, properties: known.properties))
            case .delete:
                history.append(
                    .init(
                        entity: name, key: change.row.key, operation: .delete,
                        tombstone: entry.tombstone))
            }
        }
        if !touched.isEmpty { ChangeLog.merge(touched, into: &history, facts) }
        return history
    }

    private static func merge(
        _ touched: [(row: RowReference, property: String)], into history: inout [HistoryRecord.Change],
        _ facts: [SaveProcessor.Facts]
    ) {
        struct Name: Hashable {
            let entity: String
            let key: Int64
        }
        var positions: [Name: Int] = Dictionary(minimumCapacity: history.count)
        for (index, change) in history.enumerated() { positions[Name(entity: change.entity, key: change.key)] = index }
        for (row, property) in touched {
            let name = Name(entity: facts[row.entity].entity.name, key: row.key)
            if let position = positions[name] {
                if history[position].operation == .update, !history[position].properties.contains(property) {
                    history[position].properties.append(property)
                }
            } else {
                positions[name] = history.count
                history.append(.init(entity: name.entity, key: row.key, operation: .update, properties: [property]))
            }
        }
    }
}
