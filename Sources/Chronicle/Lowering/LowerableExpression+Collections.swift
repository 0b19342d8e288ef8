import ChronicleStore
import Foundation

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
            throw lowering.unsupported("it uses a range whose bounds are no values that can be stored")
        }
        let value = try lowering.value(lowering.lower(element))
        return .condition(PredicateLowering.contains(lower, upper, isClosed: isClosed, value))
    }
}

extension PredicateLowering {
    static func contains(
        _ lower: Query.Value?, _ upper: Query.Value?, isClosed: Bool, _ value: Query.Value
    ) -> Query.Condition {
        var bounds: [Query.Condition] = []
        if let lower { bounds.append(.compare(value, .greaterOrEqual, lower)) }
        if let upper { bounds.append(.compare(value, isClosed ? .lessOrEqual : .less, upper)) }
        return .and(bounds)
    }
}

extension PredicateExpressions.SequenceContains: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        let collection = try lowering.lower(sequence)
        let element = try lowering.lower(element)
        switch collection {
        case .related(let related, _):
            let key = try lowering.value(element).moved(1)
            let isIt = Query.Condition.compare(.key(Query.Path(entity: related.entity)), .equal, key)
            return .condition(.exists(related.adding(isIt)))
        case .set(let values): return .condition(.member(try lowering.value(element), Query.ValueSet(values)))
        case .range(let lower, let upper, let isClosed):
            return .condition(
                PredicateLowering.contains(lower, upper, isClosed: isClosed, try lowering.value(element)))
        case .value(let text) where LHS.Output.self == String.self:
            return .condition(.contains(text, try lowering.value(element)))
        default: throw lowering.unsupported("it searches a collection that is neither captured nor a relationship")
        }
    }
}

extension PredicateExpressions.SequenceContainsWhere: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        switch try lowering.lower(sequence) {
        case .related(let related, let info):
            let condition = try lowering.inside(variable.key, related.entity, info) {
                try lowering.condition(lowering.lower(test))
            }
            return .condition(.exists(related.adding(condition)))
        case .set(let values):
            return .condition(.or(try lowering.unrolled(values, variable.key) { try lowering.lower(test) }))
        default: throw lowering.unsupported("it looks into a collection that is neither captured nor a relationship")
        }
    }
}

extension PredicateExpressions.SequenceAllSatisfy: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        switch try lowering.lower(sequence) {
        case .related(let related, let info):
            let condition = try lowering.inside(variable.key, related.entity, info) {
                try lowering.condition(lowering.lower(test))
            }
            return .condition(.not(.exists(related.adding(.not(condition)))))
        case .set(let values):
            return .condition(.and(try lowering.unrolled(values, variable.key) { try lowering.lower(test) }))
        default: throw lowering.unsupported("it looks into a collection that is neither captured nor a relationship")
        }
    }
}

extension PredicateExpressions.Filter: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        guard case .related(let related, let info) = try lowering.lower(sequence) else {
            throw lowering.unsupported("it filters a collection that is no to-many relationship")
        }
        let condition = try lowering.inside(variable.key, related.entity, info) {
            try lowering.condition(lowering.lower(filter))
        }
        return .related(related.adding(condition), info)
    }
}

extension PredicateLowering {
    /// A condition for each captured value that a closure is asked of.
    fileprivate func unrolled(
        _ values: [StoredValue], _ variable: PredicateExpressions.VariableID, _ body: () throws -> Lowered
    ) throws -> [Query.Condition] {
        guard values.count <= 1000 else {
            throw unsupported(
                "it asks a closure of \(values.count) captured values; 1000 are the most, use contains(_:) for more")
        }
        return try values.map { value in try with(variable, .value(.literal(value))) { try condition(body()) } }
    }
}

extension Query.Related {
    /// Those of the rows for which another condition holds too.
    fileprivate func adding(_ other: Query.Condition) -> Query.Related {
        var related = self
        related.condition = condition.map { .and([$0, other]) } ?? other
        return related
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

extension PredicateExpressions.StringContainsRegex: LowerableExpression {
    func lower(_ lowering: PredicateLowering) throws -> Lowered {
        guard Subject.Output.self == String.self, case .pattern(let pattern) = try lowering.lower(regex) else {
            throw lowering.unsupported("it looks for a pattern that is not captured, or not in a text")
        }
        return .condition(.matches(try lowering.value(lowering.lower(subject)), pattern))
    }
}
