#if SQLite
import CChronicleSQLite
import CSQLite
import ChronicleStore

/// One connection to the database with its prepared statements.
///
/// Unchecked invariant: a connection is used by one thread at a time, the one that holds the store's write lock or took
/// the connection out of the pool of readers; both hand it over through a mutex.
final class Connection: @unchecked Sendable {
    let handle: OpaquePointer
    let location: String
    /// Texts of the statement that is about to run.
    let arena = Arena()
    /// Statements by the entity they read one row of.
    var byKey: [Statement?] = []
    /// The cells that rows are handed over in.
    let row: RowBuffer
    private var statements: [String: Statement] = [:]
    private var fixed: [Statement?] = Array(repeating: nil, count: FixedStatement.allCases.count)
    /// Statements of query shapes.
    private var plans: [QueryShape: PreparedPlan] = [:]

    private static let mostStatements = 200

    /// Opens a database file, by another name than its path where one is given.
    init(path: String, name: String? = nil, flags: Int32, busyMilliseconds: Int32, columns: Int) throws {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(name ?? path, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard let opened else {
            throw SQLiteFailure(code: code, message: "out of memory").storeError(location: path)
        }
        handle = opened
        location = path
        row = RowBuffer(columns: columns)
        guard code == SQLITE_OK else { throw failure(code) }
        sqlite3_busy_timeout(opened, busyMilliseconds)
        var texts = TextFunctions.all
        try check(chronicle_register(opened, &texts))
    }

    deinit {
        plans.removeAll()
        statements.removeAll()
        fixed.removeAll()
        byKey.removeAll()
        // All statements are finalized by now or will be with their last owner: the close is deferred to that.
        sqlite3_close_v2(handle)
    }

    /// The error for a result code just returned.
    func failure(_ code: Int32, entity: String? = nil) -> StoreError {
        SQLiteFailure(code: code, message: String(cString: sqlite3_errmsg(handle)))
            .storeError(location: location, entity: entity)
    }

    func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// Runs statements without results.
    func execute(_ sql: String) throws {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// Compiles a statement that is used once.
    func prepare(_ sql: String) throws -> Statement {
        try Statement(connection: self, sql: sql, persistent: false)
    }

    /// A statement that is compiled once for the connection.
    func cached(_ sql: String) throws -> Statement {
        if let statement = statements[sql] { return statement }
        let statement = try Statement(connection: self, sql: sql, persistent: true)
        statements[sql] = statement
        return statement
    }

    /// A statement that every save runs; compiled once for the connection.
    func fixed(_ which: FixedStatement) throws -> Statement {
        if let statement = fixed[which.rawValue] { return statement }
        let statement = try Statement(connection: self, sql: which.sql, persistent: true)
        fixed[which.rawValue] = statement
        return statement
    }

    /// The plan of a query shape, compiled once for the connection.
    func plan(_ shape: QueryShape, compile: () throws -> SQLPlan) throws -> PreparedPlan {
        if let plan = plans[shape] { return plan }
        if plans.count >= Self.mostStatements { plans.removeAll() }
        let plan = try compile()
        let prepared = PreparedPlan(
            plan: plan, statement: try Statement(connection: self, sql: plan.sql, persistent: true))
        plans[shape] = prepared
        return prepared
    }

    /// The first column of the first row, as an integer.
    func integer(_ sql: String) throws -> Int64? {
        let statement = try prepare(sql)
        defer { statement.reset() }
        return try statement.step() && !statement.isNull(0) ? statement.integer(0) : nil
    }

    /// Runs a body inside a transaction; any error undoes it.
    func transaction<Result>(_ begin: FixedStatement, _ body: () throws -> Result) throws -> Result {
        try fixed(begin).run()
        do {
            let result = try body()
            try fixed(.commit).run()
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    /// Ends a transaction without keeping it. A failed commit of a full disk has already been rolled back by SQLite.
    private func rollBack() {
        for statement in statements.values { statement.reset() }
        for statement in fixed { statement?.reset() }
        if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
    }
}

/// The statements of every save, found by their number.
enum FixedStatement: Int, CaseIterable {
    /// Begins a transaction that only reads.
    case begin
    /// Begins a transaction that writes.
    case beginImmediate
    case commit
    /// The newest sequence that was ever given.
    case sequence
    /// Adds the head of a history record.
    case history

    var sql: String {
        switch self {
        case .begin: "BEGIN"
        case .beginImmediate: "BEGIN IMMEDIATE"
        case .commit: "COMMIT"
        case .sequence:
            """
            SELECT max(ifnull((SELECT max(sequence) FROM chronicle_history), 0),
                ifnull((SELECT value FROM chronicle_metadata WHERE key = 'purged'), 0))
            """
        case .history: "INSERT INTO chronicle_history VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
        }
    }
}

/// A compiled query and its statement on one connection.
final class PreparedPlan {
    let plan: SQLPlan
    let statement: Statement

    init(plan: SQLPlan, statement: Statement) {
        self.plan = plan
        self.statement = statement
    }
}

/// Memory for the texts of one run of a statement, so that binding neither allocates nor copies twice.
final class Arena {
    private let base = UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private var used = 0

    deinit { base.deallocate() }

    func reset() { used = 0 }

    /// Room for bytes; nil when there is none left.
    func take(_ count: Int) -> UnsafeMutableRawPointer? {
        guard used + count <= 1 << 16 else { return nil }
        defer { used += count }
        return base + used
    }
}
#endif
