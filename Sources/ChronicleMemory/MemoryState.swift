import ChronicleHistory
import ChronicleSchema
import ChronicleStore
import Foundation
import Synchronization

/// What the stores of one name share.
///
/// Unchecked because of the tables and the history: they are only read inside ``lock``'s `read` and only changed inside its
/// `write`. Everything else is immutable or guards itself.
final class MemoryState: @unchecked Sendable {
    let identifier = UUID().uuidString
    let lineage = UUID().uuidString
    let schema: Schema
    let processor: SaveProcessor
    let observers = CommitObservers()
    let lock = ReadWriteLock()
    let nextKey = Mutex<Int64>(1)
    let tables: MemoryTables
    /// The records that are kept, oldest first.
    var history: [HistoryRecord] = []
    /// The last sequence that was given.
    var sequence: Int64 = 0
    /// The last sequence that was deleted from the history.
    var deletedThrough: Int64 = 0
    /// Who reads the history.
    var consumers: [String: HistoryConsumer] = [:]

    init(schema: Schema) {
        self.schema = schema
        processor = SaveProcessor(schema: schema, recordsHistory: true)
        tables = MemoryTables(schema: schema)
    }

    func save(_ request: SaveRequest) throws -> SaveResult {
        if request.isEmpty { return SaveResult() }
        let result = try lock.write {
            let transaction = MemoryTransaction(tables, sequence: sequence + 1)
            do {
                let result = try processor.run(request, in: transaction)
                if let record = transaction.record {
                    history.append(record)
                    sequence = record.sequence
                }
                transaction.commit()
                return result
            } catch {
                try transaction.rollBack()
                throw error
            }
        }
        if !result.changes.isEmpty { observers.notify() }
        return result
    }

    func position(_ sequence: Int64) -> HistoryPosition {
        HistoryPosition(storeIdentifier: identifier, lineage: lineage, sequence: sequence)
    }

    var window: HistoryWindow { HistoryWindow(oldest: position(deletedThrough), current: sequence) }
}
