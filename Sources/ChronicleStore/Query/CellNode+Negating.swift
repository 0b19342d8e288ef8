extension CellNode {
    /// The question with the opposite answer for every cell; nil where there is none of its kind.
    var negated: CellNode? {
        switch question {
        case .integer(let test): CellNode(location, test.negated)
        case .unsigned(let test): CellNode(location, test.negated)
        // Nothing is ordered against what is no number.
        case .double(let test): test.comparison.isOrdering ? nil : CellNode(location, test.negated)
        case .null(let test): CellNode(location, NullTest(expected: !test.expected))
        case .text(let test):
            if case .compare(let comparison) = test.question {
                comparison.isOrdering
                    ? nil : CellNode(location, TextTest(question: .compare(comparison.negated), pattern: test.pattern))
            } else {
                nil
            }
        case .integerMember, .unsignedMember, .doubleMember: nil
        }
    }
}
