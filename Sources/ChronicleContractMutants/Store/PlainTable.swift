import ChronicleSchema
import ChronicleStore

/// The rows of one entity, and what finds them by their unique values and references.
struct PlainTable: Sendable {
    /// The keys in ascending order.
    private(set) var keys: [Int64] = []
    private(set) var rows: [Int64: [StoredValue]] = [:]
    /// The row's key by its values, for each unique index of the entity.
    private var unique: [[[StoredValue]: Int64]]
    /// The referring rows by the key that they refer to, for each reference column.
    private var referring: [Int: [Int64: Set<Int64>]] = [:]
    private let uniqueColumns: [[Int]]
    private let references: [Int]

    init(_ entity: Schema.Entity) {
        uniqueColumns = entity.indexes.filter(\.isUnique).map(\.columns)
        unique = uniqueColumns.map { _ in [:] }
        references = entity.columns.indices.filter { entity.columns[$0].type == .reference }
    }

    /// Writes a row over what was there.
    mutating func put(_ key: Int64, _ values: [StoredValue]) {
        if let old = rows[key] {
            removeEntries(key, old)
        } else if keys.last.map({ $0 < key }) ?? true {
            keys.append(key)
        } else {
            keys.insert(key, at: position(of: key))
        }
        rows[key] = values
        for (index, columns) in uniqueColumns.enumerated() {
            if let entry = PlainTable.entry(values, columns) { unique[index][entry] = key }
        }
        for column in references {
            if case .reference(let other) = values[column] {
                referring[column, default: [:]][other, default: []].insert(key)
            }
        }
    }

    /// Removes a row; false when there was none.
    mutating func remove(_ key: Int64) -> Bool {
        guard let old = rows.removeValue(forKey: key) else { return false }
        keys.remove(at: position(of: key))
        removeEntries(key, old)
        return true
    }

    /// The keys of other rows that have the same values in a unique index, by index.
    func collisions(of key: Int64, _ values: [StoredValue]) -> [(columns: [Int], other: Int64)] {
        uniqueColumns.indices.compactMap { index in
            guard let entry = PlainTable.entry(values, uniqueColumns[index]), let other = unique[index][entry],
                other != key
            else { return nil }
            return (uniqueColumns[index], other)
        }
    }

    /// The keys of the rows whose column refers to a key, in ascending order.
    func keys(column: Int, referringTo key: Int64) -> [Int64] { referring[column]?[key]?.sorted() ?? [] }

    private mutating func removeEntries(_ key: Int64, _ values: [StoredValue]) {
        for (index, columns) in uniqueColumns.enumerated() {
            if let entry = PlainTable.entry(values, columns), unique[index][entry] == key { unique[index][entry] = nil }
        }
        for column in references {
            if case .reference(let other) = values[column] { referring[column]?[other]?.remove(key) }
        }
    }

    /// The values of an index; nil when one of them is null, since such rows never collide.
    private static func entry(_ values: [StoredValue], _ columns: [Int]) -> [StoredValue]? {
        let entry = columns.map { values[$0] }
        return entry.contains(where: \.isNull) ? nil : entry
    }

    private func position(of key: Int64) -> Int {
        var low = 0
        var high = keys.count
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
