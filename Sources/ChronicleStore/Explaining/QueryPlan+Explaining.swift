package import ChronicleSchema

extension QueryPlan {
    /// The plan in words, without figures.
    package func explanation(
        of request: FetchRequest, schema: Schema, indexes: [Schema.IndexDescription],
        related explain: (FetchRequest) throws -> QueryExplanation
    ) rethrows -> QueryExplanation {
        let text = QueryText(schema, entity: request.entity)
        var explanation = QueryExplanation(
            entity: text.entity.name, request: text.request(request), access: .scan)
        func names(_ position: Int) -> [String] { [text.index(indexes[position].columns)] }
        func name(_ source: KeySource) throws {
            switch source {
            case .keys: break
            case .index(let position, _): explanation.indexes += names(position)
            case .referring(let position, let inner):
                explanation.indexes += names(position)
                explanation.related.append(try explain(inner))
            case .referred(_, let inner): explanation.related.append(try explain(inner))
            case .union(let sources), .intersection(let sources): for source in sources { try name(source) }
            }
        }
        switch access {
        case .scan: explanation.access = .scan
        case .keyRange: explanation.access = .keyRange
        case .keys: explanation.access = .keys
        case .index(let position, _): (explanation.access, explanation.indexes) = (.index, names(position))
        case .gather(let source):
            switch source {
            case .keys: explanation.access = .keys
            case .index: explanation.access = .index
            case .referring: explanation.access = .reference
            case .referred: explanation.access = .related
            case .union: explanation.access = .union
            case .intersection: explanation.access = .intersection
            }
            try name(source)
        }
        explanation.evaluatedAfterReading = residual == nil ? [] : rest.map(text.condition)
        if !request.order.isEmpty { explanation.sort = orderIsSatisfied ? .inOrder : .afterwards }
        return explanation
    }
}

extension QueryExplanation {
    /// The explanation with the figures of a run, and with what would make it cheaper.
    package func measured(
        _ request: FetchRequest, schema: Schema, _ run: (() throws -> (read: Int, returned: Int))?
    ) throws -> QueryExplanation {
        var result = self
        if let run {
            let clock = ContinuousClock()
            let start = clock.now
            let (read, returned) = try run()
            let time = start.duration(to: clock.now).components
            result.figures = Figures(
                rowsRead: read, rowsReturned: returned, seconds: Double(time.seconds) + Double(time.attoseconds) / 1e18)
        }
        result.advice += related.flatMap(\.advice)
        result.advice += IndexAdvice(request, schema).advice(for: result).filter { !result.advice.contains($0) }
        return result
    }
}
