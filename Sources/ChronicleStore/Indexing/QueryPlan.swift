public import ChronicleSchema

/// How a fetch is answered with the help of keys and indexes.
///
/// A plan only narrows down which rows are looked at. What it cannot do exactly it leaves to ``residual`` and to sorting, so
/// that the answer is always the evaluator's.
public struct QueryPlan: Sendable {
    /// A run of index keys.
    public struct KeyRange: Sendable, Hashable {
        /// The first bytes that belong to the run.
        public var lower: [UInt8]
        /// The first bytes after the run; nil when it goes to the end.
        public var upper: [UInt8]?

        /// A run from its bounds.
        public init(lower: [UInt8], upper: [UInt8]?) {
            self.lower = lower
            self.upper = upper
        }
    }

    /// Where the rows come from.
    public enum Access: Sendable, Hashable {
        /// All rows, in ascending order of their keys.
        case scan
        /// The rows with these keys, in ascending order, that exist.
        case keys([Int64])
        /// The rows of some runs of an index, given by its position; the runs are disjoint and in order.
        case index(Int, ranges: [KeyRange])
    }

    /// Where the rows come from.
    public let access: Access
    /// What must be asked of each row still.
    public let residual: CompiledCondition?
    /// The order that the rows are to be delivered in.
    public let order: CompiledOrder
    /// Whether the rows come in that order already, ties included.
    public let orderIsSatisfied: Bool
    /// An evaluator for the rest: filter, sort if need be, offset and limit.
    public let evaluator: QueryEvaluator

    /// Plans a request.
    ///
    /// - Parameters:
    ///   - indexes: The indexes that the store keeps, in its own numbering.
    ///   - maximumKeyLength: The length that index keys are cut to, without the row key.
    /// - Throws: ``StoreError`` `unsupportedQuery`.
    public init(
        _ request: FetchRequest, schema: Schema, indexes: [Schema.IndexDescription], maximumKeyLength: Int = .max
    ) throws {
        // Everything is checked, also what the indexes will answer.
        let whole = try request.condition.map { try CompiledCondition($0, schema: schema, entity: request.entity) }
        order = try CompiledOrder(request.order, schema: schema, entity: request.entity)
        let planner = QueryPlanner(
            request: request, entity: schema.entities[request.entity], maximumKeyLength: maximumKeyLength)
        let choice = planner.choose(indexes)
        access = choice.access
        orderIsSatisfied = choice.isOrdered
        if choice.covered.isEmpty {
            residual = whole
        } else {
            let rest = planner.conjuncts.indices.filter { !choice.covered.contains($0) }.map { planner.conjuncts[$0] }
            residual =
                rest.isEmpty
                ? nil
                : try CompiledCondition(
                    rest.count == 1 ? rest[0] : .and(rest), schema: schema, entity: request.entity)
        }
        evaluator = try QueryEvaluator(
            entity: request.entity, condition: residual, order: order, offset: request.offset, limit: request.limit,
            isOrdered: orderIsSatisfied)
    }

    /// The evaluator for rows that passed a filter made of ``residual``.
    package func evaluator(after filter: PackedFilter?, _ request: FetchRequest) throws -> QueryEvaluator {
        guard let filter, filter.isWhole else { return evaluator }
        return try QueryEvaluator(
            entity: request.entity, condition: nil, order: order, offset: request.offset, limit: request.limit,
            isOrdered: orderIsSatisfied)
    }
}
