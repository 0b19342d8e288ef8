import ChronicleSchema
import Foundation

/// Checks a query against a schema and turns it into nodes, choosing the quick form of each part where there is one.
struct QueryCompiler {
    let schema: Schema
    let entity: Schema.Entity
    /// The entities of the rows outside, the nearest first.
    private var outer: [Schema.Entity] = []

    init(schema: Schema, entity: Int) throws {
        guard schema.entities.indices.contains(entity) else {
            throw StoreError(.unsupportedQuery, "The query names entity \(entity), which the schema does not have.")
        }
        self.schema = schema
        self.entity = schema.entities[entity]
    }

    private init(schema: Schema, entity: Schema.Entity, outer: [Schema.Entity]) {
        self.schema = schema
        self.entity = entity
        self.outer = outer
    }

    /// A compiler for conditions over rows that are related to those of this one.
    func inside(_ element: Schema.Entity) -> QueryCompiler {
        QueryCompiler(schema: schema, entity: element, outer: [entity] + outer)
    }

    /// A compiled value with the type of its results; nil for a value that is always null.
    struct Typed {
        let node: any ValueNode
        let type: ColumnType?
    }

    func unsupported(_ message: String) -> StoreError {
        StoreError(.unsupportedQuery, "A query over \(entity.name) \(message).", entity: entity.name)
    }

    func location(_ path: Query.Path, column: Int?) throws -> (CellLocation, Schema.Entity) {
        guard path.scope >= 0, path.scope <= outer.count else {
            throw unsupported("has a path that starts at a row which is not there")
        }
        var at = path.scope == 0 ? entity : outer[path.scope - 1]
        var steps: [CellLocation.Step] = []
        for reference in path.references {
            guard at.columns.indices.contains(reference), at.columns[reference].type == .reference,
                let name = at.columns[reference].destination, let next = schema.entitiesByName[name]
            else { throw unsupported("follows column \(reference) of \(at.name), which is no reference") }
            steps.append(.init(column: reference, entity: next.index))
            at = next
        }
        guard at.index == path.entity else { throw unsupported("has a path that does not end where it says") }
        let end = at
        guard let column else {
            return (CellLocation(steps: steps, scope: path.scope, column: 0) { "\(end.name)'s key" }, at)
        }
        guard at.columns.indices.contains(column) else {
            throw unsupported("names column \(column), which \(at.name) does not have")
        }
        if let property = at.properties.first(where: { $0.columns.contains(column) }), property.isOpaque {
            throw unsupported("uses \(at.name).\(property.name), whose encoded form cannot be queried")
        }
        let location = CellLocation(steps: steps, scope: path.scope, column: column) {
            "\(end.name).\(end.columns[column].name)"
        }
        return (location, at)
    }

    func value(_ value: Query.Value) throws -> Typed {
        switch value {
        case .literal(let literal): return Typed(node: LiteralNode(literal), type: literal.columnType)
        case .column(let path, let column):
            let (location, end) = try location(path, column: column)
            return Typed(node: ColumnNode(location, end.columns[column].type), type: end.columns[column].type)
        case .key(let path): return Typed(node: KeyValueNode(try location(path, column: nil).0), type: .reference)
        case .arithmetic(let operation, let a, let b):
            let (left, right) = (try self.value(a), try self.value(b))
            let type = try common(left.type, right.type)
            switch type {
            case nil, .integer, .unsigned: break
            case .double, .decimal:
                if operation == .remainder { throw unsupported("takes a remainder of numbers that are not whole") }
            default: throw unsupported("does arithmetic on values that are not numbers")
            }
            let isInteger = left.type == .integer && right.type == .integer
            return Typed(
                node: isInteger
                    ? IntegerArithmeticNode(operation, left.node, right.node)
                    : ArithmeticNode(operation, left.node, right.node), type: type)
        case .negate(let part):
            let typed = try self.value(part)
            switch typed.type {
            case nil, .integer, .double, .decimal: return Typed(node: NegateNode(typed.node), type: typed.type)
            default: throw unsupported("negates a value that is no signed number")
            }
        case .coalesce(let a, let b):
            let (first, second) = (try self.value(a), try self.value(b))
            return Typed(
                node: CoalesceNode(first.node, second.node), type: try common(first.type, second.type))
        case .conditional(let condition, let a, let b):
            let (first, second) = (try self.value(a), try self.value(b))
            return Typed(
                node: ConditionalNode(try self.condition(condition), first.node, second.node),
                type: try common(first.type, second.type))
        case .condition(let condition):
            return Typed(node: ConditionValueNode(try self.condition(condition)), type: .bool)
        case .count(let related): return Typed(node: CountNode(try self.related(related)), type: .integer)
        case .length(let part):
            let typed = try self.value(part)
            guard typed.type == nil || typed.type == .text || typed.type == .data else {
                throw unsupported("asks for the length of what is neither text nor data")
            }
            return Typed(node: LengthNode(typed.node), type: .integer)
        case .order(let collation, let a, let b):
            let (left, right) = (try self.value(a), try self.value(b))
            for type in [left.type, right.type] where type != nil && type != .text {
                throw unsupported("asks for the order of texts of a value that is no text")
            }
            return Typed(node: TextOrderNode(collation, left.node, right.node), type: .integer)
        }
    }

    func condition(_ condition: Query.Condition) throws -> any ConditionNode {
        switch condition {
        case .constant(let answer): return ConstantNode(answer)
        case .and(let parts):
            let nodes = try parts.map(self.condition)
            return nodes.count == 2 ? BothNode(nodes[0], nodes[1]) : AndNode(nodes)
        case .or(let parts): return OrNode(try parts.map(self.condition))
        case .not(let part):
            let node = try self.condition(part)
            return (node as? CellNode)?.negated ?? NotNode(node)
        case .isTrue(let value):
            let typed = try self.value(value)
            guard typed.type == nil || typed.type == .bool else { throw unsupported("takes a value for true or false") }
            if let column = typed.node as? ColumnNode {
                return CellNode(column.location, ScalarTest<Int64>(comparison: .equal, constant: 1))
            }
            return TruthNode(typed.node)
        case .compare(let a, let comparison, let b): return try compare(a, comparison, b)
        case .contains(let text, let other): return try textMatch(text, other, isPrefix: false)
        case .startsWith(let text, let other): return try textMatch(text, other, isPrefix: true)
        case .member(let value, let set): return try member(value, set.values)
        case .exists(let related): return ExistsNode(try self.related(related))
        case .search(let text, let other): return try search(text, other)
        case .matches(let text, let pattern): return try matches(text, pattern)
        }
    }

    private func compare(_ a: Query.Value, _ comparison: Query.Comparison, _ b: Query.Value) throws -> any ConditionNode
    {
        let (left, right) = (try value(a), try value(b))
        try checkComparable(left.type, right.type)
        if comparison.isOrdering, let type = left.type ?? right.type, type == .bool || type == .data {
            throw unsupported("asks for the order of two values of type \(type.rawValue), which have none")
        }
        if let constant = right.node as? LiteralNode {
            if let node = quick(left, comparison, constant.literal) { return node }
        } else if let constant = left.node as? LiteralNode {
            if let node = quick(right, comparison.flipped, constant.literal) { return node }
        }
        if left.type == .integer, right.type == .integer {
            return IntegerCompareNode(left.node, comparison, right.node)
        }
        return CompareNode(left.node, comparison, right.node)
    }

    /// A comparison with a constant on the raw cell, where there is a form for it.
    private func quick(_ value: Typed, _ comparison: Query.Comparison, _ constant: StoredValue) -> (any ConditionNode)?
    {
        if constant.isNull, comparison.isOrdering { return nil }
        if let node = value.node as? KeyValueNode, node.location.isRoot, let constant = Int64.read(constant) {
            return KeyNode { comparison.holds($0, constant) }
        }
        if let node = value.node as? CoalesceNode { return quick(node, comparison, constant) }
        guard let column = value.node as? ColumnNode else { return nil }
        return quick(column, comparison, constant, nullAnswer: nil)
    }

    /// The same for a column with a constant in place of null.
    private func quick(
        _ value: CoalesceNode, _ comparison: Query.Comparison, _ constant: StoredValue
    ) -> (any ConditionNode)? {
        guard let column = value.first as? ColumnNode, let other = value.second as? LiteralNode,
            !other.literal.isNull, !constant.isNull, column.type != .text
        else { return nil }
        return quick(column, comparison, constant, nullAnswer: comparison.holds(other.literal, constant))
    }

    private func quick(
        _ column: ColumnNode, _ comparison: Query.Comparison, _ constant: StoredValue, nullAnswer: Bool?
    ) -> (any ConditionNode)? {
        let location = column.location
        switch (column.type, constant) {
        case (_, .null): return CellNode(location, NullTest(expected: comparison == .equal))
        case (.bool, .bool(let constant)):
            return CellNode(
                location, ScalarTest<Int64>(comparison: comparison, constant: constant ? 1 : 0, nullAnswer: nullAnswer))
        case (.integer, .integer(let constant)), (.integer, .reference(let constant)),
            (.reference, .reference(let constant)), (.reference, .integer(let constant)):
            return CellNode(
                location, ScalarTest<Int64>(comparison: comparison, constant: constant, nullAnswer: nullAnswer))
        case (.unsigned, .unsigned(let constant)):
            return CellNode(
                location, ScalarTest<UInt64>(comparison: comparison, constant: constant, nullAnswer: nullAnswer))
        case (.double, .double(let constant)):
            return CellNode(
                location, ScalarTest<Double>(comparison: comparison, constant: constant, nullAnswer: nullAnswer))
        case (.date, .date(let constant)):
            return CellNode(
                location,
                ScalarTest<Double>(
                    comparison: comparison, constant: constant.timeIntervalSinceReferenceDate, nullAnswer: nullAnswer))
        case (.text, .text(let constant)):
            return CellNode(location, TextTest(question: .compare(comparison), pattern: TextPattern(constant)))
        default: return nil
        }
    }

    private func textMatch(_ text: Query.Value, _ other: Query.Value, isPrefix: Bool) throws -> any ConditionNode {
        let (left, right) = (try value(text), try value(other))
        for type in [left.type, right.type] where type != nil && type != .text {
            throw unsupported("searches in a value that is no text")
        }
        if let column = left.node as? ColumnNode, let constant = right.node as? LiteralNode,
            case .text(let pattern) = constant.literal
        {
            return CellNode(
                column.location, TextTest(question: isPrefix ? .startsWith : .contains, pattern: TextPattern(pattern)))
        }
        return TextNode(left.node, right.node, isPrefix: isPrefix)
    }

    private func member(_ value: Query.Value, _ values: Set<StoredValue>) throws -> any ConditionNode {
        let typed = try self.value(value)
        var members: Set<StoredValue> = []
        for value in values {
            try checkComparable(typed.type, value.columnType)
            if let value = typed.type.map({ value.converted(to: $0) }) ?? value { members.insert(value) }
        }
        let hasNull = members.contains(.null)
        if let node = typed.node as? KeyValueNode, node.location.isRoot {
            let keys = Set(members.compactMap { Int64.read($0) })
            return KeyNode { keys.contains($0) }
        }
        if let column = typed.node as? ColumnNode {
            switch column.type {
            case .integer, .reference, .bool:
                let test = ScalarMemberTest<Int64>(
                    members: Set(members.compactMap { Int64.read($0) }), hasNull: hasNull)
                return CellNode(column.location, test)
            case .unsigned:
                let test = ScalarMemberTest<UInt64>(
                    members: Set(members.compactMap { UInt64.read($0) }), hasNull: hasNull)
                return CellNode(column.location, test)
            case .double, .date:
                let test = ScalarMemberTest<Double>(
                    members: Set(members.compactMap { Double.read($0) }), hasNull: hasNull)
                return CellNode(column.location, test)
            default: break
            }
        }
        return MemberNode(typed.node, members)
    }

    private func common(_ a: ColumnType?, _ b: ColumnType?) throws -> ColumnType? {
        guard let a, let b, a != b else { return a ?? b }
        throw unsupported("mixes a value of type \(a.rawValue) with one of type \(b.rawValue)")
    }

    private func checkComparable(_ a: ColumnType?, _ b: ColumnType?) throws {
        guard let a, let b, a != b else { return }
        switch (a, b) {
        case (.integer, .unsigned), (.unsigned, .integer), (.integer, .reference), (.reference, .integer): return
        default: throw unsupported("compares a value of type \(a.rawValue) with one of type \(b.rawValue)")
        }
    }
}

extension StoredValue {
    /// The same number as another integral type; nil when it has no such form.
    func converted(to type: ColumnType) -> StoredValue? {
        switch (self, type) {
        case (.integer(let value), .unsigned): UInt64(exactly: value).map { .unsigned($0) }
        case (.unsigned(let value), .integer): Int64(exactly: value).map { .integer($0) }
        case (.integer(let value), .reference): .reference(value)
        case (.reference(let value), .integer): .integer(value)
        default: self
        }
    }
}
