import ChronicleSchema

extension QueryPlanner {
    /// What one index would do; nil when it is no help.
    func consider(_ index: Schema.IndexDescription, _ position: Int) -> Choice? {
        var choice = Choice()
        var prefixes: [[UInt8]] = [[]]
        var singles: Set<Int> = []
        var fixed = 0
        var mayBeShared = !index.isUnique
        for column in index.columns {
            guard let (conjunct, values) = points(column), prefixes.count * values.count <= memberLimit else { break }
            prefixes = prefixes.flatMap { prefix in
                values.map { value in
                    var key = prefix
                    KeyEncoding.append(value, to: &key)
                    return key
                }
            }
            choice.covered.insert(conjunct)
            fixed += 1
            choice.score += values.count == 1 ? 4 : 3
            if values.count == 1 { singles.insert(column) }
            if values.contains(.null) { mayBeShared = true }
        }
        let isWhole = fixed == index.columns.count
        if prefixes.count > 1 { prefixes = Set(prefixes).sorted { $0.lexicographicallyPrecedes($1) } }
        var ranges = prefixes.map { QueryPlan.KeyRange(lower: $0, upper: KeyEncoding.successor($0)) }
        if !isWhole, let bound = range(index.columns[fixed], &choice.covered) {
            ranges = prefixes.compactMap { bound.range(behind: $0) }
            choice.score += 2
        }
        if isWhole && index.isUnique && !mayBeShared { choice.score += 4 }
        let isSingle = isWhole && index.isUnique && !mayBeShared && singles.count == Set(index.columns).count
        if isSingle {
            choice.isOrdered = true
        } else if let reversed = delivers(index, singles, isPoint: prefixes.count == 1) {
            choice.isOrdered = true
            choice.isReversed = reversed
            // Where all columns are given, the keys of a run are that run's own, and those that are too long are cut below.
            choice.ordersCutKeys = maximumKeyLength != .max && !isWhole && holdsText(index)
        }
        if choice.isOrdered && !request.order.isEmpty && endsAtLimit { choice.score += 1 }
        guard choice.score > 0 else { return nil }
        if isWhole, mayBeShared, !index.isUnique, let bounds = keyBounds {
            // Entries of one key lie in the order of the rows' keys.
            for place in ranges.indices { ranges[place].rows = bounds.range }
            choice.covered.formUnion(bounds.covered)
            choice.score += 1
        }
        let isCut = ranges.contains { $0.lower.count > maximumKeyLength || $0.upper?.count ?? 0 > maximumKeyLength }
        if isCut {
            ranges = cut(ranges)
            choice.covered = []
            choice.isOrdered = false
            choice.isReversed = false
        }
        choice.access = .index(
            position,
            ranges: ranges.filter { range in
                range.upper.map { range.lower.lexicographicallyPrecedes($0) } ?? true
            })
        return choice
    }

    private func points(_ column: Int) -> (conjunct: Int, values: [StoredValue])? {
        var found: (conjunct: Int, values: [StoredValue])?
        for bound in bounds where bound.column == column {
            switch bound.kind {
            case .equal(let value): return (bound.conjunct, [value])
            case .oneOf(let values) where found == nil: found = (bound.conjunct, values)
            default: break
            }
        }
        return found
    }

    /// The bounds of a column, as bytes that follow those of the columns before it.
    private struct Bounds {
        var lower: [UInt8]?
        var upper: [UInt8]?

        func range(behind prefix: [UInt8]) -> QueryPlan.KeyRange {
            // Null lies outside of every range.
            .init(
                lower: prefix + (lower ?? [KeyEncoding.present]),
                upper: upper.map { prefix + $0 } ?? KeyEncoding.successor(prefix))
        }
    }

    private func range(_ column: Int, _ covered: inout Set<Int>) -> Bounds? {
        var result = Bounds()
        for bound in bounds where bound.column == column {
            var key: [UInt8] = []
            switch bound.kind {
            case .from(let value, let isIncluded):
                guard result.lower == nil else { continue }
                KeyEncoding.append(value, to: &key)
                guard let start = isIncluded ? key : KeyEncoding.successor(key) else { continue }
                result.lower = start
                covered.insert(bound.conjunct)
            case .upTo(let value, let isIncluded):
                guard result.upper == nil else { continue }
                KeyEncoding.append(value, to: &key)
                guard let end = isIncluded ? KeyEncoding.successor(key) : key else { continue }
                result.upper = end
                covered.insert(bound.conjunct)
            case .prefix(let text):
                // The condition stays: the next character may combine with the last of the prefix.
                guard result.lower == nil, result.upper == nil else { continue }
                KeyEncoding.append(textPrefix: text, to: &key)
                result.lower = key
                result.upper = KeyEncoding.successor(key)
            case .equal, .oneOf: continue
            }
        }
        return result.lower == nil && result.upper == nil ? nil : result
    }

    /// Whether the rows of some runs come in the order that is asked for, ties in ascending order of their keys: true when
    /// they do from the last run to the first, nil when they do not.
    private func delivers(_ index: Schema.IndexDescription, _ singles: Set<Int>, isPoint: Bool) -> Bool? {
        let rest = index.columns.filter { !singles.contains($0) }
        switch order {
        case .other: return nil
        case .keys(let isReversed): return rest.isEmpty && isPoint && !isReversed ? false : nil
        case .columns(let columns):
            let wanted = columns.filter { !singles.contains($0.column) }
            guard let first = wanted.first else { return rest.isEmpty && isPoint ? false : nil }
            guard rest == wanted.map(\.column), wanted.allSatisfy({ $0.isReversed == first.isReversed }) else {
                return nil
            }
            // Rows that share a null are told apart by keys of their own in a unique index, which lie in ascending order.
            if first.isReversed, index.isUnique, index.columns.contains(where: { entity.columns[$0].isOptional }) {
                return nil
            }
            return first.isReversed
        }
    }

    private func holdsText(_ index: Schema.IndexDescription) -> Bool {
        index.columns.contains { entity.columns[$0].type == .text || entity.columns[$0].type == .data }
    }

    private func cut(_ ranges: [QueryPlan.KeyRange]) -> [QueryPlan.KeyRange] {
        QueryPlanner.merged(
            ranges.map { range in
                QueryPlan.KeyRange(
                    lower: Array(range.lower.prefix(maximumKeyLength)),
                    upper: range.upper.flatMap { upper in
                        upper.count <= maximumKeyLength
                            ? upper : KeyEncoding.successor(Array(upper.prefix(maximumKeyLength)))
                    })
            })
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

    /// The one entry of a unique index that answers the whole of a request, told without anything else: the commonest of
    /// look-ups.
    static func uniquePoint(
        _ request: FetchRequest, _ schema: Schema, _ indexes: [Schema.IndexDescription], _ maximumKeyLength: Int
    ) -> QueryPlan.Access? {
        guard request.order.isEmpty,
            case .compare(.column(let path, let column), .equal, .literal(let value))? = request.condition,
            path.references.isEmpty, path.entity == request.entity, schema.entities.indices.contains(path.entity)
        else { return nil }
        let entity = schema.entities[path.entity]
        guard entity.columns.indices.contains(column), value.columnType == entity.columns[column].type,
            !value.isNotANumber,
            let position = indexes.firstIndex(where: {
                $0.isUnique && $0.columns.count == 1 && $0.columns[0] == column
            }),
            !entity.properties.contains(where: { $0.isOpaque && $0.columns.contains(column) })
        else { return nil }
        var key: [UInt8] = []
        key.reserveCapacity(40)
        KeyEncoding.append(value, to: &key)
        guard key.count <= maximumKeyLength, let end = KeyEncoding.successor(key), end.count <= maximumKeyLength else {
            return nil
        }
        return .index(position, ranges: [.init(lower: key, upper: end)])
    }
}
