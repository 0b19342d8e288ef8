import ChronicleHistory
import ChronicleSchema
import ChronicleStore
import Foundation
import Synchronization

/// Faults of what a store remembers of those who read its history, and of what it takes from another store.
let consumerMutants: [ContractMutant] = [
    ContractMutant("M601", "What a consumer keeps is cut after a thousand bytes.") { faults in
        faults.consumer = { consumer, _ in
            if let state = consumer?.state { consumer?.state = Data(state.prefix(1000)) }
        }
    },
    ContractMutant("M602", "Consumers come in the order of their last moves.") { faults in
        faults.consumers = { $0.reverse() }
    },
    ContractMutant("M603", "A purge takes no regard to consumers.", .purgesUnread),
    ContractMutant("M604", "A purge that overrides consumers is held back by them.", .ignoresOverride),
    ContractMutant("M605", "A consumer that was given up holds purges back.", .heldByExpired),
    ContractMutant("M606", "A change of a consumer is a transaction in the history.", .recordsConsumers),
    ContractMutant("M607", "A change of a consumer is signalled.", .signalsConsumers),
    ContractMutant("M608", "A change of a consumer that throws is kept.", .keepsRefusedChanges),
    ContractMutant(
        "M609", "A consumer is read before the lock is taken and written after it.", .changesConsumersAtOnce),
    ContractMutant("M610", "Consumers are forgotten when the store is opened again.", .forgetsConsumers),
    ContractMutant("M611", "What a consumer keeps is dropped.") { faults in
        faults.consumer = { consumer, _ in consumer?.state = nil }
    },
    ContractMutant("M612", "Who reads under a name is not kept.") { faults in
        faults.consumer = { consumer, _ in consumer?.owner = nil }
    },
    ContractMutant("M613", "A consumer is never given up.") { faults in
        faults.consumer = { consumer, _ in consumer?.isExpired = false }
    },
    ContractMutant("M614", "Rows of another store are saved like rows of its own.") { faults in
        faults.save = { request, _ in request.isReplica = false }
    },
    ContractMutant("M615", "A consumer's place only rises when its name is new.") { faults in
        faults.consumer = { consumer, stored in
            if let stored { consumer?.sequence = stored.sequence }
        }
    },
    ContractMutant("M616", "A store without history says that nobody reads it.", on: .withoutHistory) { faults in
        faults.error = { error, call in call == .historyConsumers || call == .changeConsumer ? nil : error }
    },
    ContractMutant("M617", "A consumer that is set to nil stays.") { faults in
        faults.consumer = { consumer, stored in consumer = consumer ?? stored }
    },
    ContractMutant("M618", "A store that was opened for reading only silently drops changes of consumers.") { faults in
        faults.error = { error, call in call == .changeConsumer ? nil : error }
    },
    ContractMutant("M619", "The links of rows that come from another store are dropped.") { faults in
        faults.save = { request, state in
            guard request.isReplica else { return }
            request.inserts.removeAll { state.schema.entities[$0.entity].link != nil }
        }
    },
    ContractMutant("M620", "Keys that were handed out in a large number are handed out again.") { faults in
        let blocks = LargeBlocks()
        faults.keys = { range, _ in blocks.keys(for: range) }
    },
]

/// Gives keys from the beginning of the last large block.
private final class LargeBlocks: Sendable {
    private let last = Mutex<Range<Int64>?>(nil)

    func keys(for range: Range<Int64>) -> Range<Int64> {
        last.withLock { last in
            if range.count > 5_000 {
                last = range
                return range
            }
            guard let block = last else { return range }
            return block.lowerBound..<block.lowerBound + Int64(range.count)
        }
    }
}
