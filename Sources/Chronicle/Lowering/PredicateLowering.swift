import ChronicleStore
import Foundation

/// Turns Foundation's predicates over models into the query language of stores.
///
/// What cannot be said in that language is refused with `unsupportedPredicate`, naming the part.
final class PredicateLowering {
    let binding: EntityBinding
    /// The entities at the ends of paths.
    private(set) var entities: Set<Int> = []
    var variables: [PredicateExpressions.VariableID: Lowered] = [:]

    init(_ binding: EntityBinding) { self.binding = binding }

    var schema: Schema { binding.store.store.schema }

    func condition<T: PersistentModel>(_ predicate: Predicate<T>) throws -> Query.Condition {
        let root = Lowered.model(Query.Path(entity: binding.entity.index), binding.info)
        variables[predicate.variable.key] = root
        return try condition(lower(predicate.expression))
    }

    /// Lowers one expression.
    func lower(_ expression: Any) throws -> Lowered {
        guard let expression = expression as? any LowerableExpression else {
            throw unsupported("it uses \(Self.name(of: expression))")
        }
        return try expression.lower(self)
    }

    /// Lowers what is computed from something that may be missing, and is nil when that is.
    func lower(_ transform: Any, whenPresent base: Lowered) throws -> Lowered {
        let mapped = try lower(transform)
        let absent: Query.Condition
        switch base {
        case .value(let value): absent = .compare(value, .equal, .literal(.null))
        case .model(let path, _) where !path.references.isEmpty: absent = .compare(.key(path), .equal, .literal(.null))
        case .composite: absent = try equal(base, .value(.literal(.null)))
        case .optionalCondition(let missing, _): absent = missing
        case .model, .condition, .constant, .set, .range: return mapped
        }
        switch mapped {
        // A column of a missing row is null as it is.
        case .value(.column), .value(.key), .value(.literal(.null)), .model, .composite, .constant, .set, .range:
            return mapped
        case .value(let value): return .value(.conditional(absent, .literal(.null), value))
        case .condition(let condition): return .optionalCondition(absent: absent, condition)
        case .optionalCondition(let inner, let condition):
            return .optionalCondition(absent: .or([absent, inner]), condition)
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
        case .model(let path, _): return path.references.isEmpty ? .key(path) : reference(path)
        case .constant(let values) where values.count == 1: return .literal(values[0])
        case .constant, .composite:
            throw unsupported("a composite is used where one value is expected; name one of its fields")
        case .set, .range: throw unsupported("a collection is used where one value is expected")
        }
    }

    /// The reference column that a path ends with: a dangling reference is not nil, as the stored value is not.
    private func reference(_ path: Query.Path) -> Query.Value { .key(path) }

    /// The value that a key path of the root leads to.
    func value(of keyPath: AnyKeyPath) throws -> Query.Value {
        try value(member(of: .model(Query.Path(entity: binding.entity.index), binding.info), keyPath))
    }

    /// What a key path leads to from something lowered.
    func member(of base: Lowered, _ keyPath: AnyKeyPath) throws -> Lowered {
        switch base {
        case .model(let path, let info): return try member(of: path, info, keyPath)
        case .composite(let path, let type, let columns, _):
            guard let field = CompositeFields.find(in: type, from: columns.lowerBound, where: { $0 == keyPath }) else {
                throw unsupported("\(keyPath) is not among the fields that \(type) names")
            }
            return try columnsValue(path, Swift.type(of: keyPath).valueType, field)
        case .value(let value) where keyPath == \String.isEmpty:
            return .condition(.compare(value, .equal, .literal(.text(""))))
        case .constant, .value, .condition, .optionalCondition, .set, .range:
            throw unsupported("it reads \(keyPath) of a value, which only Swift can")
        }
    }

    private func member(of start: Query.Path, _ info: ModelInfo, _ keyPath: AnyKeyPath) throws -> Lowered {
        let resolved: ModelInfo.ResolvedPath
        do { resolved = try info.resolve(keyPath) } catch {
            throw unsupported("\(keyPath) is not a stored property")
        }
        var path = start
        for step in resolved.relationships { path = try extend(path, step.info, step.slot) }
        guard let slot = resolved.slot else { return .value(.key(path)) }
        let property = resolved.info.slots[slot]
        if property.options.contains(.codable) {
            throw unsupported(
                "\(resolved.info.entityName).\(property.name) is .codable, and nothing looks into it",
                property: property.name)
        }
        if property.options.contains(.ephemeral) {
            throw unsupported(
                "\(resolved.info.entityName).\(property.name) is .ephemeral and not stored", property: property.name)
        }
        if property.isToMany {
            throw unsupported(
                "\(resolved.info.entityName).\(property.name) is a to-many relationship", property: property.name)
        }
        if property.isRelationship {
            guard let destination = resolved.info.destination(of: slot) else {
                throw unsupported("\(keyPath) leads nowhere")
            }
            return .model(try extend(path, resolved.info, slot), destination)
        }
        return try columnsValue(path, Swift.type(of: keyPath).valueType, resolved.columns)
    }

    private func extend(_ path: Query.Path, _ info: ModelInfo, _ slot: Int) throws -> Query.Path {
        guard let destination = info.destination(of: slot), let entity = schema.entitiesByName[destination.entityName]
        else {
            throw unsupported("\(info.slots[slot].name) leads to a model outside the store")
        }
        entities.insert(entity.index)
        return Query.Path(references: path.references + [info.slots[slot].columns.lowerBound], entity: entity.index)
    }

    private func columnsValue(_ path: Query.Path, _ type: Any.Type, _ columns: Range<Int>) throws -> Lowered {
        guard columns.count > 1 || CompositeFields.type(of: type) != nil else {
            return .value(.column(path, columns.lowerBound))
        }
        guard let composite = CompositeFields.type(of: type) else { throw unsupported("\(type) takes several columns") }
        let isOptional = type is any OptionalValue.Type
        return .composite(
            path, composite, columns: isOptional ? columns.lowerBound + 1..<columns.upperBound : columns,
            presence: isOptional ? columns.lowerBound : nil)
    }
}
