import ChronicleSchema
import ChronicleStore

extension PlainStore {
    /// The keys that a request selects, found in indexes where the store has some.
    func keys(_ request: FetchRequest, _ state: PlainState) throws -> [Int64] {
        guard base.indexedQueries else { return try state.keys(request) }
        return try PlainPlan(request, state, faults).run().keys
    }

    func explain(_ request: FetchRequest, measuring: Bool) throws -> QueryExplanation {
        try perform(.explain) {
            let state = try snapshot()
            let plan = try PlainPlan(request, state, faults)
            var explanation = try plan.explanation()
            if !base.indexedQueries { explanation.access = .scan }
            if measuring {
                let start = ContinuousClock.now
                var (keys, read) = try plan.run()
                if !base.indexedQueries { read = try state.table(request.entity).keys.count }
                explanation.figures = QueryExplanation.Figures(
                    rowsRead: read, rowsReturned: keys.count, seconds: (ContinuousClock.now - start) / .seconds(1))
            }
            faults.explanation?(&explanation, request)
            return explanation
        }
    }
}

/// How a store with indexes answers one fetch. The indexes are made when they are asked for, which takes long; what is read
/// of the rows is what indexes that are kept would leave.
struct PlainPlan: KeyGathering {
    /// The entries of one index in order.
    typealias Entries = [(bytes: [UInt8], key: Int64)]

    /// The indexes that were made.
    private final class Made { var entries: [[Int]: Entries] = [:] }

    private let request: FetchRequest
    private let state: PlainState
    private let faults: Faults
    private let plan: QueryPlan
    private let evaluator: QueryEvaluator
    private let indexes: [Schema.IndexDescription]
    private let isScan: Bool
    private let made: Made

    init(_ request: FetchRequest, _ state: PlainState, _ faults: Faults) throws {
        try self.init(request, state, faults, Made())
    }

    private init(_ request: FetchRequest, _ state: PlainState, _ faults: Faults, _ made: Made) throws {
        _ = try state.table(request.entity)
        var indexes: [Schema.IndexDescription]? = state.schema.entities[request.entity].indexes
        faults.plan?(request, &indexes)
        isScan = indexes == nil
        self.request = request
        self.state = state
        self.faults = faults
        self.indexes = indexes ?? []
        self.made = made
        plan = try QueryPlan(request, schema: state.schema, indexes: self.indexes) { state.tables[$0].keys.count }
        evaluator = isScan ? try QueryEvaluator(request, schema: state.schema) : plan.evaluator
    }

    func explanation() throws -> QueryExplanation {
        var explanation = try plan.explanation(of: request, schema: state.schema, indexes: indexes) {
            try PlainPlan($0, state, faults, made).explanation()
        }
        if isScan { explanation.access = .scan }
        return explanation
    }

    /// The keys of the rows, and how many rows were looked at.
    func run() throws -> (keys: [Int64], read: Int) {
        let table = try state.table(request.entity)
        var read = 0
        let keys = try evaluator.keys(state) { visit in
            for key in try candidates(table) {
                guard let values = table.rows[key] else { continue }
                read += 1
                guard try PlainState.withCells(values, { try visit(key, $0) }) else {
                    if faults.has(.readsToTheEnd) { read = try candidates(table).count }
                    return
                }
            }
        }
        return (keys, read)
    }

    private func candidates(_ table: PlainTable) throws -> [Int64] {
        if isScan { return table.keys }
        var keys: [Int64]
        switch plan.access {
        case .scan: keys = table.keys
        case .keyRange(let range): keys = table.keys.filter(range.contains)
        case .keys(let some): keys = some
        case .gather(let source): keys = try gather(source, entity: request.entity)
        case .index(let index, let ranges):
            return try (plan.isReversed ? ranges.reversed() : ranges).flatMap { range in
                let entries = try entries(request.entity, index, range)
                return plan.isReversed ? reversed(entries) : entries.map(\.key)
            }
        }
        if plan.isReversed { keys.reverse() }
        return keys
    }

    /// From the last entry to the first; those of equal values still in the order of their rows.
    private func reversed(_ entries: Entries) -> [Int64] {
        var keys: [Int64] = []
        var end = entries.count
        while end > 0 {
            var start = end - 1
            while start > 0, entries[start - 1].bytes == entries[end - 1].bytes { start -= 1 }
            keys += entries[start..<end].map(\.key)
            end = start
        }
        return keys
    }

    private func entries(_ entity: Int, _ index: Int, _ range: QueryPlan.KeyRange) throws -> Entries {
        try all(entity, indexes[index].columns).filter { entry in
            !entry.bytes.lexicographicallyPrecedes(range.lower)
                && range.upper.map { entry.bytes.lexicographicallyPrecedes($0) } ?? true
                && range.rows.contains(entry.key)
        }
    }

    private func all(_ entity: Int, _ columns: [Int]) throws -> Entries {
        if let known = made.entries[[entity] + columns] { return known }
        let table = try state.table(entity)
        var entries: Entries = []
        for key in table.keys {
            guard let row = table.rows[key] else { continue }
            entries.append((KeyEncoding.key(columns.map { row[$0] }).bytes, key))
        }
        entries.sort { a, b in
            a.bytes.lexicographicallyPrecedes(b.bytes) || (a.bytes == b.bytes && a.key < b.key)
        }
        made.entries[[entity] + columns] = entries
        return entries
    }

    // MARK: KeyGathering

    func keys(_ request: FetchRequest) throws -> [Int64] { try PlainPlan(request, state, faults, made).run().keys }

    func references(_ request: FetchRequest, column: Int) throws -> [Int64] {
        let table = try state.table(request.entity)
        return try keys(request).compactMap { key in
            guard case .reference(let owner)? = table.rows[key]?[column] else { return nil }
            return owner
        }
    }

    func visitEntries(
        entity: Int, index: Int, range: QueryPlan.KeyRange, _ visit: (Int64) throws -> Bool
    ) throws {
        for entry in try entries(entity, index, range) { guard try visit(entry.key) else { return } }
    }

    func entryCount(entity: Int, index: Int, range: QueryPlan.KeyRange) throws -> Int? {
        try entries(entity, index, range).count
    }
}
