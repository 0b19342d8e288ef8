import ChronicleHistory
import ChronicleSchema
import ChronicleStore

/// The changes of a batch, folded or not, in the order in which they are to be sent.
struct BatchChanges {
    struct Entry {
        var row: RowReference
        var isDelete: Bool
        var record: HistoryRecord
        var ordinal: Int
    }

    private let folds: Bool
    /// Nil where a later change of the row took the place.
    private(set) var entries: [Entry?] = []
    private var last: [RowReference: Int] = [:]

    init(folds: Bool) { self.folds = folds }

    /// Takes in a record, and says about how many bytes its lines have.
    mutating func add(_ record: HistoryRecord, schema: Schema, _ isSent: (Schema.Entity) -> Bool) -> Int {
        var bytes = 0
        var head = record
        head.changes = []
        for (ordinal, change) in record.changes.enumerated() {
            guard let entity = schema.entitiesByName[change.entity], isSent(entity) else { continue }
            let row = RowReference(entity: entity.index, key: change.key)
            bytes += 100 + entity.columns.count * 24
            if folds, let earlier = last.updateValue(entries.count, forKey: row) { entries[earlier] = nil }
            head.changes = change.operation == .delete ? [change] : []
            entries.append(Entry(row: row, isDelete: change.operation == .delete, record: head, ordinal: ordinal))
        }
        return bytes
    }
}
