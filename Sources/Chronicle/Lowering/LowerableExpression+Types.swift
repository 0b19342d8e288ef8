import ChronicleStore
import Foundation

extension PredicateExpressions.ConditionalCast: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        guard Self.isSame(Input.Output.self, Desired.self) else {
            throw lowering.unsupported("it casts a \(Input.Output.self) to \(Desired.self)")
        }
        return try lowering.lower(input)
    }

    fileprivate static func isSame(_ type: Any.Type, _ desired: Any.Type) -> Bool {
        type == desired || (type as? any OptionalWrapped.Type)?.wrappedType == desired
    }
}

extension PredicateExpressions.ForceCast: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        guard PredicateExpressions.ConditionalCast<Input, Desired>.isSame(Input.Output.self, Desired.self) else {
            throw lowering.unsupported("it casts a \(Input.Output.self) to \(Desired.self)")
        }
        return try lowering.lower(input)
    }
}

extension PredicateExpressions.TypeCheck: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        let type = Input.Output.self
        if type == Desired.self { return .condition(.constant(true)) }
        guard (type as? any OptionalWrapped.Type)?.wrappedType == Desired.self else {
            throw lowering.unsupported("it asks whether a \(type) is a \(Desired.self)")
        }
        return .condition(.not(try lowering.equal(lowering.lower(input), .value(.literal(.null)))))
    }
}

/// The type in an optional.
protocol OptionalWrapped { static var wrappedType: Any.Type { get } }
extension Optional: OptionalWrapped { static var wrappedType: Any.Type { Wrapped.self } }

extension PredicateExpressions.ExpressionEvaluate: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        guard
            let captured = expression as? PredicateExpressions.Value<Expression<repeat (each Input).Output, Output>>
        else { throw lowering.unsupported("it evaluates an expression that is not captured") }
        for (variable, input) in repeat (each captured.value.variable, each input) {
            try lowering.bind(variable.key, lowering.lower(input))
        }
        return try lowering.lower(captured.value.expression)
    }
}
