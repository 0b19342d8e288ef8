import ChronicleSchema
import ChronicleStore

/// The rows of one entity, with what finds collisions on its unique indexes.
struct Table {
    let entity: Schema.Entity
    /// The keys in ascending order, which is the order of a fetch that asks for none.
    private(set) var keys: [Int64] = []
    private(set) var rows: [Int64: [StoredValue]] = [:]
    private let uniques: [Schema.IndexDescription]
    /// For each unique index the row that has the values.
    private var owners: [[[StoredValue]: Int64]]

    init(_ entity: Schema.Entity) {
        self.entity = entity
        uniques = entity.indexes.filter(\.isUnique)
        owners = uniques.map { _ in [:] }
    }

    /// Sets a row's values, or removes the row. Collisions are the caller's matter.
    mutating func set(_ key: Int64, _ values: [StoredValue]?) {
        let old = rows[key]
        for (number, index) in uniques.enumerated() {
            // Rows of one save may have exchanged their values, and the other one may have been set first.
            if let old, let before = Table.unique(old, index), owners[number][before] == key {
                owners[number][before] = nil
            }
            if let values, let after = Table.unique(values, index) { owners[number][after] = key }
        }
        rows[key] = values
        switch (old, values) {
        case (nil, .some): keys.insert(key, at: position(of: key))
        case (.some, nil): keys.remove(at: position(of: key))
        default: break
        }
    }

    /// The rows that a row with these values would collide with, by the unique index that it happens on.
    func collisions(_ key: Int64, _ values: [StoredValue]) -> [(index: Schema.IndexDescription, key: Int64)] {
        uniques.enumerated().compactMap { number, index in
            guard let unique = Table.unique(values, index), let owner = owners[number][unique], owner != key else {
                return nil
            }
            return (index, owner)
        }
    }

    /// What an index keeps apart; nil when one of the values is null, as such rows never collide.
    private static func unique(_ values: [StoredValue], _ index: Schema.IndexDescription) -> [StoredValue]? {
        let unique = index.columns.map { values[$0] }
        return unique.contains(.null) ? nil : unique
    }

    /// Where a key is or belongs; new keys nearly always belong at the end.
    private func position(of key: Int64) -> Int {
        if let last = keys.last, last < key { return keys.count }
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
