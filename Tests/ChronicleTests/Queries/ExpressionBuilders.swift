import Chronicle
import Foundation

// What the macro expands to, for expressions whose types are only known at run time.

func path<R, V>(_ root: Expr<R>, _ keyPath: any KeyPath<R, V> & Sendable) -> Expr<V> {
    func open<E: StandardPredicateExpression<R>>(_ root: E) -> Expr<V> {
        PredicateExpressions.build_KeyPath(root: root, keyPath: keyPath)
    }
    return open(root)
}

func value<V: Codable & Sendable>(_ value: V) -> Expr<V> { PredicateExpressions.build_Arg(value) }

func and(_ a: Expr<Bool>, _ b: Expr<Bool>) -> Expr<Bool> {
    func open<A: StandardPredicateExpression<Bool>, B: StandardPredicateExpression<Bool>>(_ a: A, _ b: B) -> Expr<Bool> {
        PredicateExpressions.build_Conjunction(lhs: a, rhs: b)
    }
    return open(a, b)
}

func or(_ a: Expr<Bool>, _ b: Expr<Bool>) -> Expr<Bool> {
    func open<A: StandardPredicateExpression<Bool>, B: StandardPredicateExpression<Bool>>(_ a: A, _ b: B) -> Expr<Bool> {
        PredicateExpressions.build_Disjunction(lhs: a, rhs: b)
    }
    return open(a, b)
}

func not(_ a: Expr<Bool>) -> Expr<Bool> {
    func open<A: StandardPredicateExpression<Bool>>(_ a: A) -> Expr<Bool> { PredicateExpressions.build_Negation(a) }
    return open(a)
}

func equal<T: Equatable>(_ a: Expr<T>, _ b: Expr<T>, _ isNegated: Bool) -> Expr<Bool> {
    func open<A: StandardPredicateExpression<T>, B: StandardPredicateExpression<T>>(_ a: A, _ b: B) -> Expr<Bool> {
        if isNegated { PredicateExpressions.build_NotEqual(lhs: a, rhs: b) } else {
            PredicateExpressions.build_Equal(lhs: a, rhs: b)
        }
    }
    return open(a, b)
}

/// How two values are compared.
enum Comparing { case lessThan, lessThanOrEqual, greaterThan, greaterThanOrEqual }

func compared<T: Comparable>(
    _ a: Expr<T>, _ b: Expr<T>,
    _ op: Comparing
) -> Expr<Bool> {
    func open<A: StandardPredicateExpression<T>, B: StandardPredicateExpression<T>>(_ a: A, _ b: B) -> Expr<Bool> {
        switch op {
        case .lessThan: PredicateExpressions.build_Comparison(lhs: a, rhs: b, op: .lessThan)
        case .lessThanOrEqual: PredicateExpressions.build_Comparison(lhs: a, rhs: b, op: .lessThanOrEqual)
        case .greaterThan: PredicateExpressions.build_Comparison(lhs: a, rhs: b, op: .greaterThan)
        case .greaterThanOrEqual:
            PredicateExpressions.build_Comparison(lhs: a, rhs: b, op: .greaterThanOrEqual)
        }
    }
    return open(a, b)
}

func isNil<T: Equatable>(_ a: Expr<T?>, _ isNegated: Bool) -> Expr<Bool> {
    func open<A: StandardPredicateExpression<T?>>(_ a: A) -> Expr<Bool> {
        // As the macro has it for types that cannot be compared.
        if isNegated {
            PredicateExpressions.build_NotEqual(lhs: a, rhs: PredicateExpressions.build_NilLiteral())
        } else {
            PredicateExpressions.build_Equal(lhs: a, rhs: PredicateExpressions.build_NilLiteral())
        }
    }
    return open(a)
}

func conditional<T>(_ test: Expr<Bool>, _ a: Expr<T>, _ b: Expr<T>) -> Expr<T> {
    func open<C: StandardPredicateExpression<Bool>, A: StandardPredicateExpression<T>, B: StandardPredicateExpression<T>>(
        _ test: C, _ a: A, _ b: B
    ) -> Expr<T> { PredicateExpressions.build_Conditional(test, a, b) }
    return open(test, a, b)
}

func coalesce<T>(_ a: Expr<T?>, _ b: Expr<T>) -> Expr<T> {
    func open<A: StandardPredicateExpression<T?>, B: StandardPredicateExpression<T>>(_ a: A, _ b: B) -> Expr<T> {
        PredicateExpressions.build_NilCoalesce(lhs: a, rhs: b)
    }
    return open(a, b)
}

/// A closure's body is made twice, the first time for its type; it must come out the same.
func flatMap<T, R>(_ a: Expr<T?>, _ body: (PredicateExpressions.Variable<T>) -> Expr<R>) -> Expr<R?> {
    func open<A: StandardPredicateExpression<T?>, B: StandardPredicateExpression<R>>(_ a: A, _ sample: B) -> Expr<R?> {
        let made: PredicateExpressions.OptionalFlatMap<A, T, B, R> = PredicateExpressions.build_flatMap(a) {
            body($0) as? B ?? sample
        }
        return made
    }
    return open(a, body(PredicateExpressions.Variable<T>()))
}

func flatJoin<T, R>(_ a: Expr<T?>, _ body: (PredicateExpressions.Variable<T>) -> Expr<R?>) -> Expr<R?> {
    func open<A: StandardPredicateExpression<T?>, B: StandardPredicateExpression<R?>>(_ a: A, _ sample: B) -> Expr<R?> {
        let made: PredicateExpressions.OptionalFlatMap<A, T, B, R> = PredicateExpressions.build_flatMap(a) {
            body($0) as? B ?? sample
        }
        return made
    }
    return open(a, body(PredicateExpressions.Variable<T>()))
}

func containsWhere<T>(_ a: Expr<[T]>, _ body: (PredicateExpressions.Variable<T>) -> Expr<Bool>) -> Expr<Bool> {
    func open<A: StandardPredicateExpression<[T]>, B: StandardPredicateExpression<Bool>>(
        _ a: A, _ sample: B
    ) -> Expr<Bool> { PredicateExpressions.build_contains(a, where: { body($0) as? B ?? sample }) }
    return open(a, body(PredicateExpressions.Variable<T>()))
}

func everySatisfies<T>(_ a: Expr<[T]>, _ body: (PredicateExpressions.Variable<T>) -> Expr<Bool>) -> Expr<Bool> {
    func open<A: StandardPredicateExpression<[T]>, B: StandardPredicateExpression<Bool>>(
        _ a: A, _ sample: B
    ) -> Expr<Bool> { PredicateExpressions.build_allSatisfy(a) { body($0) as? B ?? sample } }
    return open(a, body(PredicateExpressions.Variable<T>()))
}

func filter<T>(_ a: Expr<[T]>, _ body: (PredicateExpressions.Variable<T>) -> Expr<Bool>) -> Expr<[T]> {
    func open<A: StandardPredicateExpression<[T]>, B: StandardPredicateExpression<Bool>>(
        _ a: A, _ sample: B
    ) -> Expr<[T]> { PredicateExpressions.build_filter(a) { body($0) as? B ?? sample } }
    return open(a, body(PredicateExpressions.Variable<T>()))
}

func contains<T: Equatable>(_ a: Expr<[T]>, _ b: Expr<T>) -> Expr<Bool> {
    func open<A: StandardPredicateExpression<[T]>, B: StandardPredicateExpression<T>>(_ a: A, _ b: B) -> Expr<Bool> {
        PredicateExpressions.build_contains(a, b)
    }
    return open(a, b)
}

func member<S: Sequence>(_ a: Expr<S>, _ b: Expr<S.Element>) -> Expr<Bool> where S.Element: Equatable {
    func open<A: StandardPredicateExpression<S>, B: StandardPredicateExpression<S.Element>>(
        _ a: A, _ b: B
    ) -> Expr<Bool> { PredicateExpressions.build_contains(a, b) }
    return open(a, b)
}

func inRange<S: RangeExpression>(_ a: Expr<S>, _ b: Expr<S.Bound>) -> Expr<Bool> {
    func open<A: StandardPredicateExpression<S>, B: StandardPredicateExpression<S.Bound>>(
        _ a: A, _ b: B
    ) -> Expr<Bool> { PredicateExpressions.build_contains(a, b) }
    return open(a, b)
}

func holds(_ a: Expr<String>, _ b: Expr<String>) -> Expr<Bool> {
    func open<A: StandardPredicateExpression<String>, B: StandardPredicateExpression<String>>(
        _ a: A, _ b: B
    ) -> Expr<Bool> { PredicateExpressions.build_contains(a, b) }
    return open(a, b)
}

func starts(_ a: Expr<String>, _ b: Expr<String>) -> Expr<Bool> {
    func open<A: StandardPredicateExpression<String>, B: StandardPredicateExpression<String>>(
        _ a: A, _ b: B
    ) -> Expr<Bool> { PredicateExpressions.build_starts(a, with: b) }
    return open(a, b)
}

func search(_ a: Expr<String>, _ b: Expr<String>) -> Expr<Bool> {
    func open<A: StandardPredicateExpression<String>, B: StandardPredicateExpression<String>>(
        _ a: A, _ b: B
    ) -> Expr<Bool> { PredicateExpressions.build_localizedStandardContains(a, b) }
    return open(a, b)
}

func order(_ a: Expr<String>, _ b: Expr<String>, _ isStandard: Bool) -> Expr<ComparisonResult> {
    func open<A: StandardPredicateExpression<String>, B: StandardPredicateExpression<String>>(
        _ a: A, _ b: B
    ) -> Expr<ComparisonResult> {
        if isStandard { PredicateExpressions.build_localizedCompare(a, b) } else {
            PredicateExpressions.build_caseInsensitiveCompare(a, b)
        }
    }
    return open(a, b)
}

func sum(_ a: Expr<Int>, _ b: Expr<Int>) -> Expr<Int> { arithmetic(a, b, 0) }
func difference(_ a: Expr<Int>, _ b: Expr<Int>) -> Expr<Int> { arithmetic(a, b, 1) }
func product(_ a: Expr<Int>, _ b: Expr<Int>) -> Expr<Int> { arithmetic(a, b, 2) }
func quotient(_ a: Expr<Int>, _ b: Expr<Int>) -> Expr<Int> { arithmetic(a, b, 3) }
func remainder(_ a: Expr<Int>, _ b: Expr<Int>) -> Expr<Int> { arithmetic(a, b, 4) }

private func arithmetic(_ a: Expr<Int>, _ b: Expr<Int>, _ kind: Int) -> Expr<Int> {
    func open<A: StandardPredicateExpression<Int>, B: StandardPredicateExpression<Int>>(_ a: A, _ b: B) -> Expr<Int> {
        switch kind {
        case 0: PredicateExpressions.build_Arithmetic(lhs: a, rhs: b, op: .add)
        case 1: PredicateExpressions.build_Arithmetic(lhs: a, rhs: b, op: .subtract)
        case 2: PredicateExpressions.build_Arithmetic(lhs: a, rhs: b, op: .multiply)
        case 3: PredicateExpressions.build_Division(lhs: a, rhs: b)
        default: PredicateExpressions.build_Remainder(lhs: a, rhs: b)
        }
    }
    return open(a, b)
}

func negative(_ a: Expr<Int>) -> Expr<Int> {
    func open<A: StandardPredicateExpression<Int>>(_ a: A) -> Expr<Int> { PredicateExpressions.build_UnaryMinus(a) }
    return open(a)
}
