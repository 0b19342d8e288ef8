#if SQLite
import ChronicleHistory
import ChronicleStore
import Foundation

/// Reads and writes the table of those who read the history. It is made when the first of them registers.
struct ConsumerTable {
    let connection: Connection

    func all() throws -> [HistoryConsumer] {
        guard try exists() else { return [] }
        let statement = try connection.cached("SELECT * FROM chronicle_consumer ORDER BY name")
        defer { statement.reset() }
        var consumers: [HistoryConsumer] = []
        while try statement.step() { consumers.append(consumer(statement)) }
        return consumers
    }

    func consumer(named name: String) throws -> HistoryConsumer? {
        guard try exists() else { return nil }
        let statement = try connection.cached("SELECT * FROM chronicle_consumer WHERE name = ?1")
        defer { statement.reset() }
        try statement.bind(1, name)
        return try statement.step() ? consumer(statement) : nil
    }

    func set(_ consumer: HistoryConsumer) throws {
        if try !exists() {
            try connection.execute(
                """
                CREATE TABLE chronicle_consumer (name TEXT PRIMARY KEY, sequence INTEGER, updated REAL, expired INTEGER,
                    owner TEXT, owned_until REAL, state BLOB) WITHOUT ROWID
                """)
        }
        let statement = try connection.cached(
            "INSERT OR REPLACE INTO chronicle_consumer VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")
        try statement.bind(1, consumer.name)
        try statement.bind(2, consumer.sequence)
        try statement.bind(3, consumer.updatedAt.timeIntervalSinceReferenceDate)
        try statement.bind(4, consumer.isExpired ? 1 : 0 as Int64)
        try statement.bind(5, consumer.owner)
        if let until = consumer.ownedUntil {
            try statement.bind(6, until.timeIntervalSinceReferenceDate)
        } else {
            try statement.bindNull(6)
        }
        if let state = consumer.state { try statement.bind(7, state) } else { try statement.bindNull(7) }
        try statement.run()
    }

    func remove(_ name: String) throws {
        guard try exists() else { return }
        let statement = try connection.cached("DELETE FROM chronicle_consumer WHERE name = ?1")
        try statement.bind(1, name)
        try statement.run()
    }

    private func exists() throws -> Bool {
        let statement = try connection.cached("SELECT 1 FROM sqlite_schema WHERE name = 'chronicle_consumer'")
        defer { statement.reset() }
        return try statement.step()
    }

    private func consumer(_ statement: Statement) -> HistoryConsumer {
        var consumer = HistoryConsumer(
            name: statement.text(0) ?? "", sequence: statement.integer(1),
            updatedAt: Date(timeIntervalSinceReferenceDate: statement.double(2)))
        consumer.isExpired = statement.integer(3) != 0
        consumer.owner = statement.text(4)
        if !statement.isNull(5) { consumer.ownedUntil = Date(timeIntervalSinceReferenceDate: statement.double(5)) }
        if !statement.isNull(6) { consumer.state = Data(statement.blob(6)) }
        return consumer
    }
}
#endif
