#if SQLite
import CSQLite
import ChronicleHistory
import ChronicleSchema
import ChronicleStore
import Foundation

/// One write transaction, as ``SaveProcessor`` sees it.
final class SQLiteTransaction: StoreTransaction {
    private let writer: Writer
    private let layouts: [TableLayout]
    private let schema: Schema
    private let reader: RowReader
    private var connection: Connection { writer.connection }

    private static let uniqueConstraint = SQLITE_CONSTRAINT | (8 << 8)

    init(writer: Writer, layouts: [TableLayout], schema: Schema) {
        self.writer = writer
        self.layouts = layouts
        self.schema = schema
        reader = RowReader(connection: writer.connection, layouts: layouts, schema: schema)
    }

    func row(_ row: RowReference) throws -> [StoredValue]? {
        try reader.withRow(entity: row.entity, key: row.key) { cells in
            try cells.map { try RowView(key: row.key, cells: $0).values(of: schema.entities[row.entity]) }
        }
    }

    func values(of row: RowReference, columns: [Int]) throws -> [StoredValue]? {
        let entity = schema.entities[row.entity]
        return try reader.withRow(entity: row.entity, key: row.key) { cells in
            try cells.map { cells in
                try columns.map { try RowView(key: row.key, cells: cells).value(of: entity, column: $0) }
            }
        }
    }

    func keys(entity: Int, column: Int, referringTo key: Int64) throws -> [Int64] {
        let layout = layouts[entity]
        let statement = try connection.cached(
            "SELECT \"id\" FROM \(quoted(layout.table)) WHERE \(quoted(layout.names[column])) = ?1 ORDER BY \"id\"")
        defer { statement.reset() }
        try statement.bind(1, key)
        var keys: [Int64] = []
        while try statement.step() { keys.append(statement.integer(0)) }
        return keys
    }

    func keys(entity: Int, matching condition: Query.Condition?) throws -> [Int64] {
        try reader.keys(FetchRequest(entity: entity, condition: condition))
    }

    func insert(_ row: RowReference, values: ArraySlice<StoredValue>) throws -> [Int64] {
        let layout = layouts[row.entity]
        let statement = try writer.insert(row.entity)
        connection.arena.reset()
        try statement.bind(1, row.key)
        var zeros = ""
        var column = 0
        for value in values {
            try statement.bind(Int32(column + 2), stored: value, inArena: true)
            let companion = layout.companionParameters[column]
            if companion != 0 { try statement.bind(companion, Zero.companion(value), inArena: true) }
            if Zero.isNegative(value) { zeros += layout.names[column] + "\n" }
            column += 1
        }
        if layout.zeroParameter != 0 {
            try statement.bind(layout.zeroParameter, zeros.isEmpty ? nil : zeros, inArena: true)
        }
        let code = statement.runCode()
        if code == SQLITE_DONE { return [] }
        guard code == Self.uniqueConstraint else { throw connection.failure(code, entity: layout.entity.name) }
        var keys: [Int64] = []
        for (key, _) in try collisions(row.entity, values) where !keys.contains(key) { keys.append(key) }
        return keys
    }

    /// The keys of stored rows that have the values of a row on unique indexes, with the indexes' columns.
    private func collisions(
        _ entity: Int, _ values: ArraySlice<StoredValue>
    ) throws -> [(key: Int64, columns: [Int])] {
        let layout = layouts[entity]
        var found: [(key: Int64, columns: [Int])] = []
        for index in layout.entity.indexes where index.isUnique {
            let terms = index.columns.enumerated().map { "\(layout.comparable($1, alias: nil)) = ?\($0 + 1)" }
            let statement = try connection.cached(
                "SELECT \"id\" FROM \(quoted(layout.table)) WHERE \(terms.joined(separator: " AND "))")
            defer { statement.reset() }
            for (position, column) in index.columns.enumerated() {
                let value = values[values.startIndex + column]
                if case .text(let text) = value {
                    try statement.bind(Int32(position + 1), NormalText.form(text))
                } else {
                    try statement.bind(Int32(position + 1), stored: value)
                }
            }
            while try statement.step() { found.append((statement.integer(0), index.columns)) }
        }
        return found
    }

    func update(_ row: RowReference, values: [(column: Int, value: StoredValue)]) throws -> Bool {
        guard !values.isEmpty else {
            return try reader.withRow(entity: row.entity, key: row.key) { $0 != nil }
        }
        let shape = Writer.UpdateShape(entity: row.entity, columns: ColumnSet(of: values))
        let update = try writer.update(shape)
        connection.arena.reset()
        try update.bind(row.key, values)
        let code = update.statement.runCode()
        let entity = layouts[row.entity].entity.name
        if code == Self.uniqueConstraint { throw try violation(row, values) }
        guard code == SQLITE_DONE else { throw connection.failure(code, entity: entity) }
        return sqlite3_changes(connection.handle) > 0
    }

    /// The error for a changed row that collides with others.
    private func violation(_ row: RowReference, _ values: [(column: Int, value: StoredValue)]) throws -> StoreError {
        var others: [(key: Int64, columns: [Int])] = []
        if var new = try self.row(row) {
            for (column, value) in values { new[column] = value }
            others = try collisions(row.entity, new[...]).filter { $0.key != row.key }
        }
        return .uniqueViolation(
            layouts[row.entity].entity, columns: others.flatMap(\.columns), key: row.key,
            collidingWith: Array(Set(others.map(\.key))).sorted())
    }

    func delete(_ row: RowReference) throws -> Bool {
        let statement = try writer.delete(row.entity)
        try statement.bind(1, row.key)
        try statement.run()
        return sqlite3_changes(connection.handle) > 0
    }

    func appendHistory(_ record: PendingHistory) throws -> Int64 {
        let record = record.record
        let sequence = try HistoryTables.currentSequence(connection) + 1
        let insert = try writer.insertChange()
        var first: Int64 = 0
        var properties: (names: [String], text: String?) = ([], nil)
        var tombstone: [UInt8] = []
        for change in record.changes {
            connection.arena.reset()
            if change.properties != properties.names {
                properties = (change.properties, NameList.encode(change.properties))
            }
            try insert.bind(1, sequence)
            try insert.bind(2, change.entity, inArena: true)
            try insert.bind(3, change.key)
            try insert.bind(4, Int64(change.operation.rawValue))
            try insert.bind(5, properties.text, inArena: true)
            tombstone.removeAll(keepingCapacity: true)
            TombstoneCodec.append(change.tombstone, to: &tombstone)
            try insert.bind(6, bytes: tombstone)
            try insert.run()
            if first == 0 { first = sqlite3_last_insert_rowid(connection.handle) }
        }
        let header = try connection.fixed(.history)
        try header.bind(1, sequence)
        try header.bind(2, record.timestamp.timeIntervalSinceReferenceDate)
        try header.bind(3, record.author)
        try header.bind(4, record.processIdentifier)
        try header.bind(5, record.bundleIdentifier)
        try header.bind(6, first)
        try header.bind(7, Int64(record.changes.count))
        try header.run()
        return sequence
    }
}
#endif
