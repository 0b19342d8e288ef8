package import ChronicleSchema

/// Answers from a store's rows what the store itself cannot: conditions over related rows.
///
/// Everything else is the store's. The rows are read one request after the other, so that a commit in between is seen by the
/// later ones; a store that answers such conditions itself (``StoreCapabilities/relatedRows``) sees one state.
package final class CompletingStore: DataStore {
    private let base: any DataStore

    private init(_ base: any DataStore) { self.base = base }

    /// The store itself if it can answer everything.
    package static func over(_ store: any DataStore) -> any DataStore {
        store.capabilities.relatedRows ? store : CompletingStore(store)
    }

    package var identifier: String { base.identifier }
    package var schema: Schema { base.schema }
    package var capabilities: StoreCapabilities { base.capabilities }

    package func fetch(_ request: FetchRequest, _ body: (RowView) throws -> Void) throws {
        guard request.usesRelatedRows else { return try base.fetch(request, body) }
        try base.fetch(entity: request.entity, keys: try keys(request), body)
    }

    package func fetch(entity: Int, keys: [Int64], _ body: (RowView) throws -> Void) throws {
        try base.fetch(entity: entity, keys: keys, body)
    }

    package func count(_ request: FetchRequest) throws -> Int {
        request.usesRelatedRows ? try keys(request).count : try base.count(request)
    }

    package func fetchKeys(_ request: FetchRequest) throws -> [Int64] {
        request.usesRelatedRows ? try keys(request) : try base.fetchKeys(request)
    }

    package func aggregate(_ request: AggregateRequest) throws -> [AggregateGroup] {
        guard request.rows.usesRelatedRows else { return try base.aggregate(request) }
        return try FetchedAggregation(AggregateEvaluator(request, schema: schema), schema: schema).run(self)
    }

    package func explain(_ request: FetchRequest, measuring: Bool) throws -> QueryExplanation {
        if !request.usesRelatedRows { return try base.explain(request, measuring: measuring) }
        // All rows are read from the store, and judged above it.
        let text = QueryText(schema, entity: request.entity)
        let explanation = QueryExplanation(
            entity: text.entity.name, request: text.request(request), access: .scan,
            evaluatedAfterReading: request.condition.map { $0.conjunction.map(text.condition) } ?? [],
            sort: request.order.isEmpty ? .none : .afterwards)
        guard measuring else { return try explanation.measured(request, schema: schema, nil) }
        return try explanation.measured(request, schema: schema) {
            let returned = try self.keys(request).count
            return (try self.base.count(FetchRequest(entity: request.entity)), returned)
        }
    }

    package func save(_ request: SaveRequest) throws -> SaveResult { try base.save(request) }
    package func allocateKeys(_ count: Int) throws -> Range<Int64> { try base.allocateKeys(count) }
    package func observeCommits(_ handler: @escaping @Sendable () -> Void) -> CommitObservation {
        base.observeCommits(handler)
    }
    package func close() throws { try base.close() }

    private func keys(_ request: FetchRequest) throws -> [Int64] {
        let evaluator = try QueryEvaluator(request, schema: schema)
        var candidates = FetchRequest(entity: request.entity)
        // What comes after a part that can fail must not keep it from that, nor fail for rows that the parts before exclude.
        let plain = (request.condition?.beforeFailing(schema)?.conjunction ?? []).filter { !$0.usesRelatedRows }
        if !plain.isEmpty { candidates.condition = .and(plain) }
        var rows: [(key: Int64, values: [StoredValue])] = []
        let entity = schema.entities[request.entity]
        try base.fetch(candidates) { rows.append(($0.key, try $0.values(of: entity))) }
        return try evaluator.keys(StoreRows(base)) { visit in
            for row in rows where try !withRowCells(row.values, { try visit(row.key, $0) }) { return }
        }
    }
}
