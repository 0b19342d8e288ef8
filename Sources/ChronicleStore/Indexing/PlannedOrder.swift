import ChronicleSchema

/// What an order comes to for an index: columns of the row itself, or the key.
enum PlannedOrder {
    /// The order of the rows' keys.
    case keys(isReversed: Bool)
    /// Columns, ties in ascending order of the rows' keys.
    case columns([(column: Int, isReversed: Bool)])
    /// What no index keeps.
    case other

    init(_ order: [Query.SortKey]) {
        var columns: [(column: Int, isReversed: Bool)] = []
        for key in order {
            guard key.collation == .scalars else {
                self = .other
                return
            }
            switch key.value {
            case .column(let path, let column) where path.references.isEmpty:
                if !columns.contains(where: { $0.column == column }) { columns.append((column, key.isReversed)) }
            case .key(let path) where path.references.isEmpty:
                // No two rows tie in it, so that nothing after it matters.
                if columns.isEmpty {
                    self = .keys(isReversed: key.isReversed)
                } else {
                    self = key.isReversed ? .other : .columns(columns)
                }
                return
            default:
                self = .other
                return
            }
        }
        self = columns.isEmpty ? .keys(isReversed: false) : .columns(columns)
    }

    /// Whether rows in the order of their keys are in this order, and whether from the last to the first.
    var byKey: (isOrdered: Bool, isReversed: Bool) {
        if case .keys(let isReversed) = self { (true, isReversed) } else { (false, false) }
    }
}
