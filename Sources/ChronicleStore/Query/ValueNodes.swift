import ChronicleSchema
import Foundation

/// One step of a compiled value.
protocol ValueNode: AnyObject, Sendable {
    func value(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) throws
        -> StoredValue
}

/// A constant.
final class LiteralNode: ValueNode {
    let literal: StoredValue
    init(_ literal: StoredValue) { self.literal = literal }

    func value(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows)
        -> StoredValue
    { literal }
}

/// A column.
final class ColumnNode: ValueNode {
    let location: CellLocation
    let type: ColumnType

    init(_ location: CellLocation, _ type: ColumnType) {
        self.location = location
        self.type = type
    }

    func value(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) throws
        -> StoredValue
    {
        do {
            return try location.withCell(cells, rows, outer) { cell in
                guard let value = cell.stored(as: type) else { throw QueryFailure.cell }
                return value
            }
        } catch is QueryFailure {
            throw location.corrupt(key)
        }
    }
}

/// The key of the row at the end of a path.
final class KeyValueNode: ValueNode {
    let location: CellLocation
    init(_ location: CellLocation) { self.location = location }

    func value(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) throws
        -> StoredValue
    {
        if location.isRoot { return .reference(key) }
        do {
            return try location.key(key, cells, rows, outer).map { .reference($0) } ?? .null
        } catch is QueryFailure {
            throw location.corrupt(key)
        }
    }
}

/// The first value unless it is null, else the second.
final class CoalesceNode: ValueNode {
    let first: any ValueNode
    let second: any ValueNode

    init(_ first: any ValueNode, _ second: any ValueNode) {
        self.first = first
        self.second = second
    }

    func value(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) throws
        -> StoredValue
    {
        let value = try first.value(key, cells, rows, outer)
        return value.isNull ? try second.value(key, cells, rows, outer) : value
    }
}

/// One of two values, by a condition.
final class ConditionalNode: ValueNode {
    let condition: any ConditionNode
    let first: any ValueNode
    let second: any ValueNode

    init(_ condition: any ConditionNode, _ first: any ValueNode, _ second: any ValueNode) {
        self.condition = condition
        self.first = first
        self.second = second
    }

    func value(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) throws
        -> StoredValue
    {
        try condition.matches(key, cells, rows, outer)
            ? try first.value(key, cells, rows, outer) : try second.value(key, cells, rows, outer)
    }
}

/// A condition as a Boolean.
final class ConditionValueNode: ValueNode {
    let condition: any ConditionNode
    init(_ condition: any ConditionNode) { self.condition = condition }

    func value(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) throws
        -> StoredValue
    {
        .bool(try condition.matches(key, cells, rows, outer))
    }
}

/// Arithmetic on two numbers of one kind. Overflow is an error, where Swift would stop the program.
final class ArithmeticNode: ValueNode {
    let operation: Query.Arithmetic
    let left: any ValueNode
    let right: any ValueNode

    init(_ operation: Query.Arithmetic, _ left: any ValueNode, _ right: any ValueNode) {
        self.operation = operation
        self.left = left
        self.right = right
    }

    func value(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) throws
        -> StoredValue
    {
        switch (try left.value(key, cells, rows, outer), try right.value(key, cells, rows, outer)) {
        case (.integer(let a), .integer(let b)): .integer(try operation.result(a, b, key))
        case (.unsigned(let a), .unsigned(let b)): .unsigned(try operation.result(a, b, key))
        case (.double(let a), .double(let b)):
            switch operation {
            case .add: .double(a + b)
            case .subtract: .double(a - b)
            case .multiply: .double(a * b)
            case .divide: .double(a / b)
            case .remainder: throw operation.failure(key)
            }
        case (.decimal(let a), .decimal(let b)): .decimal(try decimal(a, b, key))
        default: .null
        }
    }

    private func decimal(_ a: Decimal, _ b: Decimal, _ key: Int64) throws -> Decimal {
        let result: Decimal
        switch operation {
        case .add: result = a + b
        case .subtract: result = a - b
        case .multiply: result = a * b
        case .divide:
            guard !b.isZero else { throw operation.failure(key) }
            result = a / b
        case .remainder: throw operation.failure(key)
        }
        guard !result.isNaN else { throw operation.failure(key) }
        return result
    }
}

/// A number with its sign turned.
final class NegateNode: ValueNode {
    let part: any ValueNode
    init(_ part: any ValueNode) { self.part = part }

    func value(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) throws
        -> StoredValue
    {
        switch try part.value(key, cells, rows, outer) {
        case .integer(let value):
            guard value != .min else {
                throw StoreError(.unsupportedQuery, "The query negates the least integer at row \(key).", key: key)
            }
            return .integer(-value)
        case .double(let value): return .double(-value)
        case .decimal(let value): return .decimal(-value)
        default: return .null
        }
    }
}
