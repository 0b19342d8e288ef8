package import ChronicleSchema

/// Reaches the rows of a store from outside of it, each read by itself.
package struct StoreRows: RowResolver {
    private let store: any DataStore

    /// Over a store that no fetch is under way in on this thread.
    package init(_ store: any DataStore) { self.store = store }

    package func withRow<R>(
        entity: Int, key: Int64, _ body: (UnsafePointer<RowCell>?) throws -> R
    ) throws -> R {
        var values: [StoredValue]?
        let description = store.schema.entities[entity]
        try store.fetch(entity: entity, keys: [key]) { values = try $0.values(of: description) }
        guard let values else { return try body(nil) }
        return try withRowCells(values, body)
    }

    package func forEachRow(
        entity: Int, whose column: Int, refersTo key: Int64, _ body: (Int64, UnsafePointer<RowCell>) throws -> Bool
    ) throws {
        let condition = Query.Condition.compare(
            .column(Query.Path(entity: entity), column), .equal, .literal(.reference(key)))
        // While a store delivers rows it must not be called.
        var rows: [(key: Int64, values: [StoredValue])] = []
        let description = store.schema.entities[entity]
        try store.fetch(FetchRequest(entity: entity, condition: condition)) {
            rows.append(($0.key, try $0.values(of: description)))
        }
        for row in rows where try !withRowCells(row.values, { try body(row.key, $0) }) { return }
    }
}

/// Calls a body with a row's values as cells.
package func withRowCells<R>(
    _ values: [StoredValue], _ body: (UnsafePointer<RowCell>) throws -> R
) throws -> R {
    try values.withUnsafeBufferPointer { values in
        try withUnsafeTemporaryAllocation(of: RowCell.self, capacity: values.count + 1) { cells in
            cells.initialize(repeating: .null)
            if let source = values.baseAddress {
                for index in values.indices where !values[index].isNull { cells[index] = .value(source + index) }
            }
            // There is always room for one cell, and so an address.
            return try body(UnsafePointer(cells.baseAddress.unsafelyUnwrapped))
        }
    }
}
