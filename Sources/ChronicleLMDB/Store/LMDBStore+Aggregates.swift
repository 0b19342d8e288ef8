#if LMDB
import ChronicleSchema
public import ChronicleStore

extension LMDBStore {
    /// Computes sums, extremes and counts over the rows that a request selects, from the map as it lies.
    ///
    /// - Throws: ``StoreError``: `unsupportedQuery`, `overflow`, `closed`, `corrupt`, `schemaMismatch`.
    public func aggregate(_ request: AggregateRequest) throws -> [AggregateGroup] {
        var evaluator = try AggregateEvaluator(request, schema: schema)
        let rows = evaluator.rows
        let table = try tables.table(rows.entity)
        try read { reader in
            try reader.aggregate(reader.plan(rows), table, rows) { key, cells in try evaluator.add(key, cells, reader) }
        }
        return try evaluator.groups()
    }
}

extension TableReader {
    /// Visits the rows of a plan in order, with the columns that their request names.
    func aggregate(
        _ plan: QueryPlan, _ table: EntityTable, _ request: FetchRequest,
        _ body: (Int64, UnsafePointer<RowCell>) throws -> Void
    ) throws {
        // Rows that must be sorted first are read again when they are added.
        let columns = plan.orderIsSatisfied ? request.readColumns : request.neededColumns
        let filter = plan.residual.flatMap { PackedFilter($0, layout: table.layout) }
        try plan.evaluator(after: filter, request).run(
            self, scan: { try scan(plan, table, only: columns, where: filter, $0) }, { try body($0.key, $0.cells) })
    }
}
#endif
