import ChronicleSchema
import ChronicleStore

extension PlainStore {
    func aggregate(_ request: AggregateRequest) throws -> [AggregateGroup] {
        try perform(.aggregate) {
            let state = try snapshot()
            var request = request
            faults.aggregateRequest?(&request, state)
            do {
                var groups = try PlainStore.groups(request, state) { try keys($0, state) }
                try faults.groups?(&groups, request, state)
                return groups
            } catch {
                if let groups = faults.otherwiseGroups?(error, request, state) { return groups }
                throw error
            }
        }
    }

    /// What a request comes to over a state.
    static func groups(
        _ request: AggregateRequest, _ state: PlainState, keys: (FetchRequest) throws -> [Int64]
    ) throws -> [AggregateGroup] {
        var evaluator = try AggregateEvaluator(request, schema: state.schema)
        let table = try state.table(request.rows.entity)
        for key in try keys(evaluator.rows) {
            guard let values = table.rows[key] else { continue }
            try PlainState.withCells(values) { try evaluator.add(key, $0, state) }
        }
        return try evaluator.groups()
    }
}
