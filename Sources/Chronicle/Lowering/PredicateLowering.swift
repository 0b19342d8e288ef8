import ChronicleStore
import Foundation

/// Turns Foundation's predicates over models into the query language of stores.
///
/// What cannot be said in that language is refused with `unsupportedPredicate`, naming the part.
final class PredicateLowering {
    let binding: EntityBinding
    /// The entities of related rows that the answer depends on, link entities included.
    var entities: Set<Int> = []
    /// What variables stand for, and how many closures over related rows they were bound in.
    private var variables: [(id: PredicateExpressions.VariableID, value: Lowered, depth: Int)] = []
    /// How many closures over related rows are around what is being lowered.
    private(set) var depth = 0
    /// What is known, with what was learned here.
    @exclusivity(unchecked) var knowledge: LoweringKnowledge
    var hasLearned = false

    init(_ binding: EntityBinding) {
        self.binding = binding
        knowledge = binding.lowering.current
    }

    /// Has others know what was learned.
    func finish() { if hasLearned { binding.lowering.learn(knowledge) } }

    var schema: Schema { binding.store.store.schema }
    var root: Lowered { .model(Query.Path(entity: binding.entity.index), binding.info) }

    func condition<T: PersistentModel>(_ predicate: Predicate<T>) throws -> Query.Condition {
        bind(predicate.variable.key, root)
        return try condition(lower(predicate.expression))
    }

    // MARK: Variables

    func bind(_ variable: PredicateExpressions.VariableID, _ value: Lowered) {
        variables.append((variable, value, depth))
    }

    /// What a variable stands for, as seen from here.
    func value(of variable: PredicateExpressions.VariableID) throws -> Lowered {
        guard let known = variables.last(where: { $0.id == variable }) else {
            throw unsupported("it uses a variable from outside")
        }
        return known.value.moved(depth - known.depth)
    }

    /// Lowers a closure's result with its variable bound to a row of an entity, one scope further in.
    func inside<R>(
        _ variable: PredicateExpressions.VariableID, _ entity: Int, _ info: ModelInfo, _ body: () throws -> R
    ) rethrows -> R {
        depth += 1
        bind(variable, .model(Query.Path(entity: entity), info))
        defer {
            variables.removeLast()
            depth -= 1
        }
        return try body()
    }

    /// Lowers a closure's result with its variable bound to something.
    func with<R>(
        _ variable: PredicateExpressions.VariableID, _ value: Lowered, _ body: () throws -> R
    ) rethrows -> R {
        bind(variable, value)
        defer { variables.removeLast() }
        return try body()
    }

    // MARK: Expressions

    /// Lowers one expression. It comes in a box, as expressions in others can be too large for the stack.
    func lower(_ expression: any PredicateExpression) throws -> Lowered {
        try lower(expression, as: kind(of: expression))
    }

    func lower(_ expression: any PredicateExpression, as kind: ExpressionKind) throws -> Lowered {
        let type: any LowerableExpression.Type
        switch kind {
        case .lowerable(let known): type = known
        case .conjunction(let known): type = known
        case .disjunction(let known): type = known
        case .unknown:
            if let constant = constantResult(expression) { return constant }
            throw unsupported("it uses \(Self.name(of: expression))")
        }
        do { return try type.lower(expression, self) } catch let error as ChronicleError {
            // What does not depend on rows is worked out here, however it is written.
            if let constant = constantResult(expression) { return constant }
            throw error
        }
    }

    /// What lowers an expression; looked for once for each type.
    func kind(of expression: any PredicateExpression) -> ExpressionKind {
        let type = type(of: expression)
        if let known = knowledge.expressions.first(ObjectIdentifier(type)) { return known }
        let kind = ExpressionKind(type)
        knowledge.expressions.insert(kind, under: ObjectIdentifier(type))
        hasLearned = true
        return kind
    }

    /// The result of an expression that uses no variable from outside of it.
    private func constantResult(_ expression: some PredicateExpression) -> Lowered? {
        if expression is any VariableExpression { return nil }
        return try? constant(expression.evaluate(PredicateBindings()))
    }

    /// Lowers what is computed from something that may be missing, and is nil when that is.
    func optional(_ mapped: Lowered, whenPresent base: Lowered) throws -> Lowered {
        let absent: Query.Condition
        switch base {
        case .value(let value): absent = .compare(value, .equal, .literal(.null))
        case .model(let path, _) where !path.references.isEmpty: absent = .compare(.key(path), .equal, .literal(.null))
        case .composite: absent = try equal(base, .value(.literal(.null)))
        case .optionalCondition(let missing, _): absent = missing
        case .model, .condition, .constant, .set, .range, .related, .pattern: return mapped
        }
        if Self.isNull(mapped, without: base) { return mapped }
        switch mapped {
        case .model, .composite, .related, .set, .range, .pattern:
            throw unsupported("what flatMap(_:) gives is neither a value nor a part of what it is asked of")
        case .constant: return .value(.conditional(absent, .literal(.null), try value(mapped)))
        case .value(let value): return .value(.conditional(absent, .literal(.null), value))
        case .condition(let condition): return .optionalCondition(absent: absent, condition)
        case .optionalCondition(let inner, let condition):
            return .optionalCondition(absent: .or([absent, inner]), condition)
        }
    }

    /// Whether something is null as it is where something else is missing: a column of a missing row is, and no row is related
    /// to such.
    private static func isNull(_ mapped: Lowered, without base: Lowered) -> Bool {
        let start: Query.Path
        switch base {
        case .model(let path, _), .composite(let path, _, _, _): start = path
        case .value(let value):
            if case .value(value) = mapped { return true }
            return false
        default: return false
        }
        switch mapped {
        case .value(.literal(.null)): return true
        case .value(.column(let path, let column)):
            // The columns of a composite that is missing are null.
            if case .composite(_, _, let columns, _) = base { return path == start && columns.contains(column) }
            return path.starts(with: start)
        case .value(.key(let path)), .model(let path, _), .composite(let path, _, _, _):
            return path.starts(with: start)
        case .related(let related, _): return related.owner.starts(with: start)
        default: return false
        }
    }

    func unsupported(_ reason: String, property: String? = nil) -> ChronicleError {
        ChronicleError(
            .unsupportedPredicate,
            "The predicate over \(binding.info.entityName) cannot be answered by a store: \(reason). Fetch with a "
                + "simpler predicate and filter the result in Swift", model: binding.info.entityName, property: property
        )
    }

    static func name(of expression: Any) -> String {
        let name = String(describing: type(of: expression))
        return name.prefix { $0 != "<" }.split(separator: ".").last.map(String.init) ?? name
    }

    // MARK: Parts

    func condition(_ lowered: Lowered) throws -> Query.Condition {
        switch lowered {
        case .condition(let condition): return condition
        // A condition over nothing does not hold.
        case .optionalCondition(let absent, let condition): return .and([.not(absent), condition])
        case .value(.condition(let condition)): return condition
        case .value(.literal(.bool(let value))): return .constant(value)
        case .value(let value): return .isTrue(value)
        case .constant(let values) where values.count == 1: return .isTrue(.literal(values[0]))
        default: throw unsupported("a condition is expected where there is none")
        }
    }

    func value(_ lowered: Lowered) throws -> Query.Value {
        switch lowered {
        case .value(let value): return value
        case .condition(let condition): return .condition(condition)
        case .optionalCondition(let absent, let condition):
            return .conditional(absent, .literal(.null), .condition(condition))
        case .model(let path, _): return .key(path)
        case .constant(let values) where values.count == 1: return .literal(values[0])
        case .constant, .composite:
            throw unsupported("a composite is used where one value is expected; name one of its fields")
        case .set, .range, .pattern: throw unsupported("a collection is used where one value is expected")
        case .related:
            throw unsupported(
                "a to-many relationship is used where one value is expected; ask for its count, isEmpty, contains, "
                    + "allSatisfy or filter")
        }
    }
}

extension Query.Path {
    /// Whether the path leads over the end of another.
    fileprivate func starts(with other: Query.Path) -> Bool {
        scope == other.scope && references.starts(with: other.references)
    }
}

/// Marks the expressions that stand for what is bound outside of them.
protocol VariableExpression {}
extension PredicateExpressions.Variable: VariableExpression {}
