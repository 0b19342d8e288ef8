import ChronicleHistory
import ChronicleSchema
import ChronicleStore

/// One save's writes, each with the way back.
final class MemoryTransaction: StoreTransaction {
    private enum Step {
        case inserted(RowReference)
        case updated(RowReference, old: RowTable.Row)
        case deleted(RowReference, old: RowTable.Row)
    }

    private let tables: MemoryTables
    private var steps: [Step] = []
    private let sequence: Int64
    private(set) var record: HistoryRecord?

    /// A transaction whose history record will have a sequence.
    init(_ tables: MemoryTables, sequence: Int64) {
        self.tables = tables
        self.sequence = sequence
    }

    /// Keeps the writes: the replaced rows are freed.
    func commit() {
        for step in steps {
            switch step {
            case .inserted: break
            case .updated(_, let old), .deleted(_, let old): old.free()
            }
        }
        steps = []
    }

    /// Takes all writes back, the last one first.
    func rollBack() throws {
        while let step = steps.popLast() {
            switch step {
            case .inserted(let row):
                let table = try tables.table(row.entity)
                guard let new = table.rows.remove(row.key) else { continue }
                defer { new.free() }
                try exchange(table, row.key, old: new, new: nil)
            case .updated(let row, let old):
                let table = try tables.table(row.entity)
                guard let new = table.rows.replace(row.key, old) else { continue }
                defer { new.free() }
                try exchange(table, row.key, old: new, new: old)
            case .deleted(let row, let old):
                let table = try tables.table(row.entity)
                _ = table.rows.insert(row.key, old)
                try exchange(table, row.key, old: nil, new: old)
            }
        }
    }

    private func exchange(
        _ table: MemoryTables.Table, _ key: Int64, old: RowTable.Row?, new: RowTable.Row?
    ) throws {
        let before = try old.map { try table.layout.values(of: UnsafeRawBufferPointer($0.bytes)) }
        let after = try new.map { try table.layout.values(of: UnsafeRawBufferPointer($0.bytes)) }
        for (index, description) in table.indexes.enumerated() {
            if let before { table.entries[index].remove(table.entry(description, before[...], key)) }
            if let after { table.entries[index].insert(table.entry(description, after[...], key)) }
        }
    }

    // MARK: StoreTransaction

    func row(_ row: RowReference) throws -> [StoredValue]? {
        let table = try tables.table(row.entity)
        return try table.rows.bytes(row.key).map { try table.layout.values(of: $0) }
    }

    func keys(entity: Int, column: Int, referringTo key: Int64) throws -> [Int64] {
        let table = try tables.table(entity)
        guard let index = table.indexes.firstIndex(where: { $0.columns.first == column }) else {
            let path = Query.Path(entity: entity)
            return try keys(
                entity: entity, matching: .compare(.column(path, column), .equal, .literal(.reference(key))))
        }
        let prefix = KeyEncoding.key([.reference(key)]).bytes
        var keys: [Int64] = []
        table.entries[index].scan(from: prefix, to: KeyEncoding.successor(prefix)) { entry in
            keys.append(entry.key)
            return true
        }
        // Behind further columns the entries are not in the order of the rows' keys.
        return table.indexes[index].columns.count == 1 ? keys : keys.sorted()
    }

    func keys(entity: Int, matching condition: Query.Condition?) throws -> [Int64] {
        try tables.keys(FetchRequest(entity: entity, condition: condition))
    }

    func insert(_ row: RowReference, values: ArraySlice<StoredValue>) throws -> [Int64] {
        let table = try tables.table(row.entity)
        var entries: [[UInt8]] = []
        entries.reserveCapacity(table.indexes.count)
        var collisions: [Int64] = []
        for (index, description) in table.indexes.enumerated() {
            var entry = table.prefix(description, values)
            if description.isUnique, let other = table.collision(index, entry, values, row.key),
                !collisions.contains(other)
            {
                collisions.append(other)
            }
            KeyEncoding.append(rowKey: row.key, to: &entry)
            entries.append(entry)
        }
        if !collisions.isEmpty { return collisions }
        let new = RowTable.Row(size: try table.layout.size(of: values))
        do {
            try table.layout.write(values, to: new.bytes)
        } catch {
            new.free()
            throw error
        }
        guard table.rows.insert(row.key, new) else {
            new.free()
            throw StoreError(
                .invalidValue, "Key \(row.key) of \(table.entity.name) is taken: use keys that the store handed out.",
                entity: table.entity.name, key: row.key)
        }
        for (index, entry) in entries.enumerated() { table.entries[index].insert(entry) }
        steps.append(.inserted(row))
        return []
    }

    func update(_ row: RowReference, values: [(column: Int, value: StoredValue)]) throws -> Bool {
        let table = try tables.table(row.entity)
        guard let bytes = table.rows.bytes(row.key) else { return false }
        let before = try table.layout.values(of: bytes)
        var after = before
        for (column, value) in values where after.indices.contains(column) { after[column] = value }
        let new = RowTable.Row(copying: try table.layout.pack(after[...]))
        var exchanges: [(index: Int, old: [UInt8], new: [UInt8])] = []
        for (index, description) in table.indexes.enumerated() {
            guard values.contains(where: { description.columns.contains($0.column) }) else { continue }
            var entry = table.prefix(description, after[...])
            if description.isUnique, let other = table.collision(index, entry, after[...], row.key) {
                new.free()
                throw StoreError.uniqueViolation(
                    table.entity, columns: description.columns, key: row.key, collidingWith: [other])
            }
            KeyEncoding.append(rowKey: row.key, to: &entry)
            exchanges.append((index, table.entry(description, before[...], row.key), entry))
        }
        guard let old = table.rows.replace(row.key, new) else {
            new.free()
            return false
        }
        for exchange in exchanges {
            table.entries[exchange.index].remove(exchange.old)
            table.entries[exchange.index].insert(exchange.new)
        }
        steps.append(.updated(row, old: old))
        return true
    }

    func change(
        _ row: RowReference, values: [(column: Int, value: StoredValue)]
    ) throws -> [(column: Int, value: StoredValue)]? {
        let table = try tables.table(row.entity)
        guard let bytes = table.rows.bytes(row.key) else { return nil }
        let changed = try table.layout.changes(values, of: bytes)
        if changed.isEmpty { return [] }
        return try update(row, values: changed) ? changed : nil
    }

    func delete(_ row: RowReference) throws -> Bool {
        let table = try tables.table(row.entity)
        guard let old = table.rows.remove(row.key) else { return false }
        steps.append(.deleted(row, old: old))
        try exchange(table, row.key, old: old, new: nil)
        return true
    }

    func appendHistory(_ record: PendingHistory) throws -> Int64 {
        var record = record.record
        record.sequence = sequence
        self.record = record
        return sequence
    }
}
