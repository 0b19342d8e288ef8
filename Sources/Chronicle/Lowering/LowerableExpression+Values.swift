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
