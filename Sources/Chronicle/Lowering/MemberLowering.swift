import ChronicleStore
import Foundation

/// What key paths lead to.
extension PredicateLowering {
    /// The value that a key path of the root leads to.
    func value(of keyPath: AnyKeyPath) throws -> Query.Value { try value(member(of: root, keyPath)) }

    /// What a key path leads to from something lowered.
    func member(of base: Lowered, _ keyPath: AnyKeyPath) throws -> Lowered {
        switch base {
        case .model(let path, let info): return try known(path, info, keyPath).result
        case .composite(let path, let type, let columns, _):
            guard let field = CompositeFields.find(in: type, from: columns.lowerBound, where: { $0 == keyPath }) else {
                throw unsupported("\(keyPath) is not among the fields that \(type) names")
            }
            return try columnsValue(path, Swift.type(of: keyPath).valueType, field)
        case .value(let value):
            if let lowered = Self.member(of: value, keyPath) { return lowered }
        case .related(let related, _):
            guard let type = Swift.type(of: keyPath).rootType as? any Collection.Type else { break }
            switch CollectionMembers.member(keyPath, of: type) {
            case .count?: return .value(.count(related))
            case .isEmpty?: return .condition(.not(.exists(related)))
            case nil:
                throw unsupported(
                    "it reads \(keyPath) of a to-many relationship; ask for its count, isEmpty, contains, allSatisfy or "
                        + "filter")
            }
        case .constant, .condition, .optionalCondition, .set, .range, .pattern: break
        }
        let type = Swift.type(of: keyPath).rootType
        throw unsupported(
            "it reads \(keyPath) of a value, which only Swift can"
                + (type is any RawRepresentable.Type ? ", unless \(type) is CaseIterable" : ""))
    }

    /// Where a key path leads from the end of a path, and how texts there are ordered; found out once.
    func known(_ path: Query.Path, _ info: ModelInfo, _ keyPath: AnyKeyPath) throws -> KnownMember {
        if let known = knowledge.members.first(ObjectIdentifier(keyPath), where: { $0.start == path }) {
            if !known.entities.isEmpty { entities.formUnion(known.entities) }
            return known
        }
        let before = entities
        entities = []
        defer { entities.formUnion(before) }
        let result = try member(of: path, info, keyPath)
        let member = KnownMember(
            keyPath: keyPath, start: path, result: result, entities: entities, collation: .of(keyPath))
        if knowledge.members.count >= LoweringKnowledge.mostMembers { knowledge.members = AddressTable() }
        knowledge.members.insert(member, under: ObjectIdentifier(keyPath))
        hasLearned = true
        return member
    }

    /// What stores know of a value's members.
    private static func member(of value: Query.Value, _ keyPath: AnyKeyPath) -> Lowered? {
        switch keyPath {
        case \String.isEmpty: return .condition(.compare(value, .equal, .literal(.text(""))))
        case \Data.isEmpty: return .condition(.compare(value, .equal, .literal(.data(Data()))))
        case \String.count, \Data.count: return .value(.length(value))
        case \URL.absoluteString: return .value(value)
        default: break
        }
        return (Swift.type(of: keyPath).rootType as? any CaseIterable.Type).flatMap { cases(of: $0, value, keyPath) }
    }

    /// A property of an enumeration, which is stored as its raw value: given for each case.
    private static func cases<T: CaseIterable>(
        of type: T.Type, _ value: Query.Value, _ keyPath: AnyKeyPath
    ) -> Lowered? {
        guard T.self is any AttributeValue.Type, T.allCases.count <= 64 else { return nil }
        var table: [(from: StoredValue, to: StoredValue)] = []
        for one in T.allCases {
            guard let from = ConstantValues.values(of: one)?.first, let to = result(one, keyPath) else { return nil }
            table.append((from, to))
        }
        // A key path to a raw value cannot be told from others by what it is.
        if table.allSatisfy({ $0.from == $0.to }) { return .value(value) }
        return .value(
            table.reversed().reduce(.literal(.null)) { rest, one in
                .conditional(.compare(value, .equal, .literal(one.from)), .literal(one.to), rest)
            })
    }

    private static func result<T>(_ one: T, _ keyPath: AnyKeyPath) -> StoredValue? {
        guard let keyPath = keyPath as? PartialKeyPath<T>,
            let result = one[keyPath: keyPath] as? any AttributeValue
        else { return nil }
        var values: [StoredValue] = []
        result.store(into: &values)
        return values.count == 1 ? values[0] : nil
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
        guard property.isRelationship else {
            return try columnsValue(path, Swift.type(of: keyPath).valueType, resolved.columns)
        }
        guard let destination = resolved.info.destination(of: slot) else {
            throw unsupported("\(keyPath) leads nowhere")
        }
        if property.isToMany { return .related(try related(path, resolved.info, slot), destination) }
        return .model(try extend(path, resolved.info, slot), destination)
    }

    private func extend(_ path: Query.Path, _ info: ModelInfo, _ slot: Int) throws -> Query.Path {
        guard let destination = info.destination(of: slot), let entity = schema.entitiesByName[destination.entityName]
        else {
            throw unsupported("\(info.slots[slot].name) leads to a model outside the store")
        }
        entities.insert(entity.index)
        return Query.Path(
            references: path.references + [info.slots[slot].columns.lowerBound], entity: entity.index,
            scope: path.scope)
    }

    /// The rows of a to-many relationship, which their own references or a link entity tell.
    private func related(_ owner: Query.Path, _ info: ModelInfo, _ slot: Int) throws -> Query.Related {
        guard let destination = info.destination(of: slot), let entity = schema.entitiesByName[destination.entityName]
        else {
            throw unsupported("\(info.slots[slot].name) leads to models outside the store")
        }
        entities.insert(entity.index)
        let inverse = info.inverse(of: slot)
        if let inverse, !inverse.info.slots[inverse.slot].isToMany {
            let column = inverse.info.slots[inverse.slot].columns.lowerBound
            return Query.Related(owner: owner, link: .column(column), entity: entity.index)
        }
        let own = schema.entitiesByName["\(info.entityName).\(info.slots[slot].name)"]
        let other = inverse.flatMap { schema.entitiesByName["\($0.info.entityName).\($0.info.slots[$0.slot].name)"] }
        guard let link = own ?? other else { throw unsupported("\(info.slots[slot].name) is not kept by the store") }
        entities.insert(link.index)
        let (ownColumn, otherColumn) = own != nil ? (0, 1) : (1, 0)
        return Query.Related(
            owner: owner, link: .entity(link.index, ownColumn: ownColumn, otherColumn: otherColumn),
            entity: entity.index)
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

/// The members of collections that stores can tell.
enum CollectionMembers {
    case count
    case isEmpty

    static func member<C: Collection>(_ keyPath: AnyKeyPath, of type: C.Type) -> CollectionMembers? {
        // Key paths to members of a protocol and of the type itself may differ.
        if keyPath == \C.count { return .count }
        if keyPath == \C.isEmpty { return .isEmpty }
        func array<Element>(_ type: [Element].Type) -> CollectionMembers? {
            keyPath == \[Element].count ? .count : keyPath == \[Element].isEmpty ? .isEmpty : nil
        }
        func open<Element>(_ type: Element.Type) -> CollectionMembers? {
            (C.self as? [Element].Type).flatMap(array)
        }
        return open(C.Element.self)
    }
}
