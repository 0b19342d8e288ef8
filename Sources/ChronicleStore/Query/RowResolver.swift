public import ChronicleSchema

/// Reaches related rows while a query is evaluated.
public protocol RowResolver {
    /// Calls a closure with the cells of a row, or with nil when there is no such row.
    ///
    /// The cells are valid only during the call. Errors are those of the store and of the closure.
    func withRow<R>(entity: Int, key: Int64, _ body: (UnsafePointer<RowCell>?) throws -> R) throws -> R

    /// Calls a closure with each row of an entity whose reference column points at a key, until it returns false.
    ///
    /// The closure may call the resolver again. The cells are valid only during the call of the closure. Errors are those of
    /// the store and of the closure.
    ///
    /// There is an implementation that refuses. A store that has one of its own declares
    /// ``StoreCapabilities/relatedRows``; the others are not asked, as what needs it is then evaluated above the store.
    func forEachRow(
        entity: Int, whose column: Int, refersTo key: Int64, _ body: (Int64, UnsafePointer<RowCell>) throws -> Bool
    ) throws
}

extension RowResolver {
    /// Refuses; see the requirement.
    public func forEachRow(
        entity: Int, whose column: Int, refersTo key: Int64, _ body: (Int64, UnsafePointer<RowCell>) throws -> Bool
    ) throws {
        throw StoreError(
            .unsupportedQuery,
            "The store does not look for the rows that refer to another: implement RowResolver's forEachRow and declare "
                + "relatedRows, or ask for the rows by themselves.")
    }
}
