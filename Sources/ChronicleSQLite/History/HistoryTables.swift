#if SQLite
import ChronicleHistory
import ChronicleSchema
import ChronicleStore
import Foundation

/// Reads and shortens the history tables.
struct HistoryTables {
    let connection: Connection
    let identifier: String
    let lineage: String

    /// The newest sequence that was ever given.
    static func currentSequence(_ connection: Connection) throws -> Int64 {
        let statement = try connection.fixed(.sequence)
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : 0
    }

    /// The newest sequence whose record was deleted.
    func purgedSequence() throws -> Int64 {
        let statement = try connection.cached("SELECT value FROM chronicle_metadata WHERE key = 'purged'")
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : 0
    }

    func position(_ sequence: Int64) -> HistoryPosition {
        HistoryPosition(storeIdentifier: identifier, lineage: lineage, sequence: sequence)
    }

    /// Refuses a position that history cannot go on from.
    func validate(_ position: HistoryPosition?) throws {
        guard let position else { return }
        guard position.storeIdentifier == identifier, position.lineage == lineage else {
            throw HistoryError(
                .foreignToken, "The token is of another store or of a copy of this one: take a fresh snapshot.",
                storeIdentifier: identifier)
        }
        guard position.sequence <= (try Self.currentSequence(connection)) else {
            throw HistoryError(
                .tokenAhead, "The token is newer than the store, which was replaced by an older copy.",
                storeIdentifier: identifier)
        }
        guard position.sequence >= (try purgedSequence()) else {
            throw HistoryError(
                .historyTokenExpired,
                "History after the token was deleted: take a fresh snapshot and go on from a fresh token.",
                storeIdentifier: identifier)
        }
    }

    /// A record without its changes, and where these lie.
    private struct Header {
        var record: HistoryRecord
        var first: Int64
        var count: Int64
    }

    func fetch(_ request: HistoryRequest) throws -> [HistoryRecord] {
        try validate(request.after)
        var records: [HistoryRecord] = []
        try headers(after: request.after?.sequence ?? 0) { header in
            if let through = request.through, header.record.sequence > through { return false }
            guard Self.selects(request, header.record) else { return true }
            records.append(try withChanges(header))
            return request.limit <= 0 || records.count < request.limit
        }
        return records
    }

    func delete(_ request: HistoryRequest) throws -> Int {
        try validate(request.after)
        let floor = request.overridesConsumers ? nil : try ConsumerTable(connection: connection).all().purgeableThrough
        var (deleted, last, nextChange) = (0, Int64(0), Int64(0))
        try headers(after: 0) { header in
            let sequence = header.record.sequence
            guard sequence > request.after?.sequence ?? 0, sequence <= min(request.through ?? .max, floor ?? .max),
                Self.selects(request, header.record)
            else { return false }
            deleted += 1
            last = sequence
            nextChange = header.first + header.count
            return request.limit <= 0 || deleted < request.limit
        }
        guard deleted > 0 else { return 0 }
        for (sql, bound) in [
            ("DELETE FROM chronicle_history WHERE sequence <= ?1", last),
            ("DELETE FROM chronicle_history_change WHERE id < ?1", nextChange),
            ("UPDATE chronicle_metadata SET value = ?1 WHERE key = 'purged'", last),
        ] {
            let statement = try connection.cached(sql)
            try statement.bind(1, bound)
            try statement.run()
        }
        return deleted
    }

    private static func selects(_ request: HistoryRequest, _ record: HistoryRecord) -> Bool {
        if let authors = request.authors, !authors.contains(record.author) { return false }
        if let from = request.from, record.timestamp < from { return false }
        if let until = request.until, record.timestamp >= until { return false }
        return true
    }

    private func headers(after sequence: Int64, _ visit: (Header) throws -> Bool) throws {
        let statement = try connection.cached(
            "SELECT * FROM chronicle_history WHERE sequence > ?1 ORDER BY sequence")
        defer { statement.reset() }
        try statement.bind(1, sequence)
        while try statement.step() {
            let record = HistoryRecord(
                sequence: statement.integer(0),
                timestamp: Date(timeIntervalSinceReferenceDate: statement.double(1)), author: statement.text(2),
                processIdentifier: statement.text(3) ?? "", bundleIdentifier: statement.text(4) ?? "", changes: [])
            let header = Header(record: record, first: statement.integer(5), count: statement.integer(6))
            guard try visit(header) else { return }
        }
    }

    private func withChanges(_ header: Header) throws -> HistoryRecord {
        var record = header.record
        let statement = try connection.cached(
            """
            SELECT entity, key, operation, properties, tombstone FROM chronicle_history_change
            WHERE id >= ?1 AND id < ?2 ORDER BY id
            """)
        defer { statement.reset() }
        try statement.bind(1, header.first)
        try statement.bind(2, header.first + header.count)
        record.changes.reserveCapacity(Int(clamping: header.count))
        while try statement.step() {
            guard let entity = statement.text(0),
                let operation = HistoryRecord.Operation(rawValue: Int(statement.integer(2))),
                let tombstone = TombstoneCodec.decode(statement.blob(4))
            else { throw damaged(record.sequence) }
            record.changes.append(
                HistoryRecord.Change(
                    entity: entity, key: statement.integer(1), operation: operation,
                    properties: NameList.decode(statement.text(3)), tombstone: tombstone))
        }
        guard Int64(record.changes.count) == header.count else { throw damaged(record.sequence) }
        return record
    }

    private func damaged(_ sequence: Int64) -> StoreError {
        StoreError(
            .corrupt, "The history of \(connection.location) is damaged at record \(sequence): delete the history.",
            location: connection.location)
    }
}
#endif
