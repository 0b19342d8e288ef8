import ChronicleHistory
import ChronicleStore
import Foundation

extension PlainStore: HistoryConsumerRegistry {
    func historyConsumers() throws -> [HistoryConsumer] {
        try perform(.historyConsumers, otherwise: []) {
            try requireHistory()
            var consumers = try snapshot().consumers.values.sorted { $0.name < $1.name }
            faults.consumers?(&consumers)
            return consumers
        }
    }

    func changeConsumer(named name: String, _ change: (inout HistoryConsumer?) throws -> Void) throws {
        try perform(.changeConsumer, otherwise: ()) {
            try requireHistory()
            try requireWritable()
            if faults.has(.changesConsumersAtOnce) {
                var consumer = try snapshot().consumers[name]
                usleep(2000)
                try change(&consumer)
                let changed = consumer
                try write { try put(changed, named: name, &$0) }
            } else {
                try write { content in
                    let stored = content.state.consumers[name]
                    var consumer = stored
                    do { try change(&consumer) } catch {
                        if faults.has(.keepsRefusedChanges) { try put(consumer, named: name, &content) }
                        throw error
                    }
                    faults.consumer?(&consumer, stored)
                    try put(consumer, named: name, &content)
                }
            }
            if faults.has(.signalsConsumers) { notify() }
        }
    }

    private func put(_ consumer: HistoryConsumer?, named name: String, _ content: inout Content) throws {
        if content.log != nil {
            try content.log?.put(consumer, named: name, &content.state)
        } else {
            content.state.consumers[name] = consumer
        }
        guard faults.has(.recordsConsumers) else { return }
        let commit = PlainCommit(steps: [], records: [], before: content.state)
        try self.put(
            PlainCommit(
                steps: [], records: [commit.record(for: SaveRequest(timestamp: .now))], before: content.state), &content
        )
    }
}
