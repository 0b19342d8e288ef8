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
            .calculated(operation, try lowering.value(lowering.lower(lhs)), try lowering.value(lowering.lower(rhs))))
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
        .value(.negated(try lowering.value(lowering.lower(wrapped))))
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

/// Constants are calculated with here, as the macro makes even `-1` an operation, and indexes serve constants only. What fails, or
/// is not a plain number, is left to the store.
extension Query.Value {
    fileprivate static func negated(_ value: Query.Value) -> Query.Value {
        switch value {
        case .literal(.integer(let number)) where number != .min: .literal(.integer(-number))
        case .literal(.double(let number)) where number.isFinite: .literal(.double(-number))
        case .literal(.decimal(let number)) where !number.isNaN: .literal(.decimal(-number))
        default: .negate(value)
        }
    }

    fileprivate static func calculated(_ operation: Query.Arithmetic, _ a: Query.Value, _ b: Query.Value) -> Query.Value
    {
        switch (a, b) {
        case (.literal(.integer(let first)), .literal(.integer(let second))):
            let result: (partialValue: Int64, overflow: Bool)? =
                switch operation {
                case .add: first.addingReportingOverflow(second)
                case .subtract: first.subtractingReportingOverflow(second)
                case .multiply: first.multipliedReportingOverflow(by: second)
                case .divide, .remainder: nil
                }
            if let result, !result.overflow { return .literal(.integer(result.partialValue)) }
        case (.literal(.double(let first)), .literal(.double(let second))):
            let result: Double? =
                switch operation {
                case .add: first + second
                case .subtract: first - second
                case .multiply: first * second
                case .divide, .remainder: nil
                }
            if let result, result.isFinite { return .literal(.double(result)) }
        default: break
        }
        return .arithmetic(operation, a, b)
    }
}
