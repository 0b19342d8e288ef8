import ChronicleSchema

/// The index that would mend a fetch.
struct IndexAdvice {
    let request: FetchRequest
    let schema: Schema
    let entity: Schema.Entity

    init(_ request: FetchRequest, _ schema: Schema) {
        self.request = request
        self.schema = schema
        entity = schema.entities[request.entity]
    }

    /// What to say of a fetch that reads or sorts far more rows than it returns; nothing when it does not, or when no index
    /// would help.
    func advice(for explanation: QueryExplanation) -> [String] {
        guard isWasteful(explanation) else { return [] }
        let own = columns
        var lines: [String] = []
        if !own.isEmpty, !isKept(own, entity) { lines.append(line(own, entity, explanation.figures)) }
        if lines.isEmpty || own.isEmpty { lines += overReferences }
        return lines
    }

    private func isWasteful(_ explanation: QueryExplanation) -> Bool {
        guard let figures = explanation.figures else {
            return explanation.access == .scan || (explanation.sort == .afterwards && request.limit != nil)
        }
        // An offset may be as large as a number can be.
        return figures.rowsRead > 20 && figures.rowsRead / 4 > figures.rowsReturned.addingClamped(request.offset)
    }

    /// Equal columns first, then those of the order where there is a limit, else the one with a range.
    private var columns: [Int] {
        var equal: [Int] = []
        var ranges: [Int] = []
        for (position, conjunct) in (request.condition?.conjunction ?? []).enumerated() {
            guard let bound = ColumnBound(conjunct, conjunct: position, entity, memberLimit: 1 << 16) else { continue }
            switch bound.kind {
            case .equal, .oneOf: if !equal.contains(bound.column) { equal.append(bound.column) }
            case .from, .upTo, .prefix: if !ranges.contains(bound.column) { ranges.append(bound.column) }
            }
        }
        if case .columns(let order) = PlannedOrder(request.order), request.limit != nil {
            let rest = order.filter { !equal.contains($0.column) }
            if rest.allSatisfy({ $0.isReversed == rest[0].isReversed }) { return equal + rest.map(\.column) }
        }
        return equal + ranges.filter { !equal.contains($0) }.prefix(1)
    }

    private func isKept(_ columns: [Int], _ entity: Schema.Entity) -> Bool {
        entity.indexes.contains { $0.columns.starts(with: columns) }
    }

    /// Indexes at the ends of relationships.
    private var overReferences: [String] {
        var lines: [String] = []
        for conjunct in request.condition?.conjunction ?? [] {
            guard let reference = conjunct.commonReference, entity.columns.indices.contains(reference),
                let name = entity.columns[reference].destination, let destination = schema.entitiesByName[name],
                let moved = conjunct.movedOverFirstReference(),
                let bound = ColumnBound(moved, conjunct: 0, destination, memberLimit: 1 << 16),
                !isKept([bound.column], destination)
            else { continue }
            let line = line([bound.column], destination, nil)
            if !lines.contains(line) { lines.append(line) }
        }
        return lines
    }

    private func line(_ columns: [Int], _ entity: Schema.Entity, _ figures: QueryExplanation.Figures?) -> String {
        let index = "\(entity.name): Index(\(QueryText(schema, entity: entity.index).index(columns)))"
        guard let figures else { return "\(index) would help." }
        return "\(index) would help: \(figures.rowsRead) rows are read for \(figures.rowsReturned)."
    }
}

extension Int {
    /// The sum, or the largest number where it is larger.
    fileprivate func addingClamped(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
