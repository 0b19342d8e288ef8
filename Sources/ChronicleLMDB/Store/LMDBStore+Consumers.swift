#if LMDB
public import ChronicleHistory

extension LMDBStore: HistoryConsumerRegistry {
    /// The consumers by name; see `HistoryConsumerRegistry`.
    public func historyConsumers() throws -> [HistoryConsumer] {
        try read { try consumers($0.transaction).all() }
    }

    /// Changes, adds or removes a consumer in a write transaction of its own; see `HistoryConsumerRegistry`.
    ///
    /// When the map has to grow the transaction runs again, and the change with it, over the same stored consumer.
    public func changeConsumer(named name: String, _ change: (inout HistoryConsumer?) throws -> Void) throws {
        try write("Changing a consumer") { transaction in
            let table = consumers(transaction)
            var consumer = try table.consumer(named: name)
            try change(&consumer)
            if let consumer { try table.set(consumer) } else { try table.remove(name) }
        }
    }

    func consumers(_ transaction: OpaquePointer) -> ConsumerTable {
        ConsumerTable(transaction: transaction, database: tables.meta, path: environment.path)
    }
}
#endif
