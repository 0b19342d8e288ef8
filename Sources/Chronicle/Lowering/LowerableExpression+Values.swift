import ChronicleStore
import Foundation

extension PredicateExpressions.Arithmetic: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        try lowering.refuseFloat(LHS.Output.self)
        let operation: Query.Arithmetic =
            switch op {
            case .add: .add
            case .subtract: .subtract
            case .multiply: .multiply
            @unknown default: throw lowering.unsupported("it calculates with \(op)")
            }
        return .value(
            .arithmetic(operation, try lowering.value(lowering.lower(lhs)), try lowering.value(lowering.lower(rhs))))
    }
}

extension PredicateLowering {
    /// Stores keep a `Float` as a `Double`, whose results are rounded otherwise.
    fileprivate func refuseFloat(_ type: Any.Type) throws {
        if type == Float.self { throw unsupported("it calculates with Float; use Double for what is calculated with") }
    }
}

extension PredicateExpressions.UnaryMinus: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        .value(.negate(try lowering.value(lowering.lower(wrapped))))
    }
}

extension PredicateExpressions.FloatDivision: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        try lowering.refuseFloat(LHS.Output.self)
        return .value(
            .arithmetic(.divide, try lowering.value(lowering.lower(lhs)), try lowering.value(lowering.lower(rhs))))
    }
}

extension PredicateExpressions.IntDivision: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        .value(.arithmetic(.divide, try lowering.value(lowering.lower(lhs)), try lowering.value(lowering.lower(rhs))))
    }
}

extension PredicateExpressions.IntRemainder: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        .value(
            .arithmetic(.remainder, try lowering.value(lowering.lower(lhs)), try lowering.value(lowering.lower(rhs))))
    }
}

extension PredicateExpressions.Range: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        .range(try lowering.value(lowering.lower(lower)), try lowering.value(lowering.lower(upper)), isClosed: false)
    }
}

extension PredicateExpressions.ClosedRange: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        .range(try lowering.value(lowering.lower(lower)), try lowering.value(lowering.lower(upper)), isClosed: true)
    }
}

extension PredicateExpressions.RangeExpressionContains: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        guard case .range(let lower, let upper, let isClosed) = try lowering.lower(range) else {
            throw lowering.unsupported("it uses a range without two bounds")
        }
        let value = try lowering.value(lowering.lower(element))
        return .condition(
            .and([
                .compare(value, .greaterOrEqual, lower), .compare(value, isClosed ? .lessOrEqual : .less, upper),
            ]))
    }
}

extension PredicateExpressions.SequenceContains: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        let value = try lowering.value(lowering.lower(element))
        switch try lowering.lower(sequence) {
        case .set(let values): return .condition(.member(value, Query.ValueSet(values)))
        case .range(let lower, let upper, let isClosed):
            return .condition(
                .and([
                    .compare(value, .greaterOrEqual, lower), .compare(value, isClosed ? .lessOrEqual : .less, upper),
                ]))
        default: throw lowering.unsupported("it searches a collection that is not captured")
        }
    }
}

extension PredicateExpressions.CollectionContainsCollection: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        guard Base.Output.self == String.self, Other.Output.self == String.self else {
            throw lowering.unsupported("it searches a collection in another; only text can be searched so")
        }
        return .condition(
            .contains(try lowering.value(lowering.lower(base)), try lowering.value(lowering.lower(other))))
    }
}

extension PredicateExpressions.SequenceStartsWith: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        guard Base.Output.self == String.self, Prefix.Output.self == String.self else {
            throw lowering.unsupported("it asks how a collection starts; only text can be asked so")
        }
        return .condition(
            .startsWith(try lowering.value(lowering.lower(base)), try lowering.value(lowering.lower(prefix))))
    }
}
