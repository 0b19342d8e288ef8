public import ChronicleSchema

/// A condition that was checked against a schema and made ready to be asked of many rows.
///
/// Compiling takes time in the size of the condition. A comparison of a column with a constant is answered on the raw cell,
/// without making a value.
public struct CompiledCondition: Sendable {
    private let node: any ConditionNode
    /// Whether it can end in an error for some row, so that it is asked of all rows that it may be asked of.
    let canFail: Bool

    /// Compiles a condition over rows of an entity.
    ///
    /// - Throws: ``StoreError`` `unsupportedQuery` when the condition does not fit the schema, compares values of kinds that
    ///   cannot be compared, or uses an opaque column.
    public init(_ condition: Query.Condition, schema: Schema, entity: Int) throws {
        node = try QueryCompiler(schema: schema, entity: entity).condition(condition)
        canFail = condition.canFail(schema)
    }

    /// The parts that must all hold, in the order in which they are asked.
    var conjuncts: [any ConditionNode] {
        var parts: [any ConditionNode] = []
        func flatten(_ node: any ConditionNode) {
            if let node = node as? BothNode {
                flatten(node.first)
                flatten(node.second)
            } else if let node = node as? AndNode {
                node.parts.forEach(flatten)
            } else {
                parts.append(node)
            }
        }
        flatten(node)
        return parts
    }

    /// Whether a row is selected.
    ///
    /// - Throws: ``StoreError`` `unsupportedQuery` when arithmetic overflows or divides by zero, `corrupt` when a cell is not
    ///   of its column's type; the resolver's errors.
    @inline(__always)
    public func matches(key: Int64, cells: UnsafePointer<RowCell>, _ rows: any RowResolver) throws -> Bool {
        try node.matches(key, cells, rows, nil)
    }
}
