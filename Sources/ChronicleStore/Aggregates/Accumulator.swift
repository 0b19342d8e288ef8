import ChronicleSchema
import Foundation

/// One aggregate while rows are added.
enum Accumulator {
    case count(Int64)
    case countOf(Int64)
    /// Sums of whole numbers cannot leave 128 bits, however many rows there are.
    case whole(Int128, count: Int64, isMean: Bool, isUnsigned: Bool)
    case real(Double, count: Int64, isMean: Bool)
    case decimal(Decimal, count: Int64, isMean: Bool, isExact: Bool)
    case extreme(StoredValue, isMaximum: Bool)

    init(_ aggregate: Query.Aggregate, _ type: ColumnType?, _ compiler: QueryCompiler) throws {
        var isMean = false
        switch aggregate {
        case .count: self = .count(0)
        case .countOf: self = .countOf(0)
        case .minimum, .maximum:
            switch type {
            case .bool, .data, .reference: throw compiler.unsupported("asks for an extreme of values without an order")
            default: break
            }
            if case .maximum = aggregate {
                self = .extreme(.null, isMaximum: true)
            } else {
                self = .extreme(.null, isMaximum: false)
            }
        case .average:
            isMean = true
            fallthrough
        case .sum:
            switch type {
            case .integer, .unsigned: self = .whole(0, count: 0, isMean: isMean, isUnsigned: type == .unsigned)
            case .double: self = .real(0, count: 0, isMean: isMean)
            case .decimal: self = .decimal(0, count: 0, isMean: isMean, isExact: true)
            default: throw compiler.unsupported("adds up values that are not numbers")
            }
        }
    }

    mutating func addRow() { if case .count(let count) = self { self = .count(count &+ 1) } }

    /// Adds a number that lies in a cell as such; false when the cell is of another kind.
    @inline(__always) mutating func add(_ cell: RowCell) -> Bool {
        switch (self, cell.kind) {
        case (.countOf(let count), .integer), (.countOf(let count), .double), (.countOf(let count), .unsigned),
            (.countOf(let count), .text), (.countOf(let count), .bytes):
            self = .countOf(count &+ 1)
        case (.whole(let sum, let count, let isMean, false), .integer):
            self = .whole(
                sum &+ Int128(Int64(bitPattern: cell.bits)), count: count &+ 1, isMean: isMean, isUnsigned: false)
        case (.whole(let sum, let count, let isMean, true), .unsigned):
            self = .whole(sum &+ Int128(cell.bits), count: count &+ 1, isMean: isMean, isUnsigned: true)
        case (.real(let sum, let count, let isMean), .double):
            self = .real(sum + Double(bitPattern: cell.bits), count: count &+ 1, isMean: isMean)
        default: return false
        }
        return true
    }

    /// Adds a value that is not null.
    mutating func add(_ value: StoredValue, _ entity: String) throws {
        switch (self, value) {
        case (.countOf(let count), _): self = .countOf(count + 1)
        case (.whole(let sum, let count, let isMean, let isUnsigned), .integer(let number)):
            self = .whole(sum + Int128(number), count: count + 1, isMean: isMean, isUnsigned: isUnsigned)
        case (.whole(let sum, let count, let isMean, let isUnsigned), .unsigned(let number)):
            self = .whole(sum + Int128(number), count: count + 1, isMean: isMean, isUnsigned: isUnsigned)
        case (.real(let sum, let count, let isMean), .double(let number)):
            self = .real(sum + number, count: count + 1, isMean: isMean)
        case (.decimal(let sum, let count, let isMean, let isExact), .decimal(let number)):
            let (next, stillExact) = Self.add(sum, number)
            self = .decimal(next, count: count + 1, isMean: isMean, isExact: isExact && stillExact)
        case (.extreme(let best, let isMaximum), _):
            let order = best.isNull ? 0 : value.order(to: best)
            if best.isNull || (isMaximum ? order > 0 : order < 0) { self = .extreme(value, isMaximum: isMaximum) }
        default: break
        }
    }

    /// The sum, and whether it has all digits.
    private static func add(_ a: Decimal, _ b: Decimal) -> (Decimal, Bool) {
        if a.isZero { return (b, true) }
        if b.isZero { return (a, true) }
        let sum = a + b
        // What was lost of one number shows when the other is taken away again.
        return (sum, !sum.isNaN && sum - a == b && sum - b == a)
    }

    func result(_ entity: String) throws -> StoredValue {
        switch self {
        case .count(let count), .countOf(let count): return .integer(count)
        case .extreme(let best, _): return best
        case .whole(_, 0, _, _), .real(_, 0, _), .decimal(_, 0, _, _): return .null
        case .whole(let sum, let count, true, _): return .double(Double(sum) / Double(count))
        case .whole(let sum, _, false, true):
            guard let sum = UInt64(exactly: sum) else { throw Self.overflow(entity) }
            return .unsigned(sum)
        case .whole(let sum, _, false, false):
            guard let sum = Int64(exactly: sum) else { throw Self.overflow(entity) }
            return .integer(sum)
        case .real(let sum, let count, let isMean): return .double(isMean ? sum / Double(count) : sum)
        case .decimal(let sum, let count, let isMean, let isExact):
            guard isExact else { throw Self.overflow(entity) }
            return .decimal(isMean ? sum / Decimal(count) : sum)
        }
    }

    private static func overflow(_ entity: String) -> StoreError {
        StoreError(
            .overflow,
            "A sum over \(entity) is beyond what its type holds exactly: add up fewer rows, or fetch the values and add "
                + "them in a wider type.", entity: entity)
    }
}
