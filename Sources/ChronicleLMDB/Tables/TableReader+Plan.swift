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
        let columns = plan.orderIsSatisfied ? request.readColumns : request.neededColumns
        let filter = plan.residual.flatMap { PackedFilter($0, layout: table.layout) }
        try plan.evaluator(after: filter, request).run(
            self, scan: { try scan(plan, table, only: columns, where: filter, $0) }, body)
    }

    /// The keys of the rows of a plan, in order.
    func keys(_ plan: QueryPlan, _ table: EntityTable, _ request: FetchRequest) throws -> [Int64] {
        let columns = request.neededColumns
        let filter = plan.residual.flatMap { PackedFilter($0, layout: table.layout) }
        return try plan.evaluator(after: filter, request).keys(self) {
            try scan(plan, table, only: columns, where: filter, $0)
        }
    }

    /// The number of rows of a plan; entries are counted without their rows when they answer the whole condition.
    func count(_ plan: QueryPlan, _ table: EntityTable, _ request: FetchRequest) throws -> Int {
        let count: Int
        if let residual = plan.residual {
            let filter = PackedFilter(residual, layout: table.layout)
            guard let filter, filter.isWhole, request.limit == nil, request.offset == 0 else {
                let columns = request.neededColumns
                return try plan.evaluator(after: filter, request).count(self) {
                    try scan(plan, table, only: columns, where: filter, $0)
                }
            }
            count = try self.count(plan, table, where: filter)
        } else {
            count = try self.count(plan, table)
        }
        let rest = max(0, count - request.offset)
        return request.limit.map { min($0, rest) } ?? rest
    }

    private func count(_ plan: QueryPlan, _ table: EntityTable) throws -> Int {
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
                try entryBlocks(table.indexes[position], of: table, from: range.lower, to: range.upper) { block in
                    count += block.count / 8
                    return true
                }
            }
        }
        return count
    }

    private func count(_ plan: QueryPlan, _ table: EntityTable, where filter: PackedFilter) throws -> Int {
        var count = 0
        switch plan.access {
        case .scan: count = try self.count(table, where: filter)
        case .keys(let keys):
            for key in keys {
                if let bytes = try record(table, key), try filter.holds(bytes) { count += 1 }
            }
        case .index(let position, let ranges):
            try records(position, ranges, of: table) { _, bytes in
                if try filter.holds(bytes) { count += 1 }
                return true
            }
        }
        return count
    }

    /// Visits the rows that the access leads to and that pass the filter; where they do not come in the order of delivery,
    /// the evaluator sorts.
    func scan(
        _ plan: QueryPlan, _ table: EntityTable, only columns: [Int]?, where filter: PackedFilter?,
        _ visitor: QueryEvaluator.Visit
    ) throws {
        switch plan.access {
        case .scan: try scan(table, only: columns, where: filter, visitor)
        case .keys(let keys):
            try stack.lend(table.layout.columnCount) { cells in
                for key in keys {
                    guard let bytes = try record(table, key), try filter?.holds(bytes) ?? true else { continue }
                    try table.layout.fill(cells, from: bytes, only: columns)
                    if try !visitor(key, cells) { return }
                }
            }
        case .index(let position, let ranges):
            try stack.lend(table.layout.columnCount) { cells in
                try records(position, ranges, of: table) { key, bytes in
                    if let filter, try !filter.holds(bytes) { return true }
                    try table.layout.fill(cells, from: bytes, only: columns)
                    return try visitor(key, cells)
                }
            }
        }
    }

    /// Visits the rows of runs of an index until the visitor returns false.
    private func records(
        _ position: Int, _ ranges: [QueryPlan.KeyRange], of table: EntityTable,
        _ visit: (Int64, UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        try withCursor(table.database) { cursor in
            var seeker = RowSeeker(cursor, path: path)
            var goesOn = true
            for range in ranges where goesOn {
                try entries(table.indexes[position], of: table, from: range.lower, to: range.upper) { key in
                    guard let bytes = try seeker.record(key) else { throw damaged(table) }
                    goesOn = try visit(key, bytes)
                    return goesOn
                }
            }
        }
    }
}
#endif
