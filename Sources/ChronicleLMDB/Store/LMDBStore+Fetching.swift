#if LMDB
import CLMDB
import ChronicleSchema
public import ChronicleStore

extension LMDBStore {
    public func fetch(_ request: FetchRequest, _ body: (RowView) throws -> Void) throws {
        let table = try tables.table(request.entity)
        let plan = try table.plan(request, schema)
        try read { try $0.run(plan, table, body) }
    }

    public func fetch(entity: Int, keys: [Int64], _ body: (RowView) throws -> Void) throws {
        let table = try tables.table(entity)
        try read { reader in
            try reader.stack.lend(table.layout.columnCount) { cells in
                for key in keys {
                    guard let bytes = try reader.record(table, key) else { continue }
                    try table.layout.cells(of: bytes, into: cells)
                    try body(RowView(key: key, cells: cells))
                }
            }
        }
    }

    public func count(_ request: FetchRequest) throws -> Int {
        let table = try tables.table(request.entity)
        let plan = try table.plan(request, schema)
        return try read { try $0.count(plan, table, request) }
    }

    public func fetchKeys(_ request: FetchRequest) throws -> [Int64] {
        let table = try tables.table(request.entity)
        let plan = try table.plan(request, schema)
        return try read { try $0.keys(plan, table) }
    }
}
#endif
