import ChronicleSchema

/// One step of a compiled whole number, which no stored value is made for. Nil is null.
protocol IntegerNode: AnyObject, Sendable {
    func number(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) throws
        -> Int64?
}

/// A constant.
final class IntegerLiteralNode: IntegerNode {
    private let literal: Int64
    init(_ literal: Int64) { self.literal = literal }

    func number(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) -> Int64? {
        literal
    }
}

/// A column of the row itself.
final class IntegerColumnNode: IntegerNode {
    private let node: ColumnNode
    private let column: Int

    /// Nil where the column is not of the row itself.
    init?(_ node: ColumnNode) {
        guard node.location.isRoot, node.type == .integer else { return nil }
        self.node = node
        column = node.location.column
    }

    func number(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) throws
        -> Int64?
    {
        let cell = cells[column]
        switch cell.kind {
        case .integer: return Int64(bitPattern: cell.bits)
        case .null: return nil
        default:
            let value = try node.value(key, cells, rows, outer)
            if value.isNull { return nil }
            guard let number = Int64.read(value) else { throw node.location.corrupt(key) }
            return number
        }
    }
}

/// Any other value of the type.
final class IntegerValueNode: IntegerNode {
    private let node: any ValueNode
    init(_ node: any ValueNode) { self.node = node }

    func number(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) throws
        -> Int64?
    {
        if case .integer(let number) = try node.value(key, cells, rows, outer) { number } else { nil }
    }
}

/// Arithmetic on two whole numbers. Overflow is an error, where Swift would stop the program.
final class IntegerArithmeticNode: IntegerNode, ValueNode {
    private let operation: Query.Arithmetic
    private let left: any IntegerNode
    private let right: any IntegerNode

    init(_ operation: Query.Arithmetic, _ left: any ValueNode, _ right: any ValueNode) {
        self.operation = operation
        self.left = integerNode(left)
        self.right = integerNode(right)
    }

    func number(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) throws
        -> Int64?
    {
        // Both are evaluated before either is null, as either may fail.
        let (a, b) = (try left.number(key, cells, rows, outer), try right.number(key, cells, rows, outer))
        guard let a, let b else { return nil }
        return try operation.result(a, b, key)
    }

    func value(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) throws
        -> StoredValue
    { try number(key, cells, rows, outer).map { .integer($0) } ?? .null }
}

/// A comparison of two whole numbers.
final class IntegerCompareNode: ConditionNode {
    private let left: any IntegerNode
    private let comparison: Query.Comparison
    private let right: any IntegerNode

    init(_ left: any ValueNode, _ comparison: Query.Comparison, _ right: any ValueNode) {
        self.left = integerNode(left)
        self.comparison = comparison
        self.right = integerNode(right)
    }

    func matches(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) throws
        -> Bool
    {
        let (a, b) = (try left.number(key, cells, rows, outer), try right.number(key, cells, rows, outer))
        guard let a, let b else { return a == b ? comparison == .equal : comparison.holdsAgainstNull }
        return comparison.holds(a, b)
    }
}

/// The quickest form of a value of whole numbers.
private func integerNode(_ node: any ValueNode) -> any IntegerNode {
    if let node = node as? any IntegerNode { return node }
    if let node = node as? LiteralNode, case .integer(let number) = node.literal { return IntegerLiteralNode(number) }
    if let node = node as? ColumnNode, let column = IntegerColumnNode(node) { return column }
    return IntegerValueNode(node)
}

extension Query.Arithmetic {
    /// The result for two whole numbers in a row.
    ///
    /// - Throws: ``StoreError`` `unsupportedQuery` where it overflows or divides by zero.
    @inline(__always)
    func result<T: FixedWidthInteger>(_ a: T, _ b: T, _ key: Int64) throws -> T {
        let result =
            switch self {
            case .add: a.addingReportingOverflow(b)
            case .subtract: a.subtractingReportingOverflow(b)
            case .multiply: a.multipliedReportingOverflow(by: b)
            case .divide: a.dividedReportingOverflow(by: b)
            case .remainder: a.remainderReportingOverflow(dividingBy: b)
            }
        guard !result.overflow else { throw failure(key) }
        return result.partialValue
    }

    /// The error for a row.
    @inline(never)
    func failure(_ key: Int64) -> StoreError {
        StoreError(
            .unsupportedQuery,
            "The query's arithmetic (\(rawValue)) overflows or divides by zero at row \(key): guard against such values in "
                + "the predicate.", key: key)
    }
}
