import ChronicleSchema

extension DataStore {
    /// Tells what is certain of every store: that the answer is that of all rows, looked at one by one.
    public func explain(_ request: FetchRequest, measuring: Bool) throws -> QueryExplanation {
        // What does not fit the schema is refused as a fetch refuses it.
        _ = try QueryEvaluator(request, schema: schema)
        let text = QueryText(schema, entity: request.entity)
        var explanation = QueryExplanation(
            entity: text.entity.name, request: text.request(request), access: .scan,
            evaluatedAfterReading: request.condition.map { $0.conjunction.map(text.condition) } ?? [],
            sort: request.order.isEmpty ? .none : .afterwards)
        guard measuring else { return try explanation.measured(request, schema: schema, nil) }
        explanation = try explanation.measured(request, schema: schema) {
            let returned = try self.fetchKeys(request).count
            return (try self.count(FetchRequest(entity: request.entity)), returned)
        }
        return explanation
    }
}
