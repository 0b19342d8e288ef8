import ChronicleStore
import Foundation

/// An expression of Foundation's predicates that can be said in the query language.
protocol LowerableExpression: PredicateExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered
}

extension LowerableExpression {
    /// Lowers an expression that is known to be of this type, without a cast.
    static func lower(_ expression: some PredicateExpression, _ lowering: PredicateLowering) throws -> Lowered {
        try withUnsafePointer(to: expression) {
            try UnsafeRawPointer($0).assumingMemoryBound(to: Self.self).pointee.lower(lowering)
        }
    }
}

extension PredicateExpressions.Variable: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        try lowering.value(of: key)
    }
}

extension PredicateExpressions.Value: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered { try lowering.constant(value) }
}

extension PredicateExpressions.NilLiteral: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered { .value(.literal(.null)) }
}

extension PredicateExpressions.KeyPath: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        try lowering.member(of: lowering.lower(root), keyPath)
    }
}

extension PredicateExpressions.Equal: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        .condition(try lowering.equal(lowering.lower(lhs), lowering.lower(rhs)))
    }
}

extension PredicateExpressions.NotEqual: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        let equal = try lowering.equal(lowering.lower(lhs), lowering.lower(rhs))
        if case .compare(let lhs, .equal, let rhs) = equal { return .condition(.compare(lhs, .notEqual, rhs)) }
        return .condition(.not(equal))
    }
}

extension PredicateExpressions.Comparison: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        let comparison: Query.Comparison =
            switch op {
            case .lessThan: .less
            case .lessThanOrEqual: .lessOrEqual
            case .greaterThan: .greater
            case .greaterThanOrEqual: .greaterOrEqual
            @unknown default: throw lowering.unsupported("it compares with \(op)")
            }
        return .condition(try lowering.compare(lowering.lower(lhs), comparison, lowering.lower(rhs)))
    }
}

extension PredicateExpressions.Conjunction: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        try lowering.conjunction(of: self)
    }
}

extension PredicateExpressions.Disjunction: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        try lowering.disjunction(of: self)
    }
}

extension PredicateExpressions.Negation: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        .condition(.not(try lowering.condition(lowering.lower(wrapped))))
    }
}

extension PredicateExpressions.Conditional: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        .value(
            .conditional(
                try lowering.condition(lowering.lower(test)), try lowering.value(lowering.lower(trueBranch)),
                try lowering.value(lowering.lower(falseBranch))))
    }
}

extension PredicateExpressions.NilCoalesce: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        let (first, second) = (try lowering.lower(lhs), try lowering.lower(rhs))
        if case .optionalCondition(let absent, let condition) = first,
            case .value(.literal(.bool(let fallback))) = second
        {
            return .condition(fallback ? .or([absent, condition]) : .and([.not(absent), condition]))
        }
        // No row is related to one that is missing.
        if case .related = first, case .set(let values) = second, values.isEmpty { return first }
        return .value(.coalesce(try lowering.value(first), try lowering.value(second)))
    }
}

extension PredicateExpressions.OptionalFlatMap: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        let base = try lowering.lower(wrapped)
        let mapped = try lowering.with(variable.key, base) { try lowering.lower(transform) }
        return try lowering.optional(mapped, whenPresent: base)
    }
}

extension PredicateExpressions.ForcedUnwrap: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered { try lowering.lower(inner) }
}
