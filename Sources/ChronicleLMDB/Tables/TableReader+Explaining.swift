#if LMDB
import ChronicleSchema
import ChronicleStore

extension TableReader {
    /// How a request is answered, and what running it comes to.
    func explain(_ request: FetchRequest, measuring: Bool) throws -> QueryExplanation {
        let table = try tables.table(request.entity)
        let plan = try plan(request)
        let explanation = try plan.explanation(
            of: request, schema: tables.schema, indexes: table.entity.indexes
        ) { try explain($0, measuring: measuring) }
        guard measuring else { return try explanation.measured(request, schema: tables.schema, nil) }
        return try explanation.measured(request, schema: tables.schema) {
            var read = 0
            let keys = try plan.evaluator.keys(self) { visit in
                try self.scan(plan, table, only: request.neededColumns, where: nil) { key, cells in
                    read += 1
                    return try visit(key, cells)
                }
            }
            return (read, keys.count)
        }
    }
}
#endif
