import ChronicleSchema

/// What is asked of a column of packed rows that is not null. Classes, so that nothing is copied for a row.
protocol PackedQuestion: AnyObject, Sendable {
    func holds(_ cell: RowCell) throws -> Bool
}

/// A text matched against a constant.
final class PackedText: PackedQuestion {
    private let test: TextTest
    init(_ test: TextTest) { self.test = test }
    func holds(_ cell: RowCell) throws -> Bool { try test.holds(cell) }
}

/// A text in which a constant is looked for that is found by its very bytes.
final class PackedContains: PackedQuestion {
    private let test: TextTest
    private let search: ByteSearch

    /// Nil where a text may contain the pattern without having its bytes: they are not ASCII, or one of the three characters
    /// that others are canonically equivalent to.
    init?(_ test: TextTest) {
        let pattern = test.pattern
        guard case .contains = test.question, pattern.isASCII,
            !pattern.bytes.contains(where: { $0 == 0x4B || $0 == 0x3B || $0 == 0x60 })
        else { return nil }
        self.test = test
        search = ByteSearch(pattern.bytes)
    }

    func holds(_ cell: RowCell) throws -> Bool {
        // Most texts do not have the bytes at all.
        cell.kind == .text && !search.isFound(in: cell.buffer) ? false : try test.holds(cell)
    }
}

/// A number sought in a captured set.
final class PackedMember<Scalar: CellScalar & Hashable>: PackedQuestion {
    private let test: ScalarMemberTest<Scalar>
    init(_ test: ScalarMemberTest<Scalar>) { self.test = test }
    func holds(_ cell: RowCell) throws -> Bool { try test.holds(cell) }
}
