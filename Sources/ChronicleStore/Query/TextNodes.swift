import ChronicleSchema

/// The number of a text's characters or of the bytes of data.
final class LengthNode: ValueNode {
    let text: any ValueNode
    init(_ text: any ValueNode) { self.text = text }

    func value(
        _ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows
    ) throws -> StoredValue {
        switch try text.value(key, cells, rows, outer) {
        case .text(let text): return .integer(Int64(text.count))
        case .data(let data): return .integer(Int64(data.count))
        default: return .null
        }
    }
}

/// The sign of the order of two texts.
final class TextOrderNode: ValueNode {
    let collation: Query.Collation
    let left: any ValueNode
    let right: any ValueNode

    init(_ collation: Query.Collation, _ left: any ValueNode, _ right: any ValueNode) {
        self.collation = collation
        self.left = left
        self.right = right
    }

    func value(
        _ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows
    ) throws -> StoredValue {
        guard case .text(let a) = try left.value(key, cells, rows, outer),
            case .text(let b) = try right.value(key, cells, rows, outer)
        else { return .null }
        return .integer(Int64(collation.compare(a, b)))
    }
}

/// A computed text that is searched, or one that is searched for a computed one.
final class SearchNode: ConditionNode {
    let text: any ValueNode
    let other: any ValueNode
    /// Given where the pattern is the same for every row.
    let pattern: TextSearch?

    init(_ text: any ValueNode, _ other: any ValueNode, pattern: TextSearch?) {
        self.text = text
        self.other = other
        self.pattern = pattern
    }

    func matches(
        _ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows
    ) throws -> Bool {
        guard case .text(let text) = try text.value(key, cells, rows, outer) else { return false }
        if let pattern { return pattern.isContained(in: text) }
        guard case .text(let other) = try other.value(key, cells, rows, outer) else { return false }
        return TextSearch.contains(text, other)
    }
}

/// A column that is searched for a constant.
final class SearchCellNode: ConditionNode {
    let location: CellLocation
    let pattern: TextSearch

    init(_ location: CellLocation, _ pattern: TextSearch) {
        self.location = location
        self.pattern = pattern
    }

    func matches(
        _ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows
    ) throws -> Bool {
        do { return try location.withCell(cells, rows, outer, holds) } catch is QueryFailure {
            throw location.corrupt(key)
        }
    }

    private func holds(_ cell: RowCell) throws -> Bool {
        switch cell.kind {
        case .text: return pattern.isContained(in: cell.buffer)
        case .null: return false
        case .value:
            switch cell.pointee {
            case .text(let text): return pattern.isContained(in: text)
            case .null: return false
            default: throw QueryFailure.cell
            }
        default: throw QueryFailure.cell
        }
    }
}

/// A text in which a pattern is looked for.
final class PatternNode: ConditionNode {
    let text: any ValueNode
    let pattern: Query.TextPattern

    init(_ text: any ValueNode, _ pattern: Query.TextPattern) {
        self.text = text
        self.pattern = pattern
    }

    func matches(
        _ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows
    ) throws -> Bool {
        guard case .text(let text) = try text.value(key, cells, rows, outer) else { return false }
        return pattern.isFound(in: text)
    }
}
