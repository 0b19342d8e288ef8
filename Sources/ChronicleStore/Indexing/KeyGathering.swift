import ChronicleSchema

/// What a store reads for ``QueryPlan/Access/gather(_:)``.
public protocol KeyGathering {
    /// The keys of the rows that a request selects, in order, from the state that is being read.
    func keys(_ request: FetchRequest) throws -> [Int64]
    /// The keys that a column of the rows refers to which a request selects, in any order; null is left out.
    func references(_ request: FetchRequest, column: Int) throws -> [Int64]
    /// Visits the rows' keys in the entries of a run of an entity's index until the visitor returns false.
    func visitEntries(
        entity: Int, index: Int, range: QueryPlan.KeyRange, _ visit: (Int64) throws -> Bool) throws
    /// About how many entries a run has; nil when that takes as long as to visit them.
    func entryCount(entity: Int, index: Int, range: QueryPlan.KeyRange) throws -> Int?
}

extension QueryPlan.KeySource {
    /// Whether it may give keys that no row has.
    package var mayNameMissingRows: Bool {
        switch self {
        case .keys, .referred: true
        case .index, .referring: false
        case .union(let sources), .intersection(let sources): sources.contains { $0.mayNameMissingRows }
        }
    }
}

extension KeyGathering {
    /// The keys that a source gives, ascending and each once.
    ///
    /// - Throws: The store's errors.
    public func gather(_ source: QueryPlan.KeySource, entity: Int) throws -> [Int64] {
        switch source {
        case .keys(let keys): return keys
        case .index(let index, let ranges):
            var keys: [Int64] = []
            for range in ranges {
                try visitEntries(entity: entity, index: index, range: range) {
                    keys.append($0)
                    return true
                }
            }
            return ordered(keys)
        case .referring(let index, let request):
            var keys: [Int64] = []
            for key in try self.keys(request) {
                var lower: [UInt8] = []
                KeyEncoding.append(.reference(key), to: &lower)
                let range = QueryPlan.KeyRange(lower: lower, upper: KeyEncoding.successor(lower))
                try visitEntries(entity: entity, index: index, range: range) {
                    keys.append($0)
                    return true
                }
            }
            return ordered(keys)
        case .referred(let column, let request): return ordered(try references(request, column: column))
        case .union(let sources):
            var keys: [Int64] = []
            for source in sources { keys += try gather(source, entity: entity) }
            return ordered(keys)
        case .intersection(let sources): return try intersection(sources, entity)
        }
    }

    /// The smallest source first; one that is far larger than what is left costs more than asking the rows.
    private func intersection(_ sources: [QueryPlan.KeySource], _ entity: Int) throws -> [Int64] {
        var sized: [(source: QueryPlan.KeySource, count: Int)] = []
        for source in sources { sized.append((source, try size(source, entity) ?? .max)) }
        sized.sort { $0.count < $1.count }
        guard let first = sized.first else { return [] }
        var keys = try gather(first.source, entity: entity)
        for (source, count) in sized.dropFirst() where count / 8 <= keys.count {
            keys = common(keys, try gather(source, entity: entity))
        }
        return keys
    }

    private func size(_ source: QueryPlan.KeySource, _ entity: Int) throws -> Int? {
        guard case .index(let index, let ranges) = source else { return nil }
        var sum = 0
        for range in ranges {
            guard let count = try entryCount(entity: entity, index: index, range: range) else { return nil }
            sum += count
        }
        return sum
    }

    private func common(_ a: [Int64], _ b: [Int64]) -> [Int64] {
        var result: [Int64] = []
        var (i, j) = (0, 0)
        while i < a.count, j < b.count {
            if a[i] == b[j] {
                result.append(a[i])
                i += 1
                j += 1
            } else if a[i] < b[j] {
                i += 1
            } else {
                j += 1
            }
        }
        return result
    }

    private func ordered(_ keys: [Int64]) -> [Int64] {
        var isAscending = true
        for index in keys.indices.dropFirst() where keys[index - 1] >= keys[index] {
            isAscending = false
            break
        }
        if isAscending { return keys }
        var result: [Int64] = []
        result.reserveCapacity(keys.count)
        for key in keys.sorted() where result.last != key { result.append(key) }
        return result
    }
}
