import ChronicleStore
import Foundation

/// Chains of `&&` and of `||`, which can be long: they are gone through without going deeper.
protocol ChainExpression: LowerableExpression {
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
        var rest: [any PredicateExpression] = []
        expression.split(into: &rest)
        while let next = rest.popLast() {
            let kind = kind(of: next)
            if case .conjunction(let type) = kind {
                type.split(next, into: &rest)
            } else {
                let condition = try condition(lower(next, as: kind))
                if case .and(let inner) = condition { terms += inner } else { terms.append(condition) }
            }
        }
        return .condition(.and(terms))
    }

    func disjunction(of expression: some DisjunctionExpression) throws -> Lowered {
        var terms: [Query.Condition] = []
        var rest: [any PredicateExpression] = []
        expression.split(into: &rest)
        while let next = rest.popLast() {
            let kind = kind(of: next)
            if case .disjunction(let type) = kind {
                type.split(next, into: &rest)
            } else {
                let condition = try condition(lower(next, as: kind))
                if case .or(let inner) = condition { terms += inner } else { terms.append(condition) }
            }
        }
        return .condition(.or(terms))
    }
}

extension ChainExpression {
    fileprivate func split(into rest: inout [any PredicateExpression]) {
        rest.append(rhs)
        rest.append(lhs)
    }

    /// Splits an expression that is known to be of this type.
    fileprivate static func split(_ chain: some PredicateExpression, into rest: inout [any PredicateExpression]) {
        withUnsafePointer(to: chain) {
            UnsafeRawPointer($0).assumingMemoryBound(to: Self.self).pointee.split(into: &rest)
        }
    }
}
