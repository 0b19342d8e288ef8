import ChronicleSchema

/// Chooses between the key, the indexes and a full scan.
struct QueryPlanner {
    /// What a plan comes to.
    struct Choice {
        var access = QueryPlan.Access.scan
        var isOrdered = false
        /// The conjuncts that the access answers exactly.
        var covered: Set<Int> = []
    }

    /// What a conjunct says of one column.
    enum Bound {
        case equal(StoredValue)
        case oneOf([StoredValue])
        case from(StoredValue, isIncluded: Bool)
        case upTo(StoredValue, isIncluded: Bool)
        case prefix(String)
    }

    /// More members than this are looked for by a scan.
    static let memberLimit = 256

    let request: FetchRequest
    let entity: Schema.Entity
    let maximumKeyLength: Int
    let conjuncts: [Query.Condition]
    private let bounds: [(conjunct: Int, column: Int, bound: Bound)]

    init(request: FetchRequest, entity: Schema.Entity, maximumKeyLength: Int) {
        self.request = request
        self.entity = entity
        self.maximumKeyLength = maximumKeyLength
        var conjuncts: [Query.Condition] = []
        func flatten(_ condition: Query.Condition) {
            if case .and(let parts) = condition { parts.forEach(flatten) } else { conjuncts.append(condition) }
        }
        if let condition = request.condition { flatten(condition) }
        self.conjuncts = conjuncts
        bounds = conjuncts.indices.compactMap { index in
            QueryPlanner.bound(conjuncts[index], entity).map { (index, $0.column, $0.bound) }
        }
    }

    func choose(_ indexes: [Schema.IndexDescription]) -> Choice {
        if let keys = keyLookup() { return keys }
        var best = Choice()
        best.isOrdered = request.order.isEmpty
        var bestScore = 0
        for (position, index) in indexes.enumerated() {
            guard let (choice, score) = consider(index, position), score > bestScore else { continue }
            best = choice
            bestScore = score
        }
        return best
    }

    /// The row's own key is the shortest way to it.
    private func keyLookup() -> Choice? {
        for (position, conjunct) in conjuncts.enumerated() {
            var keys: [Int64]
            switch conjunct {
            case .compare(.key(let path), .equal, .literal(let value)),
                .compare(.literal(let value), .equal, .key(let path)):
                guard path.references.isEmpty else { continue }
                keys = Int64.read(value).map { [$0] } ?? []
            case .member(.key(let path), let set):
                guard path.references.isEmpty else { continue }
                keys = set.values.compactMap { Int64.read($0) }
            default: continue
            }
            keys = Set(keys).sorted()
            return Choice(access: .keys(keys), isOrdered: request.order.isEmpty, covered: [position])
        }
        return nil
    }

    private func consider(_ index: Schema.IndexDescription, _ position: Int) -> (Choice, Int)? {
        var prefixes: [[UInt8]] = [[]]
        var covered: Set<Int> = []
        var fixed = 0
        var score = 0
        for column in index.columns {
            guard let (conjunct, values) = points(column), prefixes.count * values.count <= QueryPlanner.memberLimit
            else { break }
            prefixes = prefixes.flatMap { prefix in
                values.map { value in
                    var key = prefix
                    KeyEncoding.append(value, to: &key)
                    return key
                }
            }
            covered.insert(conjunct)
            fixed += 1
            score += values.count == 1 ? 4 : 3
        }
        let isPoint = prefixes.count == 1
        var ranges = Set(prefixes).sorted { $0.lexicographicallyPrecedes($1) }
            .map { QueryPlan.KeyRange(lower: $0, upper: KeyEncoding.successor($0)) }
        if fixed < index.columns.count, isPoint, let range = range(index.columns[fixed], prefixes[0], &covered) {
            ranges = [range]
            score += 2
        }
        if fixed == index.columns.count && index.isUnique { score += 4 }
        let isOrdered = isPoint && delivers(index, after: fixed)
        if isOrdered && !request.order.isEmpty && request.limit != nil { score += 1 }
        guard score > 0 else { return nil }
        let isCut = ranges.contains { $0.lower.count > maximumKeyLength || $0.upper?.count ?? 0 > maximumKeyLength }
        if isCut {
            ranges = QueryPlanner.merged(
                ranges.map { range in
                    QueryPlan.KeyRange(
                        lower: Array(range.lower.prefix(maximumKeyLength)),
                        upper: range.upper.flatMap { upper in
                            upper.count <= maximumKeyLength
                                ? upper : KeyEncoding.successor(Array(upper.prefix(maximumKeyLength)))
                        })
                })
            covered = []
        }
        let access = QueryPlan.Access.index(
            position,
            ranges: ranges.filter { range in
                range.upper.map { range.lower.lexicographicallyPrecedes($0) } ?? true
            })
        return (Choice(access: access, isOrdered: isOrdered && !isCut, covered: covered), score)
    }

    private func points(_ column: Int) -> (conjunct: Int, values: [StoredValue])? {
        var found: (conjunct: Int, values: [StoredValue])?
        for bound in bounds where bound.column == column {
            switch bound.bound {
            case .equal(let value): return (bound.conjunct, [value])
            case .oneOf(let values) where found == nil: found = (bound.conjunct, values)
            default: break
            }
        }
        return found
    }

    /// The run between the bounds of a column behind fixed ones.
    private func range(_ column: Int, _ prefix: [UInt8], _ covered: inout Set<Int>) -> QueryPlan.KeyRange? {
        var lower: [UInt8]?
        var upper: [UInt8]?
        for bound in bounds where bound.column == column {
            var key = prefix
            switch bound.bound {
            case .from(let value, let isIncluded):
                guard lower == nil else { continue }
                KeyEncoding.append(value, to: &key)
                guard let start = isIncluded ? key : KeyEncoding.successor(key) else { continue }
                lower = start
                covered.insert(bound.conjunct)
            case .upTo(let value, let isIncluded):
                guard upper == nil else { continue }
                KeyEncoding.append(value, to: &key)
                guard let end = isIncluded ? KeyEncoding.successor(key) : key else { continue }
                upper = end
                covered.insert(bound.conjunct)
            case .prefix(let text):
                // The condition stays: the next character may combine with the last of the prefix.
                guard lower == nil, upper == nil else { continue }
                KeyEncoding.append(textPrefix: text, to: &key)
                lower = key
                upper = KeyEncoding.successor(key)
            case .equal, .oneOf: continue
            }
        }
        if lower == nil && upper == nil { return nil }
        // Null lies outside of every range.
        return .init(lower: lower ?? prefix + [KeyEncoding.present], upper: upper ?? KeyEncoding.successor(prefix))
    }

    /// Whether the rows of one run come in the order that is asked for, ties in ascending order of their keys.
    private func delivers(_ index: Schema.IndexDescription, after fixed: Int) -> Bool {
        let rest = index.columns[fixed...]
        // Keys that are cut are in order only up to the cut.
        if maximumKeyLength != .max,
            rest.contains(where: { entity.columns[$0].type == .text || entity.columns[$0].type == .data })
        {
            return false
        }
        var wanted: [Int] = []
        for key in request.order {
            guard case .column(let path, let column) = key.value, path.references.isEmpty else { return false }
            if index.columns[..<fixed].contains(column) || wanted.contains(column) { continue }
            if key.isReversed { return false }
            wanted.append(column)
        }
        return Array(rest) == wanted
    }

    private static func merged(_ ranges: [QueryPlan.KeyRange]) -> [QueryPlan.KeyRange] {
        var merged: [QueryPlan.KeyRange] = []
        for range in ranges {
            guard let last = merged.last else {
                merged.append(range)
                continue
            }
            guard let end = last.upper else { break }
            if range.lower.lexicographicallyPrecedes(end) || range.lower == end {
                if let upper = range.upper {
                    if end.lexicographicallyPrecedes(upper) { merged[merged.count - 1].upper = upper }
                } else {
                    merged[merged.count - 1].upper = nil
                }
            } else {
                merged.append(range)
            }
        }
        return merged
    }

    private static func bound(_ condition: Query.Condition, _ entity: Schema.Entity) -> (column: Int, bound: Bound)? {
        switch condition {
        case .compare(.column(let path, let column), let comparison, .literal(let value)) where path.references.isEmpty:
            return bound(column, comparison, value, entity)
        case .compare(.literal(let value), let comparison, .column(let path, let column))
        where path.references.isEmpty:
            return bound(column, comparison.flipped, value, entity)
        case .isTrue(.column(let path, let column)) where path.references.isEmpty:
            return (column, .equal(.bool(true)))
        case .member(.column(let path, let column), let set) where path.references.isEmpty:
            let type = entity.columns[column].type
            guard set.values.count <= memberLimit else { return nil }
            let values = set.values.compactMap { $0.isNull ? .null : $0.converted(to: type) }
            guard values.allSatisfy({ $0.isNull || ($0.columnType == type && !$0.isNotANumber) }) else { return nil }
            return (column, .oneOf(values))
        case .startsWith(.column(let path, let column), .literal(.text(let text))) where path.references.isEmpty:
            guard !text.isEmpty, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
            return (column, .prefix(text))
        default: return nil
        }
    }

    private static func bound(
        _ column: Int, _ comparison: Query.Comparison, _ value: StoredValue, _ entity: Schema.Entity
    ) -> (column: Int, bound: Bound)? {
        if value.isNull { return comparison == .equal ? (column, .equal(.null)) : nil }
        let type = entity.columns[column].type
        guard let value = value.converted(to: type), value.columnType == type, !value.isNotANumber else { return nil }
        switch comparison {
        case .equal: return (column, .equal(value))
        case .notEqual: return nil
        case .less: return (column, .upTo(value, isIncluded: false))
        case .lessOrEqual: return (column, .upTo(value, isIncluded: true))
        case .greater: return (column, .from(value, isIncluded: false))
        case .greaterOrEqual: return (column, .from(value, isIncluded: true))
        }
    }
}
