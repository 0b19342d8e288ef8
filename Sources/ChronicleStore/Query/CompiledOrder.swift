public import ChronicleSchema
import Foundation

/// An order that was checked against a schema and made ready to be asked of many rows.
///
/// Null comes first in a forward key and last in a reversed one. Rows that tie come in ascending order of their keys,
/// whatever the directions.
public struct CompiledOrder: Sendable {
    private struct Part: Sendable {
        let node: any ValueNode
        let rootColumn: Int?
        let isReversed: Bool
        let collation: Query.Collation
    }

    private let parts: [Part]
    /// The first sort key's column where it is one of the row itself; negative otherwise.
    private let firstColumn: Int
    private let isFirstReversed: Bool

    /// Compiles sort keys over rows of an entity.
    ///
    /// - Throws: ``StoreError`` `unsupportedQuery`, as ``CompiledCondition`` does.
    public init(_ order: [Query.SortKey], schema: Schema, entity: Int) throws {
        let compiler = try QueryCompiler(schema: schema, entity: entity)
        parts = try order.map { key in
            let typed = try compiler.value(key.value)
            let node = typed.node
            guard key.collation == .scalars || typed.type == nil || typed.type == .text else {
                throw compiler.unsupported("orders a value that is no text as one")
            }
            let column = node as? ColumnNode
            return Part(
                node: node, rootColumn: column.flatMap { $0.location.isRoot ? $0.location.column : nil },
                isReversed: key.isReversed, collation: key.collation)
        }
        // Where a later key can fail for a row, the row is not left out before.
        firstColumn = order.contains { $0.value.canFail(schema) } ? -1 : parts.first?.rootColumn ?? -1
        isFirstReversed = parts.first?.isReversed ?? false
    }

    /// Whether there is no sort key, so that rows come in ascending order of their keys.
    public var isEmpty: Bool { parts.isEmpty }
    /// The number of sort keys.
    public var count: Int { parts.count }

    /// What one row is ordered by in one sort key.
    public struct SortValue: Sendable {
        /// Zero for null.
        fileprivate let rank: UInt8
        /// The value, or its beginning, so that unequal bits decide.
        fileprivate let bits: UInt64
        /// The whole value where the bits do not hold all of it.
        fileprivate let whole: StoredValue

        fileprivate init(_ value: StoredValue) {
            switch value {
            case .null: self.init(rank: 0, bits: 0)
            case .bool(let value): self.init(rank: 1, bits: value ? 1 : 0)
            case .integer(let value), .reference(let value): self.init(rank: 1, bits: SortValue.ordered(value))
            case .unsigned(let value): self.init(rank: 1, bits: value)
            case .double(let value): self.init(rank: 1, bits: value.orderedBits)
            case .date(let value): self.init(rank: 1, bits: value.timeIntervalSinceReferenceDate.orderedBits)
            case .text(let text): self.init(rank: 1, bits: SortValue.prefix(text), whole: value)
            case .decimal, .data, .uuid: self.init(rank: 1, bits: 0, whole: value)
            }
        }

        /// Bytes that are ordered as they are.
        fileprivate init(key: [UInt8]) {
            var bits: UInt64 = 0
            for index in 0..<8 { bits = bits << 8 | (index < key.count ? UInt64(key[index]) : 0) }
            self.init(rank: 1, bits: bits, whole: .data(Data(key)))
        }

        fileprivate init(rank: UInt8, bits: UInt64, whole: StoredValue = .null) {
            self.rank = rank
            self.bits = bits
            self.whole = whole
        }

        @inline(__always) fileprivate static func ordered(_ value: Int64) -> UInt64 {
            UInt64(bitPattern: value) ^ (1 << 63)
        }

        /// The first eight bytes when all are ASCII, so that normalization cannot change them; else a bound that decides
        /// nothing that the first ASCII bytes do not.
        private static func prefix(_ text: String) -> UInt64 {
            var bits: UInt64 = 0
            var count = 0
            var iterator = text.utf8.makeIterator()
            while count < 8, let byte = iterator.next() {
                bits = bits << 8 | UInt64(byte)
                count += 1
                // What follows may combine with what is before it.
                if byte >= 0x80 { return 0 }
            }
            if count == 8, let next = iterator.next(), next >= 0x80 { return 0 }
            return count == 0 ? 0 : bits << UInt64(8 * (8 - count))
        }

        fileprivate static func order(_ a: SortValue, _ b: SortValue) -> Int {
            if a.rank != b.rank { return a.rank < b.rank ? -1 : 1 }
            // A text whose beginning is not ASCII has no bits to compare.
            if a.bits != b.bits && (a.whole.isNull || (a.bits != 0 && b.bits != 0)) { return a.bits < b.bits ? -1 : 1 }
            return a.whole.isNull ? 0 : a.whole.order(to: b.whole)
        }
    }

    /// As much of a row's first sort key as mostly decides, in memory that is cheap to look at and to copy.
    struct Head: Sendable {
        fileprivate let rank: UInt8
        /// Whether the bits are all that there is to compare.
        fileprivate let isPlain: Bool
        fileprivate let bits: UInt64

        init(_ value: SortValue) {
            rank = value.rank
            isPlain = value.whole.isNull
            bits = value.bits
        }
    }

    /// The sign of the order of two rows as far as their heads tell; zero when the whole values must be compared.
    @inline(__always) func compare(_ a: Head, _ b: Head) -> Int {
        var isBefore = a.rank < b.rank
        if a.rank == b.rank {
            // As SortValue.order(_:_:) has it.
            guard a.bits != b.bits, a.isPlain || (a.bits != 0 && b.bits != 0) else { return 0 }
            isBefore = a.bits < b.bits
        }
        return isBefore != isFirstReversed ? -1 : 1
    }

    /// Appends what a row is ordered by, one value a sort key.
    ///
    /// - Throws: ``StoreError``, as ``CompiledCondition/matches(key:cells:_:)`` does.
    public func append(
        _ key: Int64, _ cells: UnsafePointer<RowCell>, _ rows: any RowResolver, to values: inout [SortValue]
    ) throws {
        for part in parts {
            if let column = part.rootColumn {
                let cell = cells[column]
                switch cell.kind {
                case .integer:
                    values.append(SortValue(rank: 1, bits: SortValue.ordered(Int64(bitPattern: cell.bits))))
                    continue
                case .unsigned:
                    values.append(SortValue(rank: 1, bits: cell.bits))
                    continue
                case .double:
                    values.append(SortValue(rank: 1, bits: Double(bitPattern: cell.bits).orderedBits))
                    continue
                case .null, .text, .bytes, .value: break
                }
            }
            let value = try part.node.value(key, cells, rows, nil)
            if part.collation != .scalars, case .text(let text) = value {
                values.append(SortValue(key: part.collation.key(text)))
            } else {
                values.append(SortValue(value))
            }
        }
    }

    /// Whether a row comes after another by the number in its first sort key alone, which is the quick answer for most rows
    /// that a limit leaves out.
    @inline(__always)
    func isFirstKeyAfter(_ cells: UnsafePointer<RowCell>, _ values: [SortValue], at offset: Int) -> Bool {
        guard firstColumn >= 0 else { return false }
        let cell = cells[firstColumn]
        let bits: UInt64
        switch cell.kind {
        case .integer: bits = SortValue.ordered(Int64(bitPattern: cell.bits))
        case .unsigned: bits = cell.bits
        case .double: bits = Double(bitPattern: cell.bits).orderedBits
        case .null, .text, .bytes, .value: return false
        }
        if values[offset].rank == 0 { return !isFirstReversed }
        return isFirstReversed ? bits < values[offset].bits : bits > values[offset].bits
    }

    /// The sign of the order of two rows, each given by its key and ``count`` values from an offset on.
    @inline(__always)
    public func compare(
        _ a: [SortValue], at aOffset: Int, key aKey: Int64, _ b: [SortValue], at bOffset: Int, key bKey: Int64
    ) -> Int {
        for index in parts.indices {
            let order = SortValue.order(a[aOffset + index], b[bOffset + index])
            if order != 0 { return parts[index].isReversed ? -order : order }
        }
        return aKey < bKey ? -1 : aKey == bKey ? 0 : 1
    }
}

extension Double {
    /// Bits whose unsigned order is the order of numbers; both zeros are equal and NaN comes last.
    @inline(__always) var orderedBits: UInt64 {
        if isNaN { return .max }
        if self == 0 { return 1 << 63 }
        let bits = bitPattern
        return bits >> 63 == 1 ? ~bits : bits | (1 << 63)
    }
}
