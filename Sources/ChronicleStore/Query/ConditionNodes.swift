import ChronicleSchema

/// One step of a compiled condition.
protocol ConditionNode: AnyObject, Sendable {
    func matches(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) throws -> Bool
}

/// A column of the row itself or of a row that is reached over references.
struct CellLocation: Sendable {
    /// One reference to follow.
    struct Step: Sendable {
        let column: Int
        let entity: Int
    }

    let steps: [Step]
    /// How many rows outward the path starts.
    let scope: Int
    /// Whether it is of the row that is asked itself.
    let isRoot: Bool
    let column: Int
    let description: @Sendable () -> String

    init(steps: [Step], scope: Int = 0, column: Int, description: @escaping @Sendable () -> String) {
        self.steps = steps
        self.scope = scope
        isRoot = steps.isEmpty && scope == 0
        self.column = column
        self.description = description
    }

    /// The key that the last reference leads to, if its row exists, with the row's cells.
    func follow<R>(
        _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, from step: Int = 0,
        _ body: (Int64, UnsafePointer<RowCell>?) throws -> R
    ) throws -> R {
        let reference = cells[steps[step].column]
        let key: Int64?
        switch reference.kind {
        case .integer: key = Int64(bitPattern: reference.bits)
        case .null: key = nil
        case .value: key = Int64.read(reference.pointee)
        default: throw QueryFailure.cell
        }
        guard let key else { return try body(0, nil) }
        return try rows.withRow(entity: steps[step].entity, key: key) { next in
            guard let next, step + 1 < steps.count else { return try body(key, next) }
            return try follow(next, rows, from: step + 1, body)
        }
    }

    /// The row that the path starts at.
    @inline(__always)
    private func start(_ cells: UnsafePointer<RowCell>, _ outer: OuterRows) throws -> UnsafePointer<RowCell> {
        if scope == 0 { return cells }
        guard let row = outer.row(scope) else { throw QueryFailure.scope }
        return row.pointee.cells
    }

    /// The key and the cells of the row at the end of a path that has steps; no cells when there is no such row.
    func end<R>(
        _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows,
        _ body: (Int64, UnsafePointer<RowCell>?) throws -> R
    ) throws -> R {
        try follow(start(cells, outer), rows, body)
    }

    /// The cell, null when a reference on the way is null or dangles.
    func withCell<R>(
        _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows, _ body: (RowCell) throws -> R
    ) throws -> R {
        if isRoot { return try body(cells[column]) }
        let start = try start(cells, outer)
        if steps.isEmpty { return try body(start[column]) }
        return try follow(start, rows) { _, end in try body(end?[column] ?? .null) }
    }

    /// The key of the row at the end of the path; nil when there is none.
    func key(
        _ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows
    ) throws -> Int64? {
        if isRoot { return key }
        if steps.isEmpty {
            guard let row = outer.row(scope) else { throw QueryFailure.scope }
            return row.pointee.key
        }
        return try end(cells, rows, outer) { key, end in end == nil ? nil : key }
    }

    /// The error for a cell that is not of its column's type.
    func corrupt(_ key: Int64) -> StoreError {
        StoreError(
            .corrupt, "Row \(key) does not hold a value of the right type for \(description()): mend or delete it.",
            key: key)
    }
}

/// A question about one cell.
///
/// The questions are cases and not a type parameter, so that each is compiled for its own type.
final class CellNode: ConditionNode {
    enum Question {
        case integer(ScalarTest<Int64>)
        case unsigned(ScalarTest<UInt64>)
        case double(ScalarTest<Double>)
        case integerMember(ScalarMemberTest<Int64>)
        case unsignedMember(ScalarMemberTest<UInt64>)
        case doubleMember(ScalarMemberTest<Double>)
        case null(NullTest)
        case text(TextTest)
    }

    let location: CellLocation
    let question: Question
    private let isRoot: Bool
    private let column: Int

    private init(_ location: CellLocation, question: Question) {
        self.location = location
        self.question = question
        isRoot = location.isRoot
        column = location.column
    }

    convenience init(_ location: CellLocation, _ test: ScalarTest<Int64>) {
        self.init(location, question: .integer(test))
    }
    convenience init(_ location: CellLocation, _ test: ScalarTest<UInt64>) {
        self.init(location, question: .unsigned(test))
    }
    convenience init(_ location: CellLocation, _ test: ScalarTest<Double>) {
        self.init(location, question: .double(test))
    }
    convenience init(_ location: CellLocation, _ test: ScalarMemberTest<Int64>) {
        self.init(location, question: .integerMember(test))
    }
    convenience init(_ location: CellLocation, _ test: ScalarMemberTest<UInt64>) {
        self.init(location, question: .unsignedMember(test))
    }
    convenience init(_ location: CellLocation, _ test: ScalarMemberTest<Double>) {
        self.init(location, question: .doubleMember(test))
    }
    convenience init(_ location: CellLocation, _ test: NullTest) { self.init(location, question: .null(test)) }
    convenience init(_ location: CellLocation, _ test: TextTest) { self.init(location, question: .text(test)) }

    @inline(__always) private func holds(_ cell: RowCell) throws -> Bool {
        switch question {
        case .integer(let test): try test.holds(cell)
        case .unsigned(let test): try test.holds(cell)
        case .double(let test): try test.holds(cell)
        case .integerMember(let test): try test.holds(cell)
        case .unsignedMember(let test): try test.holds(cell)
        case .doubleMember(let test): try test.holds(cell)
        case .null(let test): try test.holds(cell)
        case .text(let test): try test.holds(cell)
        }
    }

    func matches(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) throws -> Bool {
        do {
            if isRoot { return try holds(cells[column]) }
            return try location.withCell(cells, rows, outer) { try holds($0) }
        } catch is QueryFailure {
            throw location.corrupt(key)
        }
    }
}

/// The same answer for every row.
final class ConstantNode: ConditionNode {
    let answer: Bool
    init(_ answer: Bool) { self.answer = answer }
    func matches(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) -> Bool { answer }
}

/// All hold.
final class AndNode: ConditionNode {
    let parts: [any ConditionNode]
    init(_ parts: [any ConditionNode]) { self.parts = parts }

    func matches(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) throws -> Bool {
        for part in parts where try !part.matches(key, cells, rows, outer) { return false }
        return true
    }
}

/// Both hold.
final class BothNode: ConditionNode {
    let first: any ConditionNode
    let second: any ConditionNode

    init(_ first: any ConditionNode, _ second: any ConditionNode) {
        self.first = first
        self.second = second
    }

    func matches(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) throws -> Bool {
        guard try first.matches(key, cells, rows, outer) else { return false }
        return try second.matches(key, cells, rows, outer)
    }
}

/// One holds.
final class OrNode: ConditionNode {
    let parts: [any ConditionNode]
    init(_ parts: [any ConditionNode]) { self.parts = parts }

    func matches(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) throws -> Bool {
        for part in parts where try part.matches(key, cells, rows, outer) { return true }
        return false
    }
}

/// Does not hold.
final class NotNode: ConditionNode {
    let part: any ConditionNode
    init(_ part: any ConditionNode) { self.part = part }

    func matches(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) throws -> Bool {
        try !part.matches(key, cells, rows, outer)
    }
}

/// The row's own key compared with a constant or sought in a set.
final class KeyNode: ConditionNode {
    let test: @Sendable (Int64) -> Bool
    init(_ test: @escaping @Sendable (Int64) -> Bool) { self.test = test }

    func matches(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) -> Bool { test(key) }
}

/// A comparison of two computed values.
final class CompareNode: ConditionNode {
    let left: any ValueNode
    let comparison: Query.Comparison
    let right: any ValueNode

    init(_ left: any ValueNode, _ comparison: Query.Comparison, _ right: any ValueNode) {
        self.left = left
        self.comparison = comparison
        self.right = right
    }

    func matches(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) throws -> Bool {
        comparison.holds(try left.value(key, cells, rows, outer), try right.value(key, cells, rows, outer))
    }
}

/// A computed Boolean; null counts as false.
final class TruthNode: ConditionNode {
    let value: any ValueNode
    init(_ value: any ValueNode) { self.value = value }

    func matches(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) throws -> Bool {
        try value.value(key, cells, rows, outer) == .bool(true)
    }
}

/// A computed text that contains or starts with another.
final class TextNode: ConditionNode {
    let text: any ValueNode
    let other: any ValueNode
    let isPrefix: Bool

    init(_ text: any ValueNode, _ other: any ValueNode, isPrefix: Bool) {
        self.text = text
        self.other = other
        self.isPrefix = isPrefix
    }

    func matches(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) throws -> Bool {
        guard case .text(let text) = try text.value(key, cells, rows, outer),
            case .text(let other) = try other.value(key, cells, rows, outer)
        else { return false }
        return isPrefix ? text.starts(with: other) : TextMatching.contains(text, other)
    }
}

/// A computed value that is sought in a set.
final class MemberNode: ConditionNode {
    let value: any ValueNode
    let members: Set<StoredValue>

    init(_ value: any ValueNode, _ members: Set<StoredValue>) {
        self.value = value
        self.members = members
    }

    func matches(_ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, _ outer: OuterRows) throws -> Bool {
        members.contains(try value.value(key, cells, rows, outer))
    }
}
