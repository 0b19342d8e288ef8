#if LMDB
import CLMDB
import ChronicleSchema
import ChronicleStore

extension EntityTable {
    /// How a request is answered with the help of the indexes.
    func plan(_ request: FetchRequest, _ schema: Schema) throws -> QueryPlan {
        try QueryPlan(request, schema: schema, indexes: entity.indexes, maximumKeyLength: IndexTable.maximum)
    }
}

extension TableReader {
    /// Delivers the rows of a plan, in order.
    func run(
        _ plan: QueryPlan, _ table: EntityTable, _ request: FetchRequest, _ body: (RowView) throws -> Void
    ) throws {
        // Rows that must be sorted first are read again when they are delivered.
        let columns = plan.orderIsSatisfied ? nil : request.neededColumns
        try plan.evaluator.run(self, scan: { try scan(plan, table, only: columns, $0) }, body)
    }

    /// The keys of the rows of a plan, in order.
    func keys(_ plan: QueryPlan, _ table: EntityTable, _ request: FetchRequest) throws -> [Int64] {
        let columns = request.neededColumns
        return try plan.evaluator.keys(self) { try scan(plan, table, only: columns, $0) }
    }

    /// The number of rows of a plan; entries are counted without their rows when they answer the whole condition.
    func count(_ plan: QueryPlan, _ table: EntityTable, _ request: FetchRequest) throws -> Int {
        guard plan.residual == nil else {
            let columns = request.neededColumns
            return try plan.evaluator.count(self) { try scan(plan, table, only: columns, $0) }
        }
        var count = 0
        switch plan.access {
        case .scan:
            var statistics = MDB_stat()
            try check(mdb_stat(transaction, table.database, &statistics), "Counting rows", at: path)
            count = statistics.ms_entries
        case .keys(let keys):
            for key in keys where try record(table, key) != nil { count += 1 }
        case .index(let position, let ranges):
            for range in ranges {
                try entries(table.indexes[position], of: table, from: range.lower, to: range.upper) { _ in
                    count += 1
                    return true
                }
            }
        }
        let rest = max(0, count - request.offset)
        return request.limit.map { min($0, rest) } ?? rest
    }

    /// Visits the rows that the access leads to; where they do not come in the order of delivery, the evaluator sorts.
    private func scan(
        _ plan: QueryPlan, _ table: EntityTable, only columns: [Int]?, _ visitor: QueryEvaluator.Visit
    ) throws {
        switch plan.access {
        case .scan: try scan(table, only: columns, visitor)
        case .keys(let keys): try visit(keys.filter { try record(table, $0) != nil }, of: table, visitor)
        case .index(let position, let ranges):
            let index = table.indexes[position]
            try withCursor(table.database) { rows in
                var walk = RowWalk(rows)
                try stack.lend(table.layout.columnCount) { cells in
                    var goesOn = true
                    for range in ranges where goesOn {
                        try entries(index, of: table, from: range.lower, to: range.upper) { key in
                            let code = walk.move(to: key)
                            if code == MDB_NOTFOUND { throw damaged(table) }
                            try check(code, "Reading rows", at: path)
                            try table.unpacker.fill(cells, from: walk.value.bytes, only: columns)
                            goesOn = try visitor(key, cells)
                            return goesOn
                        }
                    }
                }
            }
        }
    }
}
#endif
