#if SQLite
public import ChronicleHistory
import ChronicleStore

extension SQLiteStore: HistoryProviding {
    /// The records that a request asks for; see `HistoryProviding`.
    public func fetchHistory(_ request: HistoryRequest) throws -> [HistoryRecord] {
        try readHistory { try $0.fetch(request) }
    }

    /// Deletes the leading run that a request selects; see `HistoryProviding`.
    @discardableResult
    public func deleteHistory(_ request: HistoryRequest) throws -> Int {
        try checkHistory()
        return try write { try history($0.connection).delete(request) }
    }

    /// The position after the newest record; see `HistoryProviding`.
    public func currentPosition() throws -> HistoryPosition {
        try readHistory { $0.position(try HistoryTables.currentSequence($0.connection)) }
    }

    /// The oldest position from which no record is missing; see `HistoryProviding`.
    public func oldestPosition() throws -> HistoryPosition {
        try readHistory { $0.position(try $0.purgedSequence()) }
    }

    private func readHistory<Result>(_ body: (HistoryTables) throws -> Result) throws -> Result {
        try checkHistory()
        return try withReader { connection in
            try connection.transaction(.begin) { try body(history(connection)) }
        }
    }

    func checkHistory() throws {
        guard !configuration.recordsHistory else { return }
        throw HistoryError(
            .unsupportedFeature, "\(configuration.path) was opened without history: open it with recordsHistory.",
            storeIdentifier: identifier)
    }

    private func history(_ connection: Connection) -> HistoryTables {
        HistoryTables(connection: connection, identifier: identifier, lineage: lineage)
    }
}
#endif
