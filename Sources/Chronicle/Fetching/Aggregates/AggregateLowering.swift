import ChronicleStore

/// Turns key paths into what stores compute with, and what they computed into Swift's values.
struct AggregateLowering {
    let binding: EntityBinding
    /// Collects the entities at the ends of paths.
    let entities = Entities()

    final class Entities { var reached: Set<Int> = [] }

    init(_ binding: EntityBinding) { self.binding = binding }

    /// The one value at a key path.
    ///
    /// - Throws: ``ChronicleError`` `unsupportedKeyPath`.
    func value(_ keyPath: AnyKeyPath) throws -> Query.Value {
        let values = try values(keyPath)
        guard values.count == 1 else { throw unsupported(keyPath, "takes several columns: name one of its fields") }
        return values[0]
    }

    /// The values at a key path, several for a composite.
    ///
    /// - Throws: ``ChronicleError`` `unsupportedKeyPath`.
    func values(_ keyPath: AnyKeyPath) throws -> [Query.Value] {
        let resolved = try binding.info.resolved(keyPath, for: "An aggregate")
        let schema = binding.store.store.schema
        guard let entity = schema.entitiesByName[resolved.info.entityName] else {
            throw unsupported(keyPath, "leads to another store")
        }
        let references = resolved.relationships.map { $0.info.columns(of: $0.slot).lowerBound }
        for step in resolved.relationships {
            if let reached = step.info.destination(of: step.slot).flatMap({ schema.entitiesByName[$0.entityName] }) {
                entities.reached.insert(reached.index)
            }
        }
        let path = Query.Path(references: references, entity: entity.index)
        guard let slot = resolved.slot else { return [.key(path)] }
        let property = resolved.info.slots[slot]
        if property.isRelationship {
            throw unsupported(
                keyPath, "is a relationship: name a property of the related model, or its persistentModelID")
        }
        if property.options.contains(.codable) { throw unsupported(keyPath, "is .codable, and nothing looks into it") }
        if property.options.contains(.ephemeral) { throw unsupported(keyPath, "is .ephemeral and not stored") }
        return resolved.columns.map { .column(path, $0) }
    }

    private func unsupported(_ keyPath: AnyKeyPath, _ reason: String) -> ChronicleError {
        ChronicleError(
            .unsupportedKeyPath, "An aggregate over \(binding.info.entityName) names \(keyPath), which \(reason)",
            model: binding.info.entityName)
    }

    /// What makes keys of groups of stored values.
    ///
    /// - Throws: ``ChronicleError`` `unsupportedKeyPath` when it is no type that is stored.
    func keyDecoder<Key>(_ keyPath: AnyKeyPath, as type: Key.Type) throws -> ([StoredValue]) throws -> Key {
        let name = binding.info.entityName
        if let type = Key.self as? any AttributeValue.Type {
            return { values in
                guard let key = try Self.decode(values, as: type, of: name) as? Key else {
                    throw Self.undecodable(name)
                }
                return key
            }
        }
        guard case .key(let path)? = try values(keyPath).first else {
            throw unsupported(keyPath, "is of a type that no group is made by")
        }
        let schema = binding.store.store.schema
        let origin = PersistentIdentifier.Origin.of(
            store: binding.store.store.identifier, entity: schema.entities[path.entity].name)
        return { values in
            var identifier: PersistentIdentifier?
            if case .reference(let key)? = values.first {
                identifier = PersistentIdentifier(origin: origin, primaryKey: key)
            }
            if let key = identifier as? Key { return key }
            guard let none = (Key.self as? any OptionalValue.Type)?.none as? Key else { throw Self.undecodable(name) }
            return none
        }
    }

    /// A value of its columns.
    ///
    /// - Throws: ``ChronicleError`` `undecodableValue`.
    static func decode<Value: AttributeValue>(
        _ values: [StoredValue], as type: Value.Type, of entity: String
    ) throws -> Value {
        try withRowCells(values) { cells in
            var cursor = RowCursor(cells: cells)
            let value = Value.load(from: &cursor)
            // That a composite is absent can also show by columns of a row that is not there.
            if cursor.failures > 0, !values.allSatisfy(\.isNull) || !Value.isOptional { throw undecodable(entity) }
            return value
        }
    }

    private static func undecodable(_ entity: String) -> ChronicleError {
        ChronicleError(
            .undecodableValue,
            "A group or an extreme of \(entity) is no value of the property's type: mend the rows that hold it",
            model: entity)
    }
}
