public import ChronicleSchema

/// What is to be computed over rows, without delivering them.
public struct AggregateRequest: Sendable, Hashable {
    /// The rows; its columns are not looked at. The order matters to the sums of floating-point numbers, which are added up in
    /// it, and with a limit or offset.
    public var rows: FetchRequest
    /// What the rows are grouped by; nothing for one group of all.
    public var keys: [Query.Value]
    /// What is computed for each group.
    public var aggregates: [Query.Aggregate]

    /// A request from its parts.
    public init(rows: FetchRequest, keys: [Query.Value] = [], aggregates: [Query.Aggregate]) {
        self.rows = rows
        self.keys = keys
        self.aggregates = aggregates
    }
}

/// What a request came to for one group of rows.
public struct AggregateGroup: Sendable, Hashable {
    /// What the rows have in common, one value a key; text in one of the spellings that equal it, or in its normal form.
    public var keys: [StoredValue]
    /// The results, one an aggregate.
    public var values: [StoredValue]

    /// A group from its parts.
    public init(keys: [StoredValue], values: [StoredValue]) {
        self.keys = keys
        self.values = values
    }
}

extension Query {
    /// One value computed of many rows. Rows in which the argument is null are passed over.
    public enum Aggregate: Sendable, Hashable {
        /// The number of rows; an integer.
        case count
        /// The number of rows in which the value is not null; an integer.
        case countOf(Value)
        /// The sum: of integers an integer, of unsigned integers an unsigned one, of decimals a decimal, all exact; of
        /// floating-point numbers what adding them up one by one, from zero, gives. Null when there is none.
        ///
        /// A sum that its type cannot hold exactly is the error `overflow`, however it came to be.
        case sum(Value)
        /// The mean: of decimals a decimal, of other numbers a floating-point number, the sum divided once. Null when there is
        /// none.
        case average(Value)
        /// The least value, of any type that is ordered. Null when there is none.
        case minimum(Value)
        /// The greatest value, of any type that is ordered. Null when there is none.
        case maximum(Value)

        /// What is computed with; nil for the number of rows.
        public var argument: Value? {
            switch self {
            case .count: nil
            case .countOf(let value), .sum(let value), .average(let value), .minimum(let value), .maximum(let value):
                value
            }
        }
    }
}

extension AggregateRequest {
    /// Whether the order of the rows has a part in the answer.
    package func dependsOnOrder(_ type: (Query.Value) -> ColumnType?) -> Bool {
        rows.limit != nil || rows.offset > 0
            || aggregates.contains { aggregate in
                switch aggregate {
                case .sum(let value), .average(let value): type(value) == .double
                case .count, .countOf, .minimum, .maximum: false
                }
            }
    }

    /// The request for the rows, with the columns that the keys and the aggregates look at.
    package var shapedRows: FetchRequest {
        var shaped = rows
        var looked = FetchRequest(entity: rows.entity)
        for value in keys + aggregates.compactMap(\.argument) { looked.order.append(Query.SortKey(value)) }
        shaped.columns = ColumnSet(looked.neededColumns)
        return shaped
    }
}
