import ChronicleStore
import Foundation

/// Chains of `&&` and of `||`: they lean to the left, and are gone through without going deeper, as they can be long.
protocol ChainExpression: PredicateExpression {
    associatedtype Left: PredicateExpression
    associatedtype Right: PredicateExpression
    var lhs: Left { get }
    var rhs: Right { get }
}

protocol ConjunctionExpression: ChainExpression {}
protocol DisjunctionExpression: ChainExpression {}

extension PredicateExpressions.Conjunction: ConjunctionExpression {}
extension PredicateExpressions.Disjunction: DisjunctionExpression {}

extension PredicateLowering {
    func conjunction(of expression: some ConjunctionExpression) throws -> Lowered {
        var terms: [Query.Condition] = []
        var rest: any PredicateExpression = expression
        while let chain = rest as? any ConjunctionExpression {
            let (left, right) = Self.parts(of: chain)
            try add(right, to: &terms, isAnd: true)
            rest = left
        }
        try add(rest, to: &terms, isAnd: true)
        return .condition(.and(terms.reversed()))
    }

    func disjunction(of expression: some DisjunctionExpression) throws -> Lowered {
        var terms: [Query.Condition] = []
        var rest: any PredicateExpression = expression
        while let chain = rest as? any DisjunctionExpression {
            let (left, right) = Self.parts(of: chain)
            try add(right, to: &terms, isAnd: false)
            rest = left
        }
        try add(rest, to: &terms, isAnd: false)
        return .condition(.or(terms.reversed()))
    }

    private static func parts(
        of chain: some ChainExpression
    ) -> (left: any PredicateExpression, right: any PredicateExpression) { (chain.lhs, chain.rhs) }

    /// Appends a term, last part first.
    private func add(_ term: some PredicateExpression, to terms: inout [Query.Condition], isAnd: Bool) throws {
        switch try condition(lower(term)) {
        case .and(let inner) where isAnd: terms += inner.reversed()
        case .or(let inner) where !isAnd: terms += inner.reversed()
        case let condition: terms.append(condition)
        }
    }
}
