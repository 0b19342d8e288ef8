import ChronicleSchema

/// Comparisons of columns with constants, asked of packed rows without unpacking them.
public final class PackedFilter: Sendable {
    /// How a slot's bits become bits whose unsigned order is the order of the values.
    private enum Order: Sendable { case signed, unsigned, double }

    /// Whether a column lies in a range, or outside of it.
    private struct Test: Sendable {
        let nullByte: Int
        let nullBit: UInt8
        let slot: Int
        let order: Order
        let low: UInt64
        let span: UInt64
        let isOutside: Bool
        let nullAnswer: Bool

        @inline(__always) func holds(_ base: UnsafeRawPointer) -> Bool {
            if base.load(fromByteOffset: nullByte, as: UInt8.self) & nullBit != 0 { return nullAnswer }
            var bits = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: slot, as: UInt64.self))
            switch order {
            case .signed: bits ^= 1 << 63
            case .unsigned: break
            case .double: bits = Double(bitPattern: bits).orderedBits
            }
            return (bits &- low <= span) != isOutside
        }
    }

    /// A question about one column that needs its cell.
    private struct Question: Sendable {
        enum Kind: Sendable {
            case text(TextTest)
            case contains(TextTest, ByteSearch)
            case integers(ScalarMemberTest<Int64>)
            case unsigned(ScalarMemberTest<UInt64>)
            case doubles(ScalarMemberTest<Double>)
        }

        let column: Int
        let kind: Kind

        func holds(_ cell: RowCell) throws -> Bool {
            switch kind {
            case .text(let test): try test.holds(cell)
            // Most texts do not have the bytes at all.
            case .contains(let test, let search):
                cell.kind == .text && !search.isFound(in: cell.buffer) ? false : try test.holds(cell)
            case .integers(let test): try test.holds(cell)
            case .unsigned(let test): try test.holds(cell)
            case .doubles(let test): try test.holds(cell)
            }
        }

        /// Whether a text that contains the pattern has its very bytes: ASCII without the three characters that others are
        /// canonically equivalent to.
        static func isPlain(_ pattern: TextPattern) -> Bool {
            pattern.isASCII && !pattern.bytes.contains { $0 == 0x4B || $0 == 0x3B || $0 == 0x60 }
        }
    }

    private enum Part: Sendable {
        case bits(Test)
        case cell(Question)
    }

    private let layout: PackedRowLayout
    private let first: Part
    private let others: [Part]
    /// Whether rows that pass are selected by the whole condition.
    public let isWhole: Bool

    /// The parts of a condition, from its first on, that can be asked of packed rows; nil when there is none.
    ///
    /// Parts after one that cannot are left out, so that an error that it throws is not passed over.
    public init?(_ condition: CompiledCondition, layout: PackedRowLayout) {
        var tests: [Part] = []
        var isWhole = true
        for node in condition.conjuncts {
            guard let test = (node as? CellNode).flatMap({ PackedFilter.part($0, layout) }) else {
                isWhole = false
                break
            }
            tests.append(test)
        }
        guard let first = tests.first else { return nil }
        self.layout = layout
        self.first = first
        others = Array(tests.dropFirst())
        self.isWhole = isWhole
    }

    /// Whether a row passes.
    ///
    /// - Throws: ``StoreError`` `corrupt` when the bytes are damaged.
    public func holds(_ bytes: UnsafeRawBufferPointer) throws -> Bool {
        guard bytes.count >= layout.headerSize, let base = bytes.baseAddress else { throw layout.damage() }
        if try !holds(first, base, bytes) { return false }
        for part in others where try !holds(part, base, bytes) { return false }
        return true
    }

    @inline(__always)
    private func holds(_ part: Part, _ base: UnsafeRawPointer, _ bytes: UnsafeRawBufferPointer) throws -> Bool {
        switch part {
        case .bits(let test): return test.holds(base)
        case .cell(let question):
            do { return try question.holds(layout.cell(of: bytes, column: question.column)) } catch is QueryFailure {
                throw layout.damage()
            }
        }
    }

    private static func part(_ node: CellNode, _ layout: PackedRowLayout) -> Part? {
        if let test = test(node, layout) { return .bits(test) }
        guard node.location.isRoot, layout.types.indices.contains(node.location.column) else { return nil }
        let kind: Question.Kind
        switch (node.question, layout.types[node.location.column]) {
        case (.text(let test), .text):
            if case .contains = test.question, Question.isPlain(test.pattern) {
                kind = .contains(test, ByteSearch(test.pattern.bytes))
            } else {
                kind = .text(test)
            }
        case (.integerMember(let test), .integer), (.integerMember(let test), .reference),
            (.integerMember(let test), .bool):
            kind = .integers(test)
        case (.unsignedMember(let test), .unsigned): kind = .unsigned(test)
        case (.doubleMember(let test), .double), (.doubleMember(let test), .date): kind = .doubles(test)
        default: return nil
        }
        return .cell(Question(column: node.location.column, kind: kind))
    }

    private static func test(_ node: CellNode, _ layout: PackedRowLayout) -> Test? {
        guard node.location.isRoot, layout.types.indices.contains(node.location.column) else { return nil }
        let column = node.location.column
        func test(
            _ order: Order, _ comparison: Query.Comparison, _ constant: UInt64, _ nullAnswer: Bool, end: UInt64 = .max
        ) -> Test {
            let (low, high): (UInt64, UInt64?) =
                switch comparison {
                case .equal, .notEqual: (constant, constant)
                case .less: (0, constant == 0 ? nil : constant - 1)
                case .lessOrEqual: (0, constant)
                case .greater: (constant == .max ? 0 : constant + 1, constant < end ? end : nil)
                case .greaterOrEqual: (constant, end)
                }
            // No value at all lies outside of the range of all values.
            return Test(
                nullByte: column >> 3, nullBit: 1 << UInt8(column & 7), slot: layout.bitmapSize + column * 8,
                order: order, low: high == nil ? 0 : low, span: high.map { $0 - low } ?? .max,
                isOutside: comparison == .notEqual || high == nil, nullAnswer: nullAnswer)
        }
        switch (node.question, layout.types[column]) {
        case (.integer(let scalar), .bool), (.integer(let scalar), .integer), (.integer(let scalar), .reference):
            return test(
                .signed, scalar.comparison, UInt64(bitPattern: scalar.constant) ^ (1 << 63), scalar.nullAnswer)
        case (.unsigned(let scalar), .unsigned):
            return test(.unsigned, scalar.comparison, scalar.constant, scalar.nullAnswer)
        case (.double(let scalar), .double), (.double(let scalar), .date):
            // Nothing is ordered against what is no number, which has the greatest bits.
            if scalar.constant.isNaN { return nil }
            return test(
                .double, scalar.comparison, scalar.constant.orderedBits, scalar.nullAnswer, end: .max - 1)
        case (.null(let null), _):
            return Test(
                nullByte: column >> 3, nullBit: 1 << UInt8(column & 7), slot: layout.bitmapSize + column * 8,
                order: .unsigned, low: 0, span: .max, isOutside: null.expected, nullAnswer: null.expected)
        default: return nil
        }
    }
}
