#if LMDB
import CLMDB
import ChronicleSchema
import ChronicleStore

extension TableReader {
    /// How a request is answered with the help of the indexes.
    func plan(_ request: FetchRequest) throws -> QueryPlan {
        let table = try tables.table(request.entity)
        return try QueryPlan(
            request, schema: tables.schema, indexes: table.entity.indexes, maximumKeyLength: IndexTable.maximum
        ) { [self] in try count(try tables.table($0)) }
    }

    /// Delivers the rows of a plan, in order.
    func run(
        _ plan: QueryPlan, _ table: EntityTable, _ request: FetchRequest, _ body: (RowView) throws -> Void
    ) throws {
        // Rows that must be sorted first are read again when they are delivered.
        let filter = plan.residual.flatMap { PackedFilter($0, layout: table.layout) }
        let columns = plan.orderIsSatisfied ? request.readColumns : plan.neededColumns(after: filter, request)
        try plan.evaluator(after: filter, request).run(
            self, scan: { try scan(plan, table, only: columns, where: filter, $0) }, body)
    }

    /// The keys of the rows of a plan, in order.
    func keys(_ plan: QueryPlan, _ table: EntityTable, _ request: FetchRequest) throws -> [Int64] {
        let filter = plan.residual.flatMap { PackedFilter($0, layout: table.layout) }
        let columns = plan.neededColumns(after: filter, request)
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
        case .scan: count = try self.count(table)
        case .keyRange(let range):
            try records(table, in: range, isReversed: false) { _, _ in
                count += 1
                return true
            }
        case .keys(let keys):
            for key in keys where try record(table, key) != nil { count += 1 }
        case .gather(let source):
            let keys = try gather(source, entity: table.entity.index)
            guard source.mayNameMissingRows else { return keys.count }
            for key in keys where try record(table, key) != nil { count += 1 }
        case .index(let position, let ranges):
            for range in ranges where range.rows == .min ... .max {
                try entryBlocks(table.indexes[position], of: table, range) { _, block in
                    count += block.count / 8
                    return true
                }
            }
            for range in ranges where range.rows != .min ... .max {
                try entries(table.indexes[position], of: table, range) { _ in
                    count += 1
                    return true
                }
            }
        }
        return count
    }

    private func count(_ plan: QueryPlan, _ table: EntityTable, where filter: PackedFilter) throws -> Int {
        var count = 0
        if case .scan = plan.access { return try self.count(table, where: filter) }
        if let (position, ranges) = plan.forwardRanges {
            try records(position, ranges, of: table) { _, bytes in
                if try filter.holds(bytes) { count += 1 }
                return true
            }
            return count
        }
        try records(plan, of: table) { _, bytes in
            if try filter.holds(bytes) { count += 1 }
            return true
        }
        return count
    }

    /// Visits the rows that the access leads to and that pass the filter; where they do not come in the order of delivery,
    /// the evaluator sorts.
    func scan(
        _ plan: QueryPlan, _ table: EntityTable, only columns: [Int]?, where filter: PackedFilter?,
        _ visitor: QueryEvaluator.Visit
    ) throws {
        if case .scan = plan.access, !plan.isReversed {
            return try scan(table, only: columns, where: filter, visitor)
        }
        try stack.lend(table.layout.columnCount) { cells in
            if let (position, ranges) = plan.forwardRanges {
                return try records(position, ranges, of: table) { key, bytes in
                    if let filter, try !filter.holds(bytes) { return true }
                    try table.layout.fill(cells, from: bytes, only: columns)
                    return try visitor(key, cells)
                }
            }
            try records(plan, of: table) { key, bytes in
                if let filter, try !filter.holds(bytes) { return true }
                try table.layout.fill(cells, from: bytes, only: columns)
                return try visitor(key, cells)
            }
        }
    }

    /// Visits the rows that the access leads to until the visitor returns false.
    @inline(__always)
    private func records(
        _ plan: QueryPlan, of table: EntityTable, _ visit: (Int64, UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        switch plan.access {
        case .scan: try records(table, in: .min ... .max, isReversed: plan.isReversed, visit)
        case .keyRange(let range): try records(table, in: range, isReversed: plan.isReversed, visit)
        case .keys(let keys): try records(keys, plan, of: table, visit)
        case .gather(let source): try records(gather(source, entity: table.entity.index), plan, of: table, visit)
        case .index(let position, let ranges):
            if plan.forwardRanges != nil { return try records(position, ranges, of: table, visit) }
            try orderedRecords(position, ranges, plan, table, visit)
        }
    }

    /// Visits the rows of runs of an index from the first on.
    ///
    /// The way of most queries: who calls it directly has the visitor compiled into the loop.
    @inline(__always)
    private func records(
        _ position: Int, _ ranges: [QueryPlan.KeyRange], of table: EntityTable,
        _ visit: (Int64, UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        try withCursor(table.database) { cursor in
            var seeker = RowSeeker(cursor, path: path)
            var goesOn = true
            for range in ranges where goesOn {
                try entries(table.indexes[position], of: table, range) { key in
                    guard let bytes = try seeker.record(key) else { throw damaged(table) }
                    goesOn = try visit(key, bytes)
                    return goesOn
                }
            }
        }
    }

    /// Visits rows by their keys. Keys without a row are passed over.
    private func records(
        _ keys: [Int64], _ plan: QueryPlan, of table: EntityTable,
        _ visit: (Int64, UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        if keys.count == 1 || plan.isReversed {
            for key in keys.reversed() {
                if let bytes = try record(table, key), try !visit(key, bytes) { return }
            }
            return
        }
        try withCursor(table.database) { cursor in
            var seeker = RowSeeker(cursor, path: path)
            for key in keys {
                if let bytes = try seeker.record(key), try !visit(key, bytes) { return }
            }
        }
    }

    /// Visits the rows of runs of an index in the plan's order: from either end, and with runs of entries that were cut to
    /// the same beginning put into order.
    private func orderedRecords(
        _ position: Int, _ ranges: [QueryPlan.KeyRange], _ plan: QueryPlan, _ table: EntityTable,
        _ visit: (Int64, UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        let index = table.indexes[position]
        try withCursor(table.database) { cursor in
            var seeker = RowSeeker(cursor, path: path)
            var goesOn = true
            var beginning: [UInt8] = []
            var waiting: [Int64] = []
            func deliver(_ key: Int64) throws -> Bool {
                guard let bytes = try seeker.record(key) else { throw damaged(table) }
                goesOn = try visit(key, bytes)
                return goesOn
            }
            func deliverWaiting() throws -> Bool {
                defer { waiting.removeAll() }
                for key in try sorted(waiting, plan, table) where try !deliver(key) { return false }
                return true
            }
            for range in plan.isReversed ? ranges.reversed() : ranges where goesOn {
                func take(_ entry: MDB_val, _ block: UnsafeRawBufferPointer) throws -> Bool {
                    let isCut = plan.ordersCutKeys && entry.mv_size >= IndexTable.maximum
                    if !waiting.isEmpty, !isCut || !entry.bytes.starts(with: beginning), try !deliverWaiting() {
                        return false
                    }
                    guard isCut else { return try Self.each(block, in: range.rows, deliver) }
                    if waiting.isEmpty { beginning = Array(entry.bytes.prefix(IndexTable.maximum)) }
                    return Self.each(block, in: range.rows) {
                        waiting.append($0)
                        return true
                    }
                }
                if plan.isReversed {
                    try reversedEntryBlocks(index, of: table, range, take)
                } else {
                    try entryBlocks(index, of: table, range, take)
                }
                if goesOn, !waiting.isEmpty { _ = try deliverWaiting() }
            }
        }
    }

    private func sorted(_ keys: [Int64], _ plan: QueryPlan, _ table: EntityTable) throws -> [Int64] {
        if keys.count < 2 { return keys }
        var sorter = RowSorter(plan.order)
        for key in keys {
            try withRow(entity: table.entity.index, key: key) { cells in
                guard let cells else { throw damaged(table) }
                try sorter.add(key, cells, self)
            }
        }
        return sorter.sorted()
    }
}

extension TableReader: KeyGathering {
    func keys(_ request: FetchRequest) throws -> [Int64] {
        try keys(try plan(request), try tables.table(request.entity), request)
    }

    func references(_ request: FetchRequest, column: Int) throws -> [Int64] {
        var request = request
        request.columns = ColumnSet([column])
        let table = try tables.table(request.entity)
        var keys: [Int64] = []
        try run(try plan(request), table, request) { row in
            switch row.cells[column].kind {
            case .integer: keys.append(Int64(bitPattern: row.cells[column].bits))
            case .null: break
            default: throw damaged(table)
            }
        }
        return keys
    }

    func visitEntries(
        entity: Int, index: Int, range: QueryPlan.KeyRange, _ visit: (Int64) throws -> Bool
    ) throws {
        let table = try tables.table(entity)
        try entries(table.indexes[index], of: table, range, visit)
    }

    func entryCount(entity: Int, index: Int, range: QueryPlan.KeyRange) throws -> Int? {
        try entryCount(try tables.table(entity).indexes[index], range)
    }
}

extension QueryPlan {
    /// The runs of the index that the rows come from, where they are walked from the first on and come as they lie.
    fileprivate var forwardRanges: (position: Int, ranges: [KeyRange])? {
        guard case .index(let position, let ranges) = access, !isReversed, !ordersCutKeys else { return nil }
        return (position, ranges)
    }
}
#endif
