import ChronicleSchema

/// Goes through the rows that are related to one.
final class RelatedRows: Sendable {
    let owner: CellLocation
    let link: Query.Link
    let entity: Int
    let condition: (any ConditionNode)?

    init(owner: CellLocation, link: Query.Link, entity: Int, condition: (any ConditionNode)?) {
        self.owner = owner
        self.link = link
        self.entity = entity
        self.condition = condition
    }

    /// Calls a closure for each related row for which the condition holds, until it returns false.
    @inline(__always)
    func visit(
        _ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows,
        _ body: () -> Bool
    ) throws {
        let start: Int64?
        do { start = try owner.key(key, cells, rows, outer) } catch is QueryFailure { throw owner.corrupt(key) }
        guard let start else { return }
        try withUnsafePointer(to: OuterRow(key: key, cells: cells, outer: outer)) { here in
            switch link {
            case .column(let column):
                try rows.forEachRow(entity: entity, whose: column, refersTo: start) { element, elementCells in
                    if let condition, try !condition.matches(element, elementCells, rows, here) { return true }
                    return body()
                }
            case .entity(let link, let ownColumn, let otherColumn):
                try rows.forEachRow(entity: link, whose: ownColumn, refersTo: start) { pair, pairCells in
                    guard case .reference(let element)? = pairCells[otherColumn].stored(as: .reference) else {
                        throw owner.corrupt(pair)
                    }
                    return try rows.withRow(entity: entity, key: element) { elementCells in
                        guard let elementCells else { return true }
                        if let condition, try !condition.matches(element, elementCells, rows, here) { return true }
                        return body()
                    }
                }
            }
        }
    }
}

/// Whether there is a related row.
final class ExistsNode: ConditionNode {
    let related: RelatedRows
    init(_ related: RelatedRows) { self.related = related }

    func matches(
        _ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows
    ) throws -> Bool {
        var exists = false
        try related.visit(key, cells, rows, outer) {
            exists = true
            return false
        }
        return exists
    }
}

/// The number of related rows.
final class CountNode: ValueNode {
    let related: RelatedRows
    init(_ related: RelatedRows) { self.related = related }

    func value(
        _ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows
    ) throws -> StoredValue {
        var count: Int64 = 0
        try related.visit(key, cells, rows, outer) {
            count += 1
            return true
        }
        return .integer(count)
    }
}
