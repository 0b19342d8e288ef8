#if SQLite
import CSQLite
import ChronicleHistory
import ChronicleSchema
import ChronicleStore
import Foundation

/// The connection that writes, with the statements that change single rows.
///
/// Unchecked invariant: used only inside the store's write lock.
final class Writer: @unchecked Sendable {
    let connection: Connection
    private let layouts: [TableLayout]
    private var inserts: [Statement?]
    private var deletes: [Statement?]
    private var updates: [UpdateShape: RowUpdateStatement] = [:]
    private var lastUpdate: (UpdateShape, RowUpdateStatement)?
    private var changeInsert: Statement?

    struct UpdateShape: Hashable {
        var entity: Int
        var columns: ColumnSet
    }

    init(connection: Connection, layouts: [TableLayout]) {
        self.connection = connection
        self.layouts = layouts
        inserts = Array(repeating: nil, count: layouts.count)
        deletes = inserts
    }

    func insert(_ entity: Int) throws -> Statement {
        if let statement = inserts[entity] { return statement }
        let statement = try Statement(connection: connection, sql: layouts[entity].insert, persistent: true)
        inserts[entity] = statement
        return statement
    }

    func delete(_ entity: Int) throws -> Statement {
        if let statement = deletes[entity] { return statement }
        let statement = try Statement(connection: connection, sql: layouts[entity].delete, persistent: true)
        deletes[entity] = statement
        return statement
    }

    func update(_ shape: UpdateShape) throws -> RowUpdateStatement {
        if let last = lastUpdate, last.0 == shape { return last.1 }
        let update: RowUpdateStatement
        if let known = updates[shape] {
            update = known
        } else {
            if updates.count >= 200 { updates.removeAll() }
            update = try RowUpdateStatement(connection, layouts[shape.entity], Array(shape.columns))
            updates[shape] = update
        }
        lastUpdate = (shape, update)
        return update
    }

    func insertChange() throws -> Statement {
        if let changeInsert { return changeInsert }
        let statement = try Statement(
            connection: connection,
            sql: """
                INSERT INTO chronicle_history_change (sequence, entity, key, operation, properties, tombstone)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                """, persistent: true)
        changeInsert = statement
        return statement
    }
}

/// The statement that changes some columns of one row: the key first, then the columns, companions and zeros.
final class RowUpdateStatement {
    let statement: Statement
    private let layout: TableLayout
    private let companions: [Int32]
    private let zeroParameter: Int32
    private let reals: String

    init(_ connection: Connection, _ layout: TableLayout, _ columns: [Int]) throws {
        self.layout = layout
        var parts = columns.enumerated().map { "\(quoted(layout.names[$1])) = ?\($0 + 2)" }
        var next = Int32(columns.count + 2)
        companions = columns.map { column in
            guard let companion = layout.companions[column] else { return 0 }
            defer { next += 1 }
            parts.append("\(quoted(companion)) = ?\(next)")
            return next
        }
        let isReal = columns.filter { layout.types[$0] == .double || layout.types[$0] == .date }
        if let zero = layout.zeroColumn, !isReal.isEmpty {
            zeroParameter = next
            parts.append("\(quoted(zero)) = chronicle_zero(\(quoted(zero)), ?\(next), ?\(next + 1))")
            reals = isReal.map { layout.names[$0] + "\n" }.joined()
        } else {
            zeroParameter = 0
            reals = ""
        }
        statement = try Statement(
            connection: connection,
            sql: "UPDATE \(quoted(layout.table)) SET \(parts.joined(separator: ", ")) WHERE \"id\" = ?1",
            persistent: true)
    }

    func bind(_ key: Int64, _ values: [(column: Int, value: StoredValue)]) throws {
        try statement.bind(1, key)
        var zeros = ""
        for (position, (column, value)) in values.enumerated() {
            try statement.bind(Int32(position + 2), stored: value, inArena: true)
            if companions[position] != 0 {
                try statement.bind(companions[position], Zero.companion(value), inArena: true)
            }
            if zeroParameter != 0, Zero.isNegative(value) { zeros += layout.names[column] + "\n" }
        }
        if zeroParameter != 0 {
            try statement.bind(zeroParameter, reals, inArena: true)
            try statement.bind(zeroParameter + 1, zeros.isEmpty ? nil : zeros, inArena: true)
        }
    }
}

/// What the hidden columns hold.
enum Zero {
    /// Whether a value is -0.0, whose sign SQLite drops.
    @inline(__always)
    static func isNegative(_ value: StoredValue) -> Bool {
        switch value {
        case .double(let value): value == 0 && value.sign == .minus
        case .date(let value):
            value.timeIntervalSinceReferenceDate == 0 && value.timeIntervalSinceReferenceDate.sign == .minus
        default: false
        }
    }

    /// The normal form of a text that is not normal.
    static func companion(_ value: StoredValue) -> String? {
        if case .text(let text) = value { NormalText.companion(text) } else { nil }
    }
}
#endif
