import Foundation

extension Schema {
    /// The schema of models and of all models that they are related to.
    ///
    /// Everything is checked here, once.
    ///
    /// - Throws: ``SchemaError`` that names the type and property that is wrong.
    public convenience init(_ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)) throws {
        var builder = SchemaBuilder()
        for type in types { try builder.add(type) }
        self.init(entities: try builder.entities(), version: version)
    }

    /// The schema of models and of all models that they are related to.
    public convenience init(_ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)) throws {
        try self.init(types, version: version)
    }
}

/// Turns model classes into entities.
struct SchemaBuilder {
    private(set) var infos: [ModelInfo] = []
    private var indexOf: [String: Int] = [:]
    /// The entities' names by their lower-case forms: engines that do not tell cases apart would have one table for two.
    private var spellings: [String: String] = [:]
    private var links: [LinkPlan] = []

    private struct LinkPlan {
        var source: ModelInfo
        var slot: Int
        var destination: ModelInfo
        var inverse: Int?
        var index: Int
    }

    mutating func add(_ type: any PersistentModel.Type) throws {
        let info = try ModelInfo.of(type)
        if let index = indexOf[info.entityName] {
            guard infos[index] === info else {
                throw SchemaError(
                    .duplicateName, model: info.entityName,
                    "is the entity name of two models: give one another `static var entityName`")
            }
            return
        }
        if let other = spellings.updateValue(info.entityName, forKey: info.entityName.lowercased()) {
            throw SchemaError(
                .duplicateName, model: info.entityName,
                "differs from the entity name \(other) by case alone: give one of the models another `static var entityName`"
            )
        }
        try Self.checkNames(info)
        indexOf[info.entityName] = infos.count
        infos.append(info)
        for slot in info.slots.indices {
            guard case .relationship(let destination, _, _, _) = info.slots[slot].declaration.kind else { continue }
            try add(destination)
        }
    }

    private static func checkNames(_ info: ModelInfo) throws {
        var seen: Set<String> = []
        for slot in info.slots {
            guard seen.insert(slot.name.lowercased()).inserted, slot.name.lowercased() != "id" else {
                throw SchemaError(
                    .duplicateName, model: info.entityName, property: slot.name,
                    "has a name that is taken (names differ by more than case, and `id` is the row's key): rename it")
            }
            if slot.options.contains(.codable), slot.options.contains(.unique) {
                throw SchemaError(
                    .opaqueAttribute, model: info.entityName, property: slot.name,
                    "is .codable and cannot be unique: keep the value that identifies it in an attribute of its own")
            }
            if slot.options.contains(.ephemeral), !slot.options.isDisjoint(with: [.unique, .preserveValueOnDeletion]) {
                throw SchemaError(
                    .invalidAttribute, model: info.entityName, property: slot.name,
                    "is .ephemeral, so that nothing of it is stored: drop its other options")
            }
        }
    }

    mutating func entities() throws -> [Schema.Entity] {
        try planLinks()
        var result: [Schema.Entity] = []
        for (index, info) in infos.enumerated() { result.append(try entity(info, index)) }
        for link in links { result.append(linkEntity(link)) }
        return result
    }

    // MARK: Links

    private mutating func planLinks() throws {
        for info in infos {
            for slot in info.slots.indices where info.slots[slot].isToMany {
                guard let destination = info.destination(of: slot) else { continue }
                let inverse = info.inverse(of: slot)
                if info.declaredInverse(of: slot) != nil {
                    guard let inverse, inverse.info.slots[inverse.slot].isRelationship,
                        inverse.info.destination(of: inverse.slot) === info
                    else {
                        throw SchemaError(
                            .invalidRelationship, model: info.entityName, property: info.slots[slot].name,
                            "names an inverse that is not a relationship back to \(info.entityName)")
                    }
                }
                if let inverse, !inverse.info.slots[inverse.slot].isToMany { continue }
                if let inverse, links.contains(where: { $0.source === inverse.info && $0.slot == inverse.slot }) {
                    continue
                }
                links.append(
                    LinkPlan(
                        source: info, slot: slot, destination: destination, inverse: inverse?.slot,
                        index: infos.count + links.count))
            }
        }
    }

    private func linkEntity(_ link: LinkPlan) -> Schema.Entity {
        let name = "\(link.source.entityName).\(link.source.slots[link.slot].name)"
        return Schema.Entity(
            name: name, index: link.index,
            columns: [
                Schema.Column(
                    name: "source", type: .reference, isOptional: false, destination: link.source.entityName),
                Schema.Column(
                    name: "target", type: .reference, isOptional: false, destination: link.destination.entityName),
            ],
            properties: [
                Schema.Property(name: "source", columns: 0..<1, isPreserved: false, isOpaque: false),
                Schema.Property(name: "target", columns: 1..<2, isPreserved: false, isOpaque: false),
            ],
            indexes: [
                Schema.IndexDescription(name: "\(name).pair", columns: [0, 1], isUnique: true),
                Schema.IndexDescription(name: "\(name).target", columns: [1], isUnique: false),
            ],
            deleteActions: [],
            link: Schema.Link(
                sourceEntity: link.source.entityName, sourceProperty: link.source.slots[link.slot].name,
                destinationEntity: link.destination.entityName,
                destinationProperty: link.inverse.map { link.destination.slots[$0].name }))
    }

    // MARK: Entities

    private func entity(_ info: ModelInfo, _ index: Int) throws -> Schema.Entity {
        var columns: [Schema.Column] = []
        var properties: [Schema.Property] = []
        for (number, slot) in info.slots.enumerated() {
            let declaration = slot.declaration
            switch declaration.kind {
            case .attribute(let shape, _, let options):
                guard !options.contains(.ephemeral) else { continue }
                Self.flatten(
                    shape, name: slot.name, original: declaration.originalName, optional: false, into: &columns)
                for (column, value) in zip(slot.columns, Self.defaults(info, number)) {
                    columns[column].defaultValue = value
                }
            case .relationship(let destination, false, _, _):
                columns.append(
                    Schema.Column(
                        name: slot.name, type: .reference, isOptional: true, originalName: declaration.originalName,
                        destination: destination.entityName))
            case .relationship: continue
            }
            properties.append(
                Schema.Property(
                    name: slot.name, columns: slot.columns,
                    isPreserved: slot.options.contains(.preserveValueOnDeletion),
                    isOpaque: slot.options.contains(.codable)))
        }
        return Schema.Entity(
            name: info.entityName, index: index, columns: columns, properties: properties,
            indexes: try SchemaIndexes.indexes(of: info, columns: columns),
            deleteActions: try deleteActions(of: info), link: nil)
    }

    /// The default values of a slot's columns, nil for those that have none; empty when the slot has none.
    private static func defaults(_ info: ModelInfo, _ slot: Int) -> [StoredValue?] {
        var values: [StoredValue] = []
        guard info.extract(info.prototype, slot: slot, into: &values) else { return [] }
        let isOpaque = info.slots[slot].options.contains(.codable)
        return values.map { value in
            switch value {
            case .null: nil
            // What could not be encoded.
            case .text where isOpaque: nil
            case .double(let number) where number.isNaN: nil
            case .date(let date) where date.timeIntervalSinceReferenceDate.isNaN: nil
            case .decimal(let number) where number.isNaN: nil
            default: value
            }
        }
    }

    private static func flatten(
        _ shape: ValueShape, name: String, original: String?, optional: Bool, into columns: inout [Schema.Column]
    ) {
        switch shape {
        case .scalar(let type):
            columns.append(Schema.Column(name: name, type: type, isOptional: optional, originalName: original))
        case .optional(.composite(let fields)):
            columns.append(Schema.Column(name: name, type: .bool, isOptional: false, originalName: original))
            flatten(.composite(fields), name: name, original: original, optional: true, into: &columns)
        case .optional(let wrapped):
            flatten(wrapped, name: name, original: original, optional: true, into: &columns)
        case .composite(let fields):
            for field in fields {
                flatten(
                    field.shape, name: "\(name).\(field.name)", original: original.map { "\($0).\(field.name)" },
                    optional: optional, into: &columns)
            }
        }
    }

    // MARK: Delete rules

    private func deleteActions(of info: ModelInfo) throws -> [Schema.DeleteAction] {
        var actions: [Schema.DeleteAction] = []
        for slot in info.slots.indices {
            guard case .relationship(_, let isToMany, let rule, _) = info.slots[slot].declaration.kind,
                let destination = info.destination(of: slot), let other = indexOf[destination.entityName]
            else { continue }
            if !isToMany {
                if rule == .cascade || rule == .deny {
                    actions.append(
                        .outgoing(column: info.slots[slot].columns.lowerBound, entity: other, rule: rule))
                }
            } else if let link = links.first(where: { $0.source === info && $0.slot == slot }) {
                actions.append(.link(link: link.index, ownColumn: 0, otherColumn: 1, entity: other, rule: rule))
            } else if let inverse = info.inverse(of: slot), inverse.info.slots[inverse.slot].isToMany,
                let link = links.first(where: { $0.source === inverse.info && $0.slot == inverse.slot })
            {
                actions.append(.link(link: link.index, ownColumn: 1, otherColumn: 0, entity: other, rule: rule))
            }
        }
        // One-way links that end here.
        for link in links where link.destination === info && link.inverse == nil {
            guard let other = indexOf[link.source.entityName] else { continue }
            actions.append(.link(link: link.index, ownColumn: 1, otherColumn: 0, entity: other, rule: .nullify))
        }
        // References from other rows, by the rule of the relationship at this end.
        for (index, other) in infos.enumerated() {
            for slot in other.slots.indices {
                guard case .relationship(let destination, false, _, _) = other.slots[slot].declaration.kind,
                    ObjectIdentifier(destination) == ObjectIdentifier(info.type)
                else { continue }
                var rule = Schema.DeleteRule.nullify
                if let inverse = other.inverse(of: slot),
                    case .relationship(_, let isToMany, let declared, _) = inverse.info.slots[inverse.slot].declaration
                        .kind
                {
                    // A to-one inverse carries out its own cascade or denial through its own column.
                    rule = isToMany || declared == .noAction ? declared : .nullify
                }
                actions.append(
                    .incoming(entity: index, column: other.slots[slot].columns.lowerBound, rule: rule))
            }
        }
        return actions
    }
}
