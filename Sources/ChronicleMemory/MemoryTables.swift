import ChronicleHistory
import ChronicleSchema
import ChronicleStore

/// The rows and indexes of one store. Who reads or writes holds the store's lock.
final class MemoryTables {
    /// One entity's rows and indexes.
    final class Table {
        let entity: Schema.Entity
        let layout: PackedRowLayout
        let rows = RowTable()
        /// The declared indexes, and one for each reference that has none, which delete rules need.
        let indexes: [Schema.IndexDescription]
        let entries: [SortedEntries]

        init(_ entity: Schema.Entity) {
            self.entity = entity
            layout = PackedRowLayout(entity)
            var indexes = entity.indexes
            for (column, description) in entity.columns.enumerated() where description.type == .reference {
                if indexes.contains(where: { $0.columns.first == column }) { continue }
                indexes.append(.init(name: "\(description.name) (reference)", columns: [column], isUnique: false))
            }
            self.indexes = indexes
            entries = indexes.map { _ in SortedEntries() }
        }

        /// A row's entry in an index, but for the row's key at its end.
        func prefix(_ index: Schema.IndexDescription, _ values: ArraySlice<StoredValue>) -> [UInt8] {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(32)
            for column in index.columns { KeyEncoding.append(values[values.startIndex + column], to: &bytes) }
            return bytes
        }

        /// A row's entry in an index.
        func entry(_ index: Schema.IndexDescription, _ values: ArraySlice<StoredValue>, _ key: Int64) -> [UInt8] {
            var bytes = prefix(index, values)
            KeyEncoding.append(rowKey: key, to: &bytes)
            return bytes
        }

        /// The other row that has the values of a unique index, if none of them is null.
        func collision(_ index: Int, _ prefix: [UInt8], _ values: ArraySlice<StoredValue>, _ key: Int64) -> Int64? {
            if indexes[index].columns.contains(where: { values[values.startIndex + $0].isNull }) { return nil }
            var found: Int64?
            entries[index].scan(from: prefix, to: nil) { other in
                guard SortedEntries.isRowEntry(other.bytes, of: prefix) else { return false }
                found = other.key
                if found == key { found = nil }
                return found == nil
            }
            return found
        }
    }

    let schema: Schema
    let tables: [Table]

    init(schema: Schema) {
        self.schema = schema
        tables = schema.entities.map(Table.init)
    }

    func table(_ entity: Int) throws -> Table {
        guard tables.indices.contains(entity) else {
            throw StoreError(.unsupportedQuery, "A request names entity \(entity), which the schema does not have.")
        }
        return tables[entity]
    }
}

extension MemoryTables: RowResolver {
    func withRow<R>(entity: Int, key: Int64, _ body: (UnsafePointer<RowCell>?) throws -> R) throws -> R {
        let table = try table(entity)
        guard let bytes = table.rows.bytes(key) else { return try body(nil) }
        return try withUnsafeTemporaryAllocation(of: RowCell.self, capacity: table.layout.columnCount + 1) { cells in
            guard let base = cells.baseAddress else { return try body(nil) }
            try table.layout.cells(of: bytes, into: base)
            return try body(base)
        }
    }

    func forEachRow(
        entity: Int, whose column: Int, refersTo key: Int64, _ body: (Int64, UnsafePointer<RowCell>) throws -> Bool
    ) throws {
        let table = try table(entity)
        guard let index = table.indexes.firstIndex(where: { $0.columns.first == column }) else {
            throw StoreError(.unsupportedQuery, "Column \(column) of \(table.entity.name) is no reference.")
        }
        let prefix = KeyEncoding.key([.reference(key)]).bytes
        try withUnsafeTemporaryAllocation(of: RowCell.self, capacity: table.layout.columnCount + 1) { cells in
            guard let base = cells.baseAddress else { return }
            cells.initialize(repeating: .null)
            try table.entries[index].scan(from: prefix, to: KeyEncoding.successor(prefix)) { entry in
                guard let bytes = table.rows.bytes(entry.key) else { return true }
                try table.layout.cells(of: bytes, into: base)
                return try body(entry.key, base)
            }
        }
    }
}
