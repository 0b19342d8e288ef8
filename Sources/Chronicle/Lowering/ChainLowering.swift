import ChronicleStore
import Foundation

/// Chains of `&&` and of `||`, which can be long: they are gone through without going deeper.
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
    func conjunction(of expression: any PredicateExpression) throws -> Lowered {
        var terms: [Query.Condition] = []
        var rest: [any PredicateExpression] = [expression]
        while let next = rest.popLast() {
            if let chain = next as? any ConjunctionExpression {
                Self.split(chain, into: &rest)
            } else {
                let condition = try condition(lower(next))
                if case .and(let inner) = condition { terms += inner } else { terms.append(condition) }
            }
        }
        return .condition(.and(terms))
    }

    func disjunction(of expression: any PredicateExpression) throws -> Lowered {
        var terms: [Query.Condition] = []
        var rest: [any PredicateExpression] = [expression]
        while let next = rest.popLast() {
            if let chain = next as? any DisjunctionExpression {
                Self.split(chain, into: &rest)
            } else {
                let condition = try condition(lower(next))
                if case .or(let inner) = condition { terms += inner } else { terms.append(condition) }
            }
        }
        return .condition(.or(terms))
    }

    private static func split(_ chain: some ChainExpression, into rest: inout [any PredicateExpression]) {
        rest.append(chain.rhs)
        rest.append(chain.lhs)
    }
}
