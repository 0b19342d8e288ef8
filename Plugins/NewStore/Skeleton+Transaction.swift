extension Skeleton {
    /// What a save reads and writes.
    static let transaction = #"""
        import ChronicleSchema
        import ChronicleStore

        /// The writes of one save, on a copy of the rows: to roll back is to forget the copy.
        final class AcmeTransaction: StoreTransaction {
            private(set) var tables: AcmeTables

            init(_ tables: AcmeTables) { self.tables = tables }

            func row(_ row: RowReference) throws -> [StoredValue]? { try tables.rows(row.entity)[row.key] }

            func keys(entity: Int, column: Int, referringTo key: Int64) throws -> [Int64] {
                // NEXT: an index on every reference; delete rules ask this for each row that goes.
                try tables.rows(entity).filter { $0.value[column] == .reference(key) }.keys.sorted()
            }

            func keys(entity: Int, matching condition: Query.Condition?) throws -> [Int64] {
                var keys: [Int64] = []
                try tables.fetch(FetchRequest(entity: entity, condition: condition)) { keys.append($0.key) }
                return keys
            }

            func insert(_ row: RowReference, values: ArraySlice<StoredValue>) throws -> [Int64] {
                let rows = try tables.rows(row.entity)
                let entity = tables.schema.entities[row.entity]
                guard rows[row.key] == nil else {
                    throw StoreError(
                        .invalidValue, "Key \(row.key) of \(entity.name) is taken: use keys that the store handed out.",
                        entity: entity.name, key: row.key)
                }
                let values = Array(values)
                let others = entity.indexes.filter(\.isUnique).flatMap { collisions(row, values, $0, rows) }
                if others.isEmpty { tables.set(row, values) }
                return Set(others).sorted()
            }

            func update(_ row: RowReference, values: [(column: Int, value: StoredValue)]) throws -> Bool {
                let rows = try tables.rows(row.entity)
                guard var new = rows[row.key] else { return false }
                for (column, value) in values { new[column] = value }
                let entity = tables.schema.entities[row.entity]
                for index in entity.indexes where index.isUnique {
                    let others = collisions(row, new, index, rows)
                    if !others.isEmpty {
                        throw StoreError.uniqueViolation(entity, columns: index.columns, key: row.key, collidingWith: others)
                    }
                }
                tables.set(row, new)
                return true
            }

            func delete(_ row: RowReference) throws -> Bool {
                guard try self.row(row) != nil else { return false }
                tables.set(row, nil)
                return true
            }

            func appendHistory(_ record: PendingHistory) throws -> Int64 {
                throw StoreError(.unsupportedFeature, "This store keeps no history.")
            }

            /// The other rows that have the values of a unique index, unless one of them is null.
            private func collisions(
                _ row: RowReference, _ values: [StoredValue], _ index: Schema.IndexDescription,
                _ rows: [Int64: [StoredValue]]
            ) -> [Int64] {
                // NEXT: look it up in an index; this looks at every row.
                if index.columns.contains(where: { values[$0].isNull }) { return [] }
                return rows.filter { key, other in
                    key != row.key && index.columns.allSatisfy { other[$0] == values[$0] }
                }.keys.sorted()
            }
        }

        """#
}
