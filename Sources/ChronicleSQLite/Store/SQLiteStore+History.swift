#if SQLite
    public import ChronicleHistory
    import ChronicleStore

    extension SQLiteStore: HistoryProviding {
        public func fetchHistory(_ request: HistoryRequest) throws -> [HistoryRecord] {
            try readHistory { try $0.fetch(request) }
        }

        @discardableResult
        public func deleteHistory(_ request: HistoryRequest) throws -> Int {
            try write { try history($0.connection).delete(request) }
        }

        public func currentPosition() throws -> HistoryPosition {
            try readHistory { $0.position(try HistoryTables.currentSequence($0.connection)) }
        }

        public func oldestPosition() throws -> HistoryPosition {
            try readHistory { $0.position(try $0.purgedSequence()) }
        }

        private func readHistory<Result>(_ body: (HistoryTables) throws -> Result) throws -> Result {
            try withReader { connection in
                try connection.transaction("BEGIN") { try body(history(connection)) }
            }
        }

        private func history(_ connection: Connection) -> HistoryTables {
            HistoryTables(connection: connection, identifier: identifier, lineage: lineage)
        }
    }
#endif
