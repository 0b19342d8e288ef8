import ChronicleSchema

extension FetchRequest {
    /// The columns that are delivered, with those that the condition and the order look at; nil for all.
    package var readColumns: [Int]? { columns.map { Array($0.union(neededColumns)) } }
}
