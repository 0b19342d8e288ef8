#if SQLite
import CSQLite
import ChronicleSchema
import ChronicleStore

/// Answers queries on one connection: with SQL alone where that is exact, else with the shared evaluator.
final class RowReader: RowResolver {
    let connection: Connection
    let layouts: [TableLayout]
    let schema: Schema
    /// Rows that are being looked at, one inside the other.
    private var frames: [Frame] = []
    private var depth = 0

    /// A row that is being looked at, with the statements that read such rows.
    final class Frame {
        let buffer: RowBuffer
        var statements: [Int: Statement] = [:]
        private var referring: [Int: Statement] = [:]

        init(columns: Int) { buffer = RowBuffer(columns: columns) }

        /// The statement that reads the rows of an entity whose column refers to a key.
        func referring(_ entity: Int, _ column: Int, _ make: () throws -> Statement) throws -> Statement {
            let place = entity << 32 | column
            if let known = referring[place] { return known }
            let made = try make()
            referring[place] = made
            return made
        }
    }

    /// Calls a closure with a frame that no other row is in.
    func withFrame<R>(_ body: (Frame) throws -> R) throws -> R {
        if depth == frames.count { frames.append(Frame(columns: layouts.map(\.types.count).max() ?? 0)) }
        let frame = frames[depth]
        depth += 1
        defer { depth -= 1 }
        return try body(frame)
    }

    init(connection: Connection, layouts: [TableLayout], schema: Schema) {
        self.connection = connection
        self.layouts = layouts
        self.schema = schema
    }

    func fetch(_ request: FetchRequest, _ body: (RowView) throws -> Void) throws {
        try withPlan(request, .rows) { prepared, constants in
            guard prepared.plan.isExact else {
                return try snapshot { try evaluator(request).run(self, scan: scan(prepared, constants, request), body) }
            }
            let binding = try QueryBinding(prepared.plan, prepared.statement, constants, request)
            defer { binding.release(prepared.statement) }
            try deliver(prepared.statement, request, body)
        }
    }

    private func deliver(
        _ statement: Statement, _ request: FetchRequest, _ body: (RowView) throws -> Void
    ) throws {
        let layout = layouts[request.entity]
        let row = connection.row
        if let columns = request.columns {
            row.clear()
            let selected = Array(columns)
            while try statement.step() {
                row.fill(from: statement.handle, layout: layout, selected)
                try body(RowView(key: statement.integer(0), cells: UnsafePointer(row.cells)))
            }
            return
        }
        while try statement.step() {
            row.fill(from: statement.handle, layout: layout)
            try body(RowView(key: statement.integer(0), cells: UnsafePointer(row.cells)))
        }
    }

    func keys(_ request: FetchRequest) throws -> [Int64] {
        try withPlan(request, .keys) { prepared, constants in
            guard prepared.plan.isExact else {
                return try snapshot { try evaluator(request).keys(self, scan: scan(prepared, constants, request)) }
            }
            return try keys(prepared, constants, request)
        }
    }

    private func keys(
        _ prepared: PreparedPlan, _ constants: [QueryConstant], _ request: FetchRequest
    ) throws -> [Int64] {
        let statement = prepared.statement
        let binding = try QueryBinding(prepared.plan, statement, constants, request)
        defer { binding.release(statement) }
        var keys: [Int64] = []
        while try statement.step() { keys.append(statement.integer(0)) }
        return keys
    }

    func count(_ request: FetchRequest) throws -> Int {
        try withPlan(request, .count) { prepared, constants in
            guard prepared.plan.isExact else {
                return try snapshot { try evaluator(request).count(self, scan: scan(prepared, constants, request)) }
            }
            let statement = prepared.statement
            let binding = try QueryBinding(prepared.plan, statement, constants, request)
            defer { binding.release(statement) }
            return try statement.step() ? Int(statement.integer(0)) : 0
        }
    }

    /// Runs several statements over one committed state, unless a transaction is open already.
    func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        if sqlite3_get_autocommit(connection.handle) == 0 { return try body() }
        return try connection.transaction(.begin, body)
    }

    private func withPlan<Result>(
        _ request: FetchRequest, _ purpose: QueryPurpose,
        _ body: (PreparedPlan, [QueryConstant]) throws -> Result
    ) throws -> Result {
        let dissection = QueryDissection(request, purpose: purpose)
        let prepared = try connection.plan(dissection.shape) {
            // Whatever the schema does not allow is refused before anything is read.
            _ = try evaluator(request)
            return QueryCompiler.compile(
                request, purpose: purpose, constants: dissection.constants, layouts: layouts, schema: schema)
        }
        guard request.offset >= 0, request.limit ?? 0 >= 0 else {
            throw StoreError(.unsupportedQuery, "A fetch has a negative offset or limit: use zero or more.")
        }
        return try body(prepared, dissection.constants)
    }

    func evaluator(_ request: FetchRequest) throws -> QueryEvaluator {
        try QueryEvaluator(request, schema: schema)
    }

    /// Delivers the candidates of an inexact plan.
    func scan(
        _ prepared: PreparedPlan, _ constants: [QueryConstant], _ request: FetchRequest
    ) -> (QueryEvaluator.Visit) throws -> Void {
        { [self] visit in
            let statement = prepared.statement
            let binding = try QueryBinding(prepared.plan, statement, constants, request)
            defer { binding.release(statement) }
            let layout = layouts[request.entity]
            let row = connection.row
            while try statement.step() {
                row.fill(from: statement.handle, layout: layout)
                guard try visit(statement.integer(0), UnsafePointer(row.cells)) else { return }
            }
        }
    }

    func withRow<R>(entity: Int, key: Int64, _ body: (UnsafePointer<RowCell>?) throws -> R) throws -> R {
        try withFrame { frame in
            let statement: Statement
            if let known = frame.statements[entity] {
                statement = known
            } else {
                statement = try Statement(connection: connection, sql: layouts[entity].selectByKey, persistent: true)
                frame.statements[entity] = statement
            }
            defer { statement.reset() }
            try statement.bind(1, key)
            guard try statement.step() else { return try body(nil) }
            frame.buffer.fill(from: statement.handle, layout: layouts[entity])
            return try body(UnsafePointer(frame.buffer.cells))
        }
    }
}

extension Connection {
    /// Delivers one row by key; false when there is none.
    func fetchRow(entity: Int, layout: TableLayout, key: Int64, _ body: (RowView) throws -> Void) throws -> Bool {
        let statement: Statement
        if entity < byKey.count, let known = byKey[entity] {
            statement = known
        } else {
            while byKey.count <= entity { byKey.append(nil) }
            statement = try Statement(connection: self, sql: layout.selectByKey, persistent: true)
            byKey[entity] = statement
        }
        defer { statement.reset() }
        try statement.bind(1, key)
        guard try statement.step() else { return false }
        row.fill(from: statement.handle, layout: layout)
        try body(RowView(key: key, cells: UnsafePointer(row.cells)))
        return true
    }
}
#endif
