public import ChronicleStore

extension MemoryStore {
    /// Computes sums, extremes and counts over the rows that a request selects, without making anything of them.
    ///
    /// - Throws: ``StoreError``: `unsupportedQuery`, `overflow`, `closed`, `corrupt`.
    public func aggregate(_ request: AggregateRequest) throws -> [AggregateGroup] {
        var evaluator = try AggregateEvaluator(request, schema: schema)
        let rows = evaluator.rows
        let state = try state()
        try state.lock.read {
            let (plan, filter) = try state.tables.filteredPlan(rows)
            // Rows that must be sorted first are read again when they are added.
            let columns = plan.orderIsSatisfied ? rows.readColumns : rows.neededColumns
            try plan.evaluator(after: filter, rows).run(
                state.tables,
                scan: { try state.tables.scan(plan, entity: rows.entity, only: columns, where: filter, $0) },
                { try evaluator.add($0.key, $0.cells, state.tables) })
        }
        return try evaluator.groups()
    }
}
