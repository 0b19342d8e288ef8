import ChronicleHistory
import ChronicleSchema
import ChronicleStore
import Foundation

/// Everything that a store holds after a commit: a value, built from the folder's files.
struct Contents {
    private(set) var tables: Tables
    private(set) var sequence: Int64 = 0
    private(set) var deletedThrough: Int64 = 0
    /// The history, oldest first.
    private(set) var records: [HistoryRecord] = []

    /// Nothing yet.
    init(schema: Schema) { tables = Tables(schema: schema) }

    /// What the folder holds, the newest commits apart.
    ///
    /// - Throws: ``StoreError`` `corrupt` when a file is damaged or missing.
    init(schema: Schema, folder: StoreFolder) throws {
        self.init(schema: schema)
        guard let checkpoint = try folder.read(CheckpointFile.self, "rows.json") else { return }
        try tables.apply(checkpoint.rows)
        deletedThrough = checkpoint.deletedThrough
        // Commits that the rows contain already are only history.
        var next = deletedThrough
        while next < checkpoint.sequence {
            next += 1
            guard let commit = try folder.read(CommitFile.self, "commits/\(next).json") else {
                throw folder.error(.corrupt, "lacks commits/\(next).json; restore it from a copy")
            }
            records.append(try commit.record(schema: schema))
        }
        sequence = checkpoint.sequence
    }

    /// What the folder will hold once a transaction is committed.
    init(after old: Contents, _ transaction: JSONTransaction, _ record: HistoryRecord) {
        self = old
        tables = transaction.tables
        sequence = record.sequence
        records.append(record)
    }

    /// Takes in a commit that comes after what is here.
    mutating func apply(_ commit: CommitFile) throws {
        let record = try commit.record(schema: tables.schema)
        try tables.apply(commit.rows)
        records.append(record)
        sequence = commit.sequence
    }

    /// Forgets the oldest records.
    mutating func deleteHistory(_ count: Int) {
        guard count > 0 else { return }
        deletedThrough = records[count - 1].sequence
        records.removeFirst(count)
    }
}

extension Tables {
    mutating func apply(_ rows: [RowForm]) throws {
        for row in rows {
            guard let entity = schema.entitiesByName[row.entity] else { throw StoreError.damaged(row.entity, row.key) }
            let values = try row.values.map { values in
                try entity.columns.map { column in
                    guard let value = values[column.name, default: .null].stored(as: column.type) else {
                        throw StoreError.damaged(row.entity, row.key)
                    }
                    return value
                }
            }
            set(RowReference(entity: entity.index, key: row.key), values)
        }
    }

    /// Rows as files have them. Columns without a value are left out.
    func forms(of rows: some Sequence<RowReference>) throws -> [RowForm] {
        try rows.map { row in
            let table = try self[row.entity]
            let values = table.rows[row.key].map { values in
                Dictionary(
                    uniqueKeysWithValues: zip(table.entity.columns, values).filter { !$1.isNull }
                        .map { ($0.name, JSONValue($1)) })
            }
            return RowForm(entity: table.entity.name, key: row.key, values: values)
        }
    }

    /// Every row.
    var references: [RowReference] {
        get throws {
            try schema.entities.flatMap { entity in
                try self[entity.index].keys.map { RowReference(entity: entity.index, key: $0) }
            }
        }
    }
}

extension CommitFile {
    init(_ record: HistoryRecord, rows: [RowForm]) {
        sequence = record.sequence
        timestamp = "\(record.timestamp.timeIntervalSinceReferenceDate)"
        author = record.author
        process = record.processIdentifier
        program = record.bundleIdentifier
        changes = record.changes.map { change in
            ChangeForm(
                entity: change.entity, key: change.key, operation: "\(change.operation)",
                properties: change.properties, tombstone: change.tombstone.mapValues(JSONValue.init))
        }
        self.rows = rows
    }

    func record(schema: Schema) throws -> HistoryRecord {
        guard let seconds = Double(timestamp) else { throw StoreError.damaged("commit", sequence) }
        let changes = try changes.map { change in
            let operations: [HistoryRecord.Operation] = [.insert, .update, .delete]
            guard let entity = schema.entitiesByName[change.entity],
                let operation = operations.first(where: { "\($0)" == change.operation })
            else { throw StoreError.damaged(change.entity, change.key) }
            var tombstone: [String: StoredValue] = [:]
            for (name, value) in change.tombstone {
                guard let column = entity.columnIndex(named: name),
                    let value = value.stored(as: entity.columns[column].type)
                else { throw StoreError.damaged(change.entity, change.key) }
                tombstone[name] = value
            }
            return HistoryRecord.Change(
                entity: change.entity, key: change.key, operation: operation, properties: change.properties,
                tombstone: tombstone)
        }
        return HistoryRecord(
            sequence: sequence, timestamp: Date(timeIntervalSinceReferenceDate: seconds), author: author,
            processIdentifier: process, bundleIdentifier: program, changes: changes)
    }
}

extension StoreError {
    static func damaged(_ entity: String, _ key: Int64) -> StoreError {
        StoreError(.corrupt, "\(entity) \(key) is damaged: restore the folder from a copy.", entity: entity, key: key)
    }
}
