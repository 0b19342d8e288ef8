/// Rows in an array, for the shared evaluator to run over: what a store must answer, without a store.
struct PlainRows: RowResolver {
    /// In ascending order of their keys.
    let rows: [(key: Int64, values: [StoredValue])]

    /// The keys that a request selects, in order.
    func keys(_ request: FetchRequest, schema: Schema) throws -> [Int64] {
        try QueryEvaluator(request, schema: schema).keys(self) { visit in
            for row in rows where try !Self.withCells(of: row.values, { try visit(row.key, $0) }) { return }
        }
    }

    func withRow<R>(entity: Int, key: Int64, _ body: (UnsafePointer<RowCell>?) throws -> R) throws -> R {
        guard let row = rows.first(where: { $0.key == key }) else { return try body(nil) }
        return try Self.withCells(of: row.values) { try body($0) }
    }

    private static func withCells<R>(
        of values: [StoredValue], _ body: (UnsafePointer<RowCell>) throws -> R
    ) throws -> R {
        try values.withUnsafeBufferPointer { values in
            try withUnsafeTemporaryAllocation(of: RowCell.self, capacity: values.count) { cells in
                guard let base = cells.baseAddress, let source = values.baseAddress else {
                    throw StoreError(.invalidValue, "A row has no columns.")
                }
                for index in values.indices {
                    (base + index).initialize(to: source[index].isNull ? .null : .value(source + index))
                }
                return try body(UnsafePointer(base))
            }
        }
    }
}
