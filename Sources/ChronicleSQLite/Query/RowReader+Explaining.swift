#if SQLite
import CChronicleSQLite
import CSQLite
import ChronicleSchema
import ChronicleStore

extension RowReader {
    /// How a request is answered, with SQLite's own words for it, and what running it comes to.
    func explain(_ request: FetchRequest, measuring: Bool) throws -> QueryExplanation {
        _ = try QueryEvaluator(request, schema: schema)
        let dissection = QueryDissection(request, purpose: .keys)
        func plan(countsVisits: Bool) -> SQLPlan {
            QueryCompiler.compile(
                request, purpose: .keys, constants: dissection.constants, layouts: layouts, schema: schema,
                countsVisits: countsVisits)
        }
        let told = plan(countsVisits: false)
        let lines = try connection.queryPlan(of: told.sql)
        var explanation = told.explanation(of: request, lines, layouts[request.entity], schema)
        explanation.statement = .init(text: told.sql, plan: lines)
        guard measuring else { return try explanation.measured(request, schema: schema, nil) }
        return try explanation.measured(request, schema: schema) {
            try self.run(plan(countsVisits: true), dissection.constants, request)
        }
    }

    private func run(
        _ plan: SQLPlan, _ constants: [QueryConstant], _ request: FetchRequest
    ) throws -> (read: Int, returned: Int) {
        var visits: Int64 = 0
        return try withUnsafeMutablePointer(to: &visits) { visits in
            try connection.check(chronicle_register_counter(connection.handle, visits))
            // The function goes with its counter; taking it away fails only while a statement runs, and none does.
            defer { _ = chronicle_register_counter(connection.handle, nil) }
            let prepared = PreparedPlan(plan: plan, statement: try connection.prepare(plan.sql))
            if !plan.isExact {
                let keys = try snapshot { try evaluator(request).keys(self, scan: scan(prepared, constants, request)) }
                return (Int(visits.pointee), keys.count)
            }
            let binding = try QueryBinding(plan, prepared.statement, constants, request)
            defer { binding.release(prepared.statement) }
            var returned = 0
            while try prepared.statement.step() { returned += 1 }
            return (Int(visits.pointee), returned)
        }
    }
}

extension Connection {
    /// What SQLite says of its plan, each step below the one that it belongs to indented.
    fileprivate func queryPlan(of sql: String) throws -> [String] {
        let statement = try prepare("EXPLAIN QUERY PLAN " + sql)
        defer { statement.reset() }
        var depths: [Int64: Int] = [:]
        var lines: [String] = []
        while try statement.step() {
            let depth = depths[statement.integer(1)].map { $0 + 1 } ?? 0
            depths[statement.integer(0)] = depth
            lines.append(String(repeating: "  ", count: depth) + (statement.text(3) ?? ""))
        }
        return lines
    }
}

extension SQLPlan {
    fileprivate func explanation(
        of request: FetchRequest, _ lines: [String], _ layout: TableLayout, _ schema: Schema
    ) -> QueryExplanation {
        let text = QueryText(schema, entity: request.entity)
        var explanation = QueryExplanation(
            entity: text.entity.name, request: text.request(request), access: .scan,
            evaluatedAfterReading: rest.map(text.condition))
        let own = lines.filter { $0.contains("SCAN t0") || $0.contains("SEARCH t0") }
        for line in own {
            if let columns = layout.indexColumns(in: line) {
                explanation.access = .index
                let names = text.index(columns)
                if !explanation.indexes.contains(names) { explanation.indexes.append(names) }
            } else if line.contains("rowid=?") {
                explanation.access = .keys
            } else if line.contains("rowid>?") || line.contains("rowid<?") {
                explanation.access = .keyRange
            }
        }
        if lines.contains(where: { $0.contains("MULTI-INDEX OR") }) { explanation.access = .union }
        if !request.order.isEmpty {
            let sorts = !isExact || lines.contains { $0.contains("USE TEMP B-TREE FOR ORDER BY") }
            explanation.sort = sorts ? .afterwards : .inOrder
        }
        return explanation
    }
}

extension TableLayout {
    /// The columns of the index that a line of a plan names.
    fileprivate func indexColumns(in line: String) -> [Int]? {
        var names = entity.indexes.map { (name: "\(table)_index_\($0.name)", columns: $0.columns) }
        for column in types.indices where types[column] == .reference {
            names.append((name: "\(table)_reference_\(self.names[column])", columns: [column]))
        }
        return names.filter { line.hasSuffix("INDEX " + $0.name) || line.contains("INDEX \($0.name) ") }
            .max { $0.name.count < $1.name.count }?.columns
    }
}
#endif
