import ChronicleSchema

/// Comparisons of columns with constants, asked of packed rows without unpacking them.
public final class PackedFilter: @unchecked Sendable {
    // Invariant: the memory of the tests and questions is written in the initialiser only. It is none of arrays, so that no
    // row pays for counting who holds them.

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
        let nullByte: Int
        let nullBit: UInt8
        let nullAnswer: Bool
        let column: Int
        let form: ColumnForms.Form
        let question: any PackedQuestion
    }

    private enum Part: Sendable {
        case bits(Test)
        case cell(Question)
    }

    private let layout: PackedRowLayout
    private let headerSize: Int
    private let tests: UnsafeMutableBufferPointer<Test>
    private let questions: UnsafeMutableBufferPointer<Question>
    /// Whether rows that pass are selected by the whole condition.
    public let isWhole: Bool

    /// The parts of a condition, from its first on, that can be asked of packed rows; nil when there is none.
    ///
    /// Parts after one that cannot are left out, so that an error that it throws is not passed over.
    public init?(_ condition: CompiledCondition, layout: PackedRowLayout) {
        var tests: [Test] = []
        var questions: [Question] = []
        var isWhole = true
        for node in condition.conjuncts {
            guard let part = (node as? CellNode).flatMap({ PackedFilter.part($0, layout) }) else {
                isWhole = false
                break
            }
            switch part {
            case .bits(let test): tests.append(test)
            case .cell(let question): questions.append(question)
            }
        }
        if tests.isEmpty && questions.isEmpty { return nil }
        self.layout = layout
        headerSize = layout.headerSize
        // No part can fail, so that the quick ones come first.
        self.tests = .allocate(capacity: tests.count)
        _ = self.tests.initialize(fromContentsOf: tests)
        self.questions = .allocate(capacity: questions.count)
        _ = self.questions.initialize(fromContentsOf: questions)
        self.isWhole = isWhole
    }

    deinit {
        tests.deallocate()
        questions.deinitialize()
        questions.deallocate()
    }

    /// Whether a row passes.
    ///
    /// - Throws: ``StoreError`` `corrupt` when the bytes are damaged.
    public func holds(_ bytes: UnsafeRawBufferPointer) throws -> Bool {
        guard bytes.count >= headerSize, let base = bytes.baseAddress else { throw layout.damage() }
        for test in tests where !test.holds(base) { return false }
        return questions.isEmpty ? true : try answersQuestions(base, bytes.count)
    }

    private func answersQuestions(_ base: UnsafeRawPointer, _ size: Int) throws -> Bool {
        guard let first = questions.baseAddress else { return true }
        for place in first..<first + questions.count {
            // A null is told without its cell.
            if base.load(fromByteOffset: place.pointee.nullByte, as: UInt8.self) & place.pointee.nullBit != 0 {
                if place.pointee.nullAnswer { continue }
                return false
            }
            let cell = try layout.cell(base, size, place.pointee.column, place.pointee.form)
            do {
                if try !place.pointee.question.holds(cell) { return false }
            } catch is QueryFailure {
                throw layout.damage()
            }
        }
        return true
    }

    private static func part(_ node: CellNode, _ layout: PackedRowLayout) -> Part? {
        if let test = test(node, layout) { return .bits(test) }
        guard node.location.isRoot, layout.types.indices.contains(node.location.column) else { return nil }
        let (question, nullAnswer): (any PackedQuestion, Bool)
        switch (node.question, layout.types[node.location.column]) {
        case (.text(let test), .text):
            nullAnswer = if case .compare(let comparison) = test.question { comparison.holdsAgainstNull } else { false }
            question = PackedContains(test) ?? PackedText(test)
        case (.integerMember(let test), .integer), (.integerMember(let test), .reference),
            (.integerMember(let test), .bool):
            (question, nullAnswer) = (PackedMember(test), test.hasNull)
        case (.unsignedMember(let test), .unsigned): (question, nullAnswer) = (PackedMember(test), test.hasNull)
        case (.doubleMember(let test), .double), (.doubleMember(let test), .date):
            (question, nullAnswer) = (PackedMember(test), test.hasNull)
        default: return nil
        }
        let column = node.location.column
        return .cell(
            Question(
                nullByte: column >> 3, nullBit: 1 << UInt8(column & 7), nullAnswer: nullAnswer, column: column,
                form: layout.forms.first[column], question: question))
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
