import ChronicleSchema
import Foundation

/// A question about one cell, answered on its raw bits.
protocol CellTest: Sendable {
    func holds(_ cell: RowCell) throws -> Bool
}

/// A type that cells hold in their bits.
protocol CellScalar: Comparable, Sendable {
    static func read(_ cell: RowCell) -> Self?
    static func read(_ value: StoredValue) -> Self?
}

extension Int64: CellScalar {
    @inline(__always) static func read(_ cell: RowCell) -> Int64? {
        cell.kind == .integer ? Int64(bitPattern: cell.bits) : nil
    }
    static func read(_ value: StoredValue) -> Int64? {
        switch value {
        case .integer(let value), .reference(let value): value
        case .bool(let value): value ? 1 : 0
        default: nil
        }
    }
}

extension UInt64: CellScalar {
    @inline(__always) static func read(_ cell: RowCell) -> UInt64? { cell.kind == .unsigned ? cell.bits : nil }
    static func read(_ value: StoredValue) -> UInt64? {
        if case .unsigned(let value) = value { value } else { nil }
    }
}

extension Double: CellScalar {
    @inline(__always) static func read(_ cell: RowCell) -> Double? {
        cell.kind == .double ? Double(bitPattern: cell.bits) : nil
    }
    static func read(_ value: StoredValue) -> Double? {
        switch value {
        case .double(let value): value
        case .date(let value): value.timeIntervalSinceReferenceDate
        default: nil
        }
    }
}

/// A scalar column compared with a constant.
struct ScalarTest<Scalar: CellScalar>: CellTest {
    let comparison: Query.Comparison
    let constant: Scalar
    /// The answer for a column that is null.
    let nullAnswer: Bool

    /// - Parameter nullAnswer: Given where null stands for another value; by default null is compared as itself.
    init(comparison: Query.Comparison, constant: Scalar, nullAnswer: Bool? = nil) {
        self.comparison = comparison
        self.constant = constant
        self.nullAnswer = nullAnswer ?? comparison.holdsAgainstNull
    }

    /// The test with the opposite answer for every value that is ordered, and for null.
    var negated: ScalarTest {
        ScalarTest(comparison: comparison.negated, constant: constant, nullAnswer: !nullAnswer)
    }

    @inline(__always) func holds(_ cell: RowCell) throws -> Bool {
        if let value = Scalar.read(cell) { return comparison.holds(value, constant) }
        return try holdsOther(cell)
    }

    @inline(never) private func holdsOther(_ cell: RowCell) throws -> Bool {
        if cell.kind == .null { return nullAnswer }
        guard cell.kind == .value else { throw QueryFailure.cell }
        let stored = cell.pointee
        if stored.isNull { return nullAnswer }
        guard let value = Scalar.read(stored) else { throw QueryFailure.cell }
        return comparison.holds(value, constant)
    }
}

/// A scalar column sought in a captured set.
struct ScalarMemberTest<Scalar: CellScalar & Hashable>: CellTest {
    let members: Set<Scalar>
    let hasNull: Bool

    @inline(__always) func holds(_ cell: RowCell) throws -> Bool {
        if let value = Scalar.read(cell) { return members.contains(value) }
        if cell.kind == .null { return hasNull }
        guard cell.kind == .value else { throw QueryFailure.cell }
        let stored = cell.pointee
        if stored.isNull { return hasNull }
        guard let value = Scalar.read(stored) else { throw QueryFailure.cell }
        return members.contains(value)
    }
}

/// Whether a column is null.
struct NullTest: CellTest {
    let expected: Bool

    @inline(__always) func holds(_ cell: RowCell) throws -> Bool {
        (cell.kind == .null || (cell.kind == .value && cell.pointee.isNull)) == expected
    }
}

/// What is asked of a text.
enum TextQuestion: Sendable {
    case compare(Query.Comparison)
    case startsWith
    case contains
}

/// A text column matched against a constant.
struct TextTest: CellTest {
    let question: TextQuestion
    let pattern: TextPattern

    @inline(__always) func holds(_ cell: RowCell) throws -> Bool {
        if cell.kind == .text { return holds(cell.buffer) }
        return try holdsOther(cell)
    }

    @inline(__always) private func holds(_ bytes: UnsafeRawBufferPointer) -> Bool {
        switch question {
        case .compare(let comparison): pattern.compare(bytes, comparison)
        case .startsWith: pattern.isPrefix(of: bytes)
        case .contains: pattern.isContained(in: bytes)
        }
    }

    @inline(never) private func holdsOther(_ cell: RowCell) throws -> Bool {
        if cell.kind != .null {
            guard cell.kind == .value else { throw QueryFailure.cell }
            let stored = cell.pointee
            if !stored.isNull {
                guard case .text(var text) = stored else { throw QueryFailure.cell }
                return text.withUTF8 { holds(UnsafeRawBufferPointer($0)) }
            }
        }
        if case .compare(let comparison) = question { return comparison.holdsAgainstNull }
        return false
    }
}

/// What a node found wrong, before the message is written.
enum QueryFailure: Error {
    /// A cell is not of its column's type.
    case cell
    /// A path starts at a row that is not there; compiling keeps that from happening.
    case scope
}
