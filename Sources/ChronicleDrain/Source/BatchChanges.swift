import ChronicleHistory
import ChronicleSchema
import ChronicleStore

/// The changes of a batch, folded or not, in the order in which they are to be sent.
struct BatchChanges {
    struct Entry {
        var row: RowReference
        /// The place of its transaction among ``records``, and its own within that.
        var record: Int
        var ordinal: Int
        /// The place of what is left of the row among ``tombstones``; nil for a row that is there.
        var tombstone: Int?
    }

    private let schema: Schema
    private let folds: Bool
    /// Nil where a later change of the row took the place.
    private(set) var entries: [Entry?] = []
    /// The transactions, without their changes.
    private(set) var records: [HistoryRecord] = []
    private(set) var tombstones: [[String: StoredValue]] = []
    /// About how many bytes the lines have.
    private(set) var bytes = 0
    /// Where the last entry of each row is; made when a row may have one already, which a row whose key is beyond all others of
    /// its entity has not. New rows, which are most of a long history, so need no table.
    private var last: [RowReference: Int]?
    /// The greatest key of each entity until then.
    private var greatest: [Int64]

    init(_ schema: Schema, folds: Bool) {
        self.schema = schema
        self.folds = folds
        greatest = Array(repeating: .min, count: schema.entities.count)
    }

    /// Takes in a record.
    mutating func add(_ record: HistoryRecord, _ isSent: (Schema.Entity) -> Bool) {
        var head = record
        head.changes = []
        // Most changes are of the same entity as the one before.
        var known: (name: String, entity: Schema.Entity?, bytes: Int)?
        for (ordinal, change) in record.changes.enumerated() {
            if known?.name != change.entity {
                let entity = schema.entitiesByName[change.entity].flatMap { isSent($0) ? $0 : nil }
                known = (change.entity, entity, 100 + (entity?.columns.count ?? 0) * 24)
            }
            guard let known, let entity = known.entity else { continue }
            let row = RowReference(entity: entity.index, key: change.key)
            bytes += known.bytes
            if folds { foldAway(row) }
            var entry = Entry(row: row, record: records.count, ordinal: ordinal)
            if change.operation == .delete {
                entry.tombstone = tombstones.count
                tombstones.append(change.tombstone)
            }
            entries.append(entry)
        }
        records.append(head)
    }

    /// Takes out the entry that a row has, as the next one is of the same row.
    private mutating func foldAway(_ row: RowReference) {
        if last == nil {
            if row.key > greatest[row.entity] {
                greatest[row.entity] = row.key
                return
            }
            var places: [RowReference: Int] = [:]
            for (place, entry) in entries.enumerated() {
                if let entry { places[entry.row] = place }
            }
            last = places
        }
        if let earlier = last?.updateValue(entries.count, forKey: row) { entries[earlier] = nil }
    }
}
