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
        /// The keys of the rows that belong to the run, where it is a run of one index key: its entries lie in their order.
        public var rows: ClosedRange<Int64> = .min ... .max

        /// A run from its bounds.
        public init(lower: [UInt8], upper: [UInt8]?) {
            self.lower = lower
            self.upper = upper
        }
    }

    /// Where keys of rows are gathered from before any row is read.
    public indirect enum KeySource: Sendable, Hashable {
        /// These keys.
        case keys([Int64])
        /// The entries of some runs of an index, given by its position.
        case index(Int, ranges: [KeyRange])
        /// The entries of an index, given by its position, whose first column refers to a row that the request selects.
        case referring(Int, FetchRequest)
        /// The rows that a column of other rows refers to: those that a request selects. There may be no such rows.
        case referred(column: Int, FetchRequest)
        /// What any of some sources gives.
        case union([KeySource])
        /// What all of some sources give. A source that is much larger than another may be left out.
        case intersection([KeySource])
    }

    /// Where the rows come from.
    public enum Access: Sendable, Hashable {
        /// All rows, in the order of their keys.
        case scan
        /// The rows whose keys lie in a range, in the order of their keys.
        case keyRange(ClosedRange<Int64>)
        /// The rows with these keys, given in ascending order, that exist.
        case keys([Int64])
        /// The rows of some runs of an index, given by its position; the runs are disjoint and in order.
        case index(Int, ranges: [KeyRange])
        /// The rows whose keys are gathered first, in the order of their keys, each once.
        case gather(KeySource)
    }

    /// Where the rows come from.
    public let access: Access
    /// Whether the access is walked from its end. Entries of an index with equal values still come in ascending order of the
    /// keys of their rows.
    public let isReversed: Bool
    /// Whether index keys that were cut must be told apart: runs of equal ones are to be put into ``order`` by the store.
    public let ordersCutKeys: Bool
    /// What must be asked of each row still.
    public let residual: CompiledCondition?
    /// The order that the rows are to be delivered in.
    public let order: CompiledOrder
    /// Whether the rows come in that order already, ties included.
    public let orderIsSatisfied: Bool
    /// An evaluator for the rest: filter, sort if need be, offset and limit.
    public let evaluator: QueryEvaluator
    /// What is left of the condition, as it was written.
    package let rest: [Query.Condition]

    /// Plans a request.
    ///
    /// - Parameters:
    ///   - indexes: The indexes that the store keeps, in its own numbering.
    ///   - maximumKeyLength: The length that index keys are cut to, without the row key.
    ///   - rowCount: The number of an entity's rows where that is known at once: it helps to choose.
    /// - Throws: ``StoreError`` `unsupportedQuery`; what `rowCount` throws.
    public init(
        _ request: FetchRequest, schema: Schema, indexes: [Schema.IndexDescription], maximumKeyLength: Int = .max,
        rowCount: (Int) throws -> Int? = { _ in nil }
    ) throws {
        order = try CompiledOrder(request.order, schema: schema, entity: request.entity)
        if let point = QueryPlanner.uniquePoint(request, schema, indexes, maximumKeyLength) {
            (access, isReversed, ordersCutKeys, residual, orderIsSatisfied, rest) = (point, false, false, nil, true, [])
        } else {
            // Everything is checked, also what the indexes will answer.
            let whole = try request.condition.map { try CompiledCondition($0, schema: schema, entity: request.entity) }
            let planner = try QueryPlanner(
                request: request, schema: schema, indexes: indexes, maximumKeyLength: maximumKeyLength,
                rowCount: rowCount)
            let choice = planner.choose()
            access = choice.access
            isReversed = choice.isReversed
            ordersCutKeys = choice.ordersCutKeys
            orderIsSatisfied = choice.isOrdered
            rest = planner.conjuncts.indices.filter { !choice.covered.contains($0) }.map { planner.conjuncts[$0] }
            if choice.covered.isEmpty {
                residual = whole
            } else if rest.isEmpty {
                residual = nil
            } else {
                residual = try CompiledCondition(
                    rest.count == 1 ? rest[0] : .and(rest), schema: schema, entity: request.entity)
            }
        }
        evaluator = try QueryEvaluator(
            entity: request.entity, condition: residual, order: order, offset: request.offset, limit: request.limit,
            isOrdered: orderIsSatisfied)
    }

    /// Whether a key or an index helps to find the rows of a request.
    package static func isNarrow(
        _ request: FetchRequest, schema: Schema, indexes: [Schema.IndexDescription]
    ) throws -> Bool {
        switch try QueryPlan(request, schema: schema, indexes: indexes).access {
        case .scan, .keyRange: false
        case .keys, .index, .gather: true
        }
    }

    /// The columns that must be looked at of rows that passed a filter made of ``residual``, before they are delivered.
    package func neededColumns(after filter: PackedFilter?, _ request: FetchRequest) -> [Int] {
        guard residual == nil || filter?.isWhole == true else { return request.neededColumns }
        return FetchRequest(entity: request.entity, order: orderIsSatisfied ? [] : request.order).neededColumns
    }

    /// The evaluator for rows that passed a filter made of ``residual``.
    package func evaluator(after filter: PackedFilter?, _ request: FetchRequest) throws -> QueryEvaluator {
        guard let filter, filter.isWhole else { return evaluator }
        return try QueryEvaluator(
            entity: request.entity, condition: nil, order: order, offset: request.offset, limit: request.limit,
            isOrdered: orderIsSatisfied)
    }
}
