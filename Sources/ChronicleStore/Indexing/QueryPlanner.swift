import ChronicleSchema

/// Chooses between the key, the indexes and a full scan.
struct QueryPlanner {
    /// What a plan comes to.
    struct Choice {
        var access = QueryPlan.Access.scan
        var isReversed = false
        var isOrdered = false
        var ordersCutKeys = false
        /// The conjuncts that the access answers exactly.
        var covered: Set<Int> = []
        /// How much the access narrows down: the more the better.
        var score = 0
    }

    /// More members than this are looked for by a scan, unless the table is known to be much larger.
    static let memberLimit = 256

    let request: FetchRequest
    let schema: Schema
    let entity: Schema.Entity
    let indexes: [Schema.IndexDescription]
    let maximumKeyLength: Int
    let memberLimit: Int
    let rowCount: Int?
    let conjuncts: [Query.Condition]
    /// How many conjuncts, from the first on, come before one that can fail: what comes after it must not keep it from that.
    let usable: Int
    /// Whether rows that come in order end the fetch at the limit: a condition that can fail is asked of those behind it too.
    var endsAtLimit: Bool { request.limit != nil && usable == conjuncts.count }
    let bounds: [ColumnBound]
    let order: PlannedOrder
    /// The number of rows at the ends of the references that conjuncts go over, where it is known.
    private let destinationCounts: [Int: Int]

    init(
        request: FetchRequest, schema: Schema, indexes: [Schema.IndexDescription], maximumKeyLength: Int,
        rowCount: (Int) throws -> Int?
    ) throws {
        self.request = request
        self.schema = schema
        self.indexes = indexes
        entity = schema.entities[request.entity]
        self.maximumKeyLength = maximumKeyLength
        let conjuncts = request.condition?.conjunction ?? []
        self.conjuncts = conjuncts
        let usable = conjuncts.firstIndex { $0.canFail(schema) } ?? conjuncts.count
        self.usable = usable
        let rows = usable == 0 ? nil : try rowCount(request.entity)
        self.rowCount = rows
        memberLimit = max(QueryPlanner.memberLimit, (rows ?? 0) / 4)
        let (entity, limit) = (entity, memberLimit)
        bounds = conjuncts[..<usable].indices.compactMap {
            ColumnBound(conjuncts[$0], conjunct: $0, entity, memberLimit: limit)
        }
        order = PlannedOrder(request.order)
        var counts: [Int: Int] = [:]
        for conjunct in conjuncts[..<usable] {
            guard let reference = conjunct.commonReference, let name = entity.columns[reference].destination,
                let destination = schema.entitiesByName[name]
            else { continue }
            counts[destination.index] = try rowCount(destination.index)
        }
        destinationCounts = counts
    }

    func choose() -> Choice {
        if let keys = keyLookup() { return keys }
        var best = Choice()
        (best.isOrdered, best.isReversed) = order.byKey
        var points: [Choice] = []
        for (position, index) in indexes.enumerated() {
            guard let choice = consider(index, position) else { continue }
            if choice.score > best.score { best = choice }
            if choice.score >= 3, !index.isUnique, let source = source(of: choice) {
                points.append(gathering(source, choice.covered, score: choice.score))
            }
        }
        for choice in [keyRange(), overReference(), overRelated(), alternatives()] {
            if let choice, choice.score > best.score { best = choice }
        }
        return intersection(best, points) ?? best
    }

    /// A choice that gathers keys from a source. What it covers is checked again where a source may be left out.
    func gathering(_ source: QueryPlan.KeySource, _ covered: Set<Int>, score: Int) -> Choice {
        var choice = Choice(access: .gather(source))
        (choice.isOrdered, choice.isReversed) = order.byKey
        choice.covered = covered
        choice.score = score
        return choice
    }

    private func source(of choice: Choice) -> QueryPlan.KeySource? {
        switch choice.access {
        case .index(let index, let ranges): .index(index, ranges: ranges)
        case .keys(let keys): .keys(keys)
        case .gather(let source): source
        case .scan, .keyRange: nil
        }
    }

    // MARK: The row's own key

    /// The row's own key is the shortest way to it.
    private func keyLookup() -> Choice? {
        for (position, conjunct) in conjuncts[..<usable].enumerated() {
            var keys: [Int64]
            switch conjunct {
            case .compare(.key(let path), .equal, .literal(let value)),
                .compare(.literal(let value), .equal, .key(let path)):
                guard path.references.isEmpty else { continue }
                keys = Int64.read(value).map { [$0] } ?? []
            case .member(.key(let path), let set):
                guard path.references.isEmpty else { continue }
                // With more keys than rows, the rows are asked.
                if let rowCount, set.values.count > max(rowCount, QueryPlanner.memberLimit) { continue }
                keys = set.values.compactMap { Int64.read($0) }
            default: continue
            }
            // A set can hold a key as two kinds of value.
            keys.sort()
            var unique: [Int64] = []
            unique.reserveCapacity(keys.count)
            for key in keys where unique.last != key { unique.append(key) }
            var choice = Choice(access: .keys(unique), covered: [position])
            (choice.isOrdered, choice.isReversed) = order.byKey
            if unique.count <= 1 { choice.isOrdered = true }
            return choice
        }
        return nil
    }

    /// The bounds of the row's own key, and the conjuncts that they answer.
    var keyBounds: (range: ClosedRange<Int64>, covered: Set<Int>)? {
        var range: ClosedRange<Int64> = .min ... .max
        var covered: Set<Int> = []
        for (position, conjunct) in conjuncts[..<usable].enumerated() {
            guard let bound = ColumnBound.keys(conjunct), bound.overlaps(range) else { continue }
            range = range.clamped(to: bound)
            covered.insert(position)
        }
        return covered.isEmpty ? nil : (range, covered)
    }

    private func keyRange() -> Choice? {
        guard let (range, covered) = keyBounds else { return nil }
        var choice = Choice(access: .keyRange(range), covered: covered, score: 2)
        (choice.isOrdered, choice.isReversed) = order.byKey
        if choice.isOrdered { choice.score = 3 }
        return choice
    }

    // MARK: Gathered keys

    /// Rows that refer to rows which a condition selects: from the index of the reference.
    private func overReference() -> Choice? {
        var groups: [Int: [Int]] = [:]
        for position in 0..<usable {
            if let reference = conjuncts[position].commonReference { groups[reference, default: []].append(position) }
        }
        for (reference, positions) in groups.sorted(by: { $0.key < $1.key }) {
            guard let index = indexes.firstIndex(where: { $0.columns.first == reference }),
                let name = entity.columns[reference].destination, let destination = schema.entitiesByName[name],
                case let moved = positions.compactMap({ conjuncts[$0].movedOverFirstReference() }),
                moved.count == positions.count,
                // A row that refers to none must not be selected.
                positions.contains(where: { rejectsNull(conjuncts[$0]) })
            else { continue }
            let inner = FetchRequest(
                entity: destination.index, condition: moved.count == 1 ? moved[0] : .and(moved))
            guard isQuick(inner, destination) else { continue }
            return gathering(.referring(index, inner), Set(positions), score: 3)
        }
        return nil
    }

    /// Whether the rows at the end of a reference are found for less than it takes to look at all rows here.
    private func isQuick(_ inner: FetchRequest, _ destination: Schema.Entity) -> Bool {
        if let count = destinationCounts[destination.index], let rowCount, count / 4 <= rowCount { return true }
        // Without any count, an index there must do.
        guard
            let planner = try? QueryPlanner(
                request: inner, schema: schema, indexes: destination.indexes, maximumKeyLength: maximumKeyLength,
                rowCount: { _ in nil })
        else { return false }
        return planner.choose().score > 2
    }

    private func rejectsNull(_ condition: Query.Condition) -> Bool {
        // What cannot be compiled was refused before; if it cannot be told, the answer is no.
        (try? condition.holdsForNull(schema, entity: request.entity)) == false
    }

    /// A disjunction each part of which an index helps with.
    private func alternatives() -> Choice? {
        var best: Choice?
        for position in 0..<usable {
            guard case .or(let parts) = conjuncts[position], !parts.isEmpty, parts.count <= QueryPlanner.memberLimit
            else { continue }
            var sources: [QueryPlan.KeySource] = []
            var score = 3
            for part in parts {
                guard let (source, partScore) = part.isNever ? (.keys([]), 3) : source(for: part) else {
                    sources = []
                    break
                }
                sources.append(source)
                score = min(score, partScore)
            }
            if sources.isEmpty || score <= best?.score ?? 0 { continue }
            // The condition stays: a part may be more than its source.
            best = gathering(.union(sources), [], score: score)
        }
        return best
    }

    private func source(for part: Query.Condition) -> (QueryPlan.KeySource, Int)? {
        let counts = destinationCounts
        guard
            let planner = try? QueryPlanner(
                request: FetchRequest(entity: request.entity, condition: part), schema: schema, indexes: indexes,
                maximumKeyLength: maximumKeyLength,
                rowCount: { $0 == request.entity ? rowCount : counts[$0] })
        else { return nil }
        let choice = planner.choose()
        guard let source = planner.source(of: choice) else { return nil }
        // Keys are looked up without a score.
        if case .keys = choice.access { return (source, 3) }
        return choice.score > 0 ? (source, choice.score) : nil
    }

    /// Several indexes that each answer an equality.
    private func intersection(_ best: Choice, _ points: [Choice]) -> Choice? {
        guard case .index(let position, _) = best.access, points.count > 1, let first = source(of: best),
            !indexes[position].isUnique, !(best.isOrdered && !request.order.isEmpty && endsAtLimit)
        else { return nil }
        var sources = [first]
        var covered = best.covered
        for point in points where !point.covered.isEmpty && !point.covered.isSubset(of: covered) {
            guard let source = source(of: point) else { continue }
            sources.append(source)
            covered.formUnion(point.covered)
        }
        // A source may be left out, so that nothing is covered.
        return sources.count == 1 ? nil : gathering(.intersection(sources), [], score: best.score)
    }
}

extension Query.Condition {
    fileprivate var isNever: Bool {
        if case .constant(false) = self { true } else { false }
    }
}
