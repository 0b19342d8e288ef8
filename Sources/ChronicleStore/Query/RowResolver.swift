public import ChronicleSchema

/// Reaches rows over to-one references while a query is evaluated.
public protocol RowResolver {
    /// Calls a closure with the cells of a row, or with nil when there is no such row.
    ///
    /// The cells are valid only during the call. Errors are those of the store and of the closure.
    func withRow<R>(entity: Int, key: Int64, _ body: (UnsafePointer<RowCell>?) throws -> R) throws -> R
}
