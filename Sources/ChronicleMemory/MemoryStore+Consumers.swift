public import ChronicleHistory
import ChronicleStore

extension MemoryStore: HistoryConsumerRegistry {
    /// The consumers by name.
    public func historyConsumers() throws -> [HistoryConsumer] {
        let state = try state()
        return state.lock.read { state.consumers.values.sorted { $0.name < $1.name } }
    }

    /// Changes, adds or removes a consumer.
    public func changeConsumer(named name: String, _ change: (inout HistoryConsumer?) throws -> Void) throws {
        let state = try state()
        try state.lock.write {
            var consumer = state.consumers[name]
            try change(&consumer)
            state.consumers[name] = consumer
        }
    }
}
