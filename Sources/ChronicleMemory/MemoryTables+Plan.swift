import ChronicleSchema
import ChronicleStore

extension MemoryTables {
    func plan(_ request: FetchRequest) throws -> QueryPlan {
        try QueryPlan(request, schema: schema, indexes: try table(request.entity).indexes) { [self] in
            try table($0).rows.count
        }
    }

    func filteredPlan(_ request: FetchRequest) throws -> (QueryPlan, PackedFilter?) {
        let plan = try plan(request)
        let layout = try table(request.entity).layout
        return (plan, plan.residual.flatMap { PackedFilter($0, layout: layout) })
    }

    /// Visits the rows that a plan looks at and that pass a filter, with the cells of some columns or, for nil, of all.
    func scan(
        _ plan: QueryPlan, entity: Int, only columns: [Int]?, where filter: PackedFilter?, _ visit: QueryEvaluator.Visit
    ) throws {
        let table = try table(entity)
        try withUnsafeTemporaryAllocation(of: RowCell.self, capacity: table.layout.columnCount + 1) { cells in
            cells.initialize(repeating: .null)
            guard let base = cells.baseAddress else { return }
            try records(plan, of: table) { key, bytes in
                if let filter, try !filter.holds(bytes) { return true }
                try table.layout.fill(base, from: bytes, only: columns)
                return try visit(key, base)
            }
        }
    }

    /// The number of rows that a plan looks at and that pass a filter.
    func count(_ plan: QueryPlan, entity: Int, where filter: PackedFilter) throws -> Int {
        var count = 0
        try records(plan, of: try table(entity)) { _, bytes in
            if try filter.holds(bytes) { count += 1 }
            return true
        }
        return count
    }

    /// Visits the rows that the plan's access leads to until the visitor returns false.
    private func records(
        _ plan: QueryPlan, of table: Table, _ visit: (Int64, UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        switch plan.access {
        case .scan:
            if plan.isReversed {
                try table.rows.scan(.min ... .max, isReversed: true, visit)
            } else {
                try table.rows.scan(visit)
            }
        case .keyRange(let range): try table.rows.scan(range, isReversed: plan.isReversed, visit)
        case .keys(let keys): try records(keys, plan, of: table, visit)
        case .gather(let source): try records(gather(source, entity: table.entity.index), plan, of: table, visit)
        case .index(let index, let ranges):
            var seeker = RowTable.Seeker(table.rows)
            var goesOn = true
            func take(_ key: Int64) throws -> Bool {
                guard let bytes = seeker.bytes(key) else { return true }
                goesOn = try visit(key, bytes)
                return goesOn
            }
            for range in plan.isReversed ? ranges.reversed() : ranges {
                let (lower, upper) = range.entryBounds
                if plan.isReversed {
                    try table.entries[index].scanReversed(from: lower, to: upper) { try take($0.key) }
                } else {
                    try table.entries[index].scanKeys(from: lower, to: upper, take)
                }
                if !goesOn { return }
            }
        }
    }

    private func records(
        _ keys: [Int64], _ plan: QueryPlan, of table: Table, _ visit: (Int64, UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        if plan.isReversed {
            for key in keys.reversed() {
                if let bytes = table.rows.bytes(key), try !visit(key, bytes) { return }
            }
            return
        }
        var seeker = RowTable.Seeker(table.rows)
        for key in keys {
            if let bytes = seeker.bytes(key), try !visit(key, bytes) { return }
        }
    }
}

extension MemoryTables: KeyGathering {
    func keys(_ request: FetchRequest) throws -> [Int64] {
        let (plan, filter) = try filteredPlan(request)
        return try plan.evaluator(after: filter, request).keys(self) {
            try scan(plan, entity: request.entity, only: plan.neededColumns(after: filter, request), where: filter, $0)
        }
    }

    func references(_ request: FetchRequest, column: Int) throws -> [Int64] {
        var request = request
        request.columns = ColumnSet([column])
        let (plan, filter) = try filteredPlan(request)
        var keys: [Int64] = []
        try plan.evaluator(after: filter, request).run(
            self, scan: { try scan(plan, entity: request.entity, only: request.readColumns, where: filter, $0) }
        ) { row in
            if row.cells[column].kind == .integer { keys.append(Int64(bitPattern: row.cells[column].bits)) }
        }
        return keys
    }

    func visitEntries(
        entity: Int, index: Int, range: QueryPlan.KeyRange, _ visit: (Int64) throws -> Bool
    ) throws {
        let (lower, upper) = range.entryBounds
        try table(entity).entries[index].scanKeys(from: lower, to: upper, visit)
    }

    func entryCount(entity: Int, index: Int, range: QueryPlan.KeyRange) throws -> Int? {
        let (lower, upper) = range.entryBounds
        return try table(entity).entries[index].count(from: lower, to: upper)
    }
}

extension QueryPlan.KeyRange {
    /// The bounds of entries that end with the rows' keys.
    fileprivate var entryBounds: (lower: [UInt8], upper: [UInt8]?) {
        var (lower, upper) = (lower, upper)
        if rows.upperBound < .max {
            var end = self.lower
            KeyEncoding.append(rowKey: rows.upperBound + 1, to: &end)
            upper = end
        }
        if rows.lowerBound > .min { KeyEncoding.append(rowKey: rows.lowerBound, to: &lower) }
        return (lower, upper)
    }
}

extension MemoryTables {
    /// How a request is answered, and what running it comes to.
    func explain(_ request: FetchRequest, measuring: Bool) throws -> QueryExplanation {
        let plan = try plan(request)
        let explanation = try plan.explanation(
            of: request, schema: schema, indexes: try table(request.entity).indexes
        ) { try explain($0, measuring: measuring) }
        guard measuring else { return try explanation.measured(request, schema: schema, nil) }
        return try explanation.measured(request, schema: schema) {
            var read = 0
            let keys = try plan.evaluator.keys(self) { visit in
                try self.scan(plan, entity: request.entity, only: request.neededColumns, where: nil) { key, cells in
                    read += 1
                    return try visit(key, cells)
                }
            }
            return (read, keys.count)
        }
    }
}
