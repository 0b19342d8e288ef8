#if SQLite
public import ChronicleHistory
import ChronicleStore

extension SQLiteStore: HistoryConsumerRegistry {
    /// The consumers by name; see `HistoryConsumerRegistry`.
    public func historyConsumers() throws -> [HistoryConsumer] {
        try checkHistory()
        return try withReader { try ConsumerTable(connection: $0).all() }
    }

    /// Changes, adds or removes a consumer in a write transaction of its own; see `HistoryConsumerRegistry`.
    public func changeConsumer(named name: String, _ change: (inout HistoryConsumer?) throws -> Void) throws {
        try checkHistory()
        try write { writer in
            let table = ConsumerTable(connection: writer.connection)
            var consumer = try table.consumer(named: name)
            try change(&consumer)
            if let consumer { try table.set(consumer) } else { try table.remove(name) }
        }
    }
}
#endif
