import Chronicle
import ChronicleStore

/// One shown row.
struct WatchedRow: Equatable {
    let key: Int64
    let values: [StoredValue]
}

/// What became of the shown rows.
struct WatchedChange {
    enum Kind: String { case there, came, changed, left }
    let kind: Kind
    let row: WatchedRow
}

/// The shown part of an entity's rows: at most so many, in an order.
struct WatchedRows {
    let entity: Schema.Entity
    private let request: FetchRequest
    private(set) var rows: [WatchedRow] = []
    /// How many are selected in all.
    private(set) var total = 0

    /// - Throws: ``UsageError`` for a column that there is not.
    init(_ entity: Schema.Entity, _ arguments: WatchArguments) throws {
        self.entity = entity
        let reader = WatchCondition(entity)
        var request = FetchRequest(entity: entity.index, limit: arguments.limit)
        request.condition = try arguments.condition.map(reader.condition)
        request.order = try arguments.sort.map { key in
            let column = try reader.column(key.column, "--sort")
            return Query.SortKey(.column(Query.Path(entity: entity.index), column), isReversed: key.isReversed)
        }
        self.request = request
    }

    /// Reads them anew and tells what is different.
    mutating func refresh(_ store: any DataStore, isFirst: Bool) throws -> [WatchedChange] {
        var fresh: [WatchedRow] = []
        try store.fetch(request) { row in
            fresh.append(WatchedRow(key: row.key, values: try row.values(of: entity)))
        }
        var all = request
        all.limit = nil
        all.order = []
        // Only when there can be more than is shown.
        total = fresh.count < (request.limit ?? .max) ? fresh.count : try store.count(all)
        let before = Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0) })
        let now = Set(fresh.map(\.key))
        var changes = rows.filter { !now.contains($0.key) }.map { WatchedChange(kind: .left, row: $0) }
        for row in fresh {
            guard let old = before[row.key] else {
                changes.append(WatchedChange(kind: isFirst ? .there : .came, row: row))
                continue
            }
            if !zip(old.values, row.values).allSatisfy({ $0.isIdentical(to: $1) }) {
                changes.append(WatchedChange(kind: .changed, row: row))
            }
        }
        rows = fresh
        return changes
    }
}
