#if LMDB
import CLMDB
import ChronicleSchema
public import ChronicleStore

extension LMDBStore {
    /// Delivers the rows that a request selects, in order; see `DataStore`. Cells point into the map.
    ///
    /// - Throws: ``StoreError``: `unsupportedQuery`, `closed`, `corrupt`, `schemaMismatch`; the body's errors.
    public func fetch(_ request: FetchRequest, _ body: (RowView) throws -> Void) throws {
        let table = try tables.table(request.entity)
        try read { try $0.run($0.plan(request), table, request, body) }
    }

    /// Delivers the rows with the given keys that exist, in the order of the keys; logarithmic time a key.
    ///
    /// - Throws: ``StoreError``: `closed`, `corrupt`, `schemaMismatch`; the body's errors.
    public func fetch(entity: Int, keys: [Int64], _ body: (RowView) throws -> Void) throws {
        let table = try tables.table(entity)
        try read { reader in
            try reader.stack.lend(table.layout.columnCount) { cells in
                for key in keys {
                    guard let bytes = try reader.record(table, key) else { continue }
                    try table.layout.fill(cells, from: bytes)
                    try body(RowView(key: key, cells: cells))
                }
            }
        }
    }

    /// The number of rows that a request selects; rows are not read where an index answers the whole condition.
    ///
    /// - Throws: ``StoreError``, as a fetch does.
    public func count(_ request: FetchRequest) throws -> Int {
        let table = try tables.table(request.entity)
        return try read { try $0.count($0.plan(request), table, request) }
    }

    /// How a request is answered.
    ///
    /// - Throws: ``StoreError``, as a fetch does.
    public func explain(_ request: FetchRequest, measuring: Bool) throws -> QueryExplanation {
        try read { try $0.explain(request, measuring: measuring) }
    }

    /// The keys of the rows that a request selects, in order.
    ///
    /// - Throws: ``StoreError``, as a fetch does.
    public func fetchKeys(_ request: FetchRequest) throws -> [Int64] {
        let table = try tables.table(request.entity)
        return try read { try $0.keys($0.plan(request), table, request) }
    }
}
#endif
