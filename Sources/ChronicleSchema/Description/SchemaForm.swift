/// A schema as it is written down: entities are named, so that others can be added beside them.
struct SchemaForm: Codable, Equatable {
    static let newest = 1

    struct Value: Codable, Equatable {
        var type: ColumnType
        var text: String
    }

    struct Column: Codable, Equatable {
        var name: String
        var type: ColumnType
        var isOptional: Bool
        var originalName: String?
        var destination: String?
        var defaultValue: Value?
    }

    struct Property: Codable, Equatable {
        var name: String
        var first: Int
        var count: Int
        var isPreserved: Bool
        var isOpaque: Bool
    }

    struct Index: Codable, Equatable {
        var name: String
        var columns: [Int]
        var isUnique: Bool
    }

    struct Link: Codable, Equatable {
        var sourceEntity: String
        var sourceProperty: String
        var destinationEntity: String
        var destinationProperty: String?
    }

    struct Action: Codable, Equatable {
        enum Kind: String, Codable { case incoming, outgoing, link }
        var kind: Kind
        /// The entity whose rows are treated.
        var entity: String
        var rule: Schema.DeleteRule
        /// The reference, of the other entity (`incoming`) or of the own one (`outgoing`).
        var column: Int?
        var link: String?
        var ownColumn: Int?
        var otherColumn: Int?
    }

    struct Entity: Codable, Equatable {
        var name: String
        var columns: [Column]
        var properties: [Property]
        var indexes: [Index]
        var deleteActions: [Action]
        var link: Link?
    }

    var format = Self.newest
    var version: Schema.Version
    var entities: [Entity]
}

// MARK: From a schema

extension SchemaForm {
    init(_ schema: Schema) {
        version = schema.version
        entities = schema.entities.map { entity in
            Entity(
                name: entity.name, columns: entity.columns.map(Column.init),
                properties: entity.properties.map {
                    Property(
                        name: $0.name, first: $0.columns.lowerBound, count: $0.columns.count,
                        isPreserved: $0.isPreserved, isOpaque: $0.isOpaque)
                },
                indexes: entity.indexes.map { Index(name: $0.name, columns: $0.columns, isUnique: $0.isUnique) },
                deleteActions: entity.deleteActions.map { Action($0, in: schema) },
                link: entity.link.map {
                    Link(
                        sourceEntity: $0.sourceEntity, sourceProperty: $0.sourceProperty,
                        destinationEntity: $0.destinationEntity, destinationProperty: $0.destinationProperty)
                })
        }
    }
}

extension SchemaForm.Column {
    init(_ column: Schema.Column) {
        name = column.name
        type = column.type
        isOptional = column.isOptional
        originalName = column.originalName
        destination = column.destination
        defaultValue = column.defaultValue.flatMap { SchemaForm.Value($0) }
    }
}

extension SchemaForm.Action {
    init(_ action: Schema.DeleteAction, in schema: Schema) {
        switch action {
        case .incoming(let entity, let column, let rule):
            self.init(kind: .incoming, entity: schema.entities[entity].name, rule: rule, column: column)
        case .outgoing(let column, let entity, let rule):
            self.init(kind: .outgoing, entity: schema.entities[entity].name, rule: rule, column: column)
        case .link(let link, let own, let other, let entity, let rule):
            self.init(
                kind: .link, entity: schema.entities[entity].name, rule: rule, link: schema.entities[link].name,
                ownColumn: own, otherColumn: other)
        }
    }
}

// MARK: To a schema

extension SchemaForm {
    /// Why a form describes no schema.
    struct Fault: Error, CustomStringConvertible {
        var description: String
    }

    /// The schema of the form; everything that it names is checked, since it may come from a file.
    ///
    /// - Throws: ``Fault``.
    func checkedEntities() throws -> [Schema.Entity] {
        var indexOf: [String: Int] = [:]
        for (index, entity) in entities.enumerated() {
            guard indexOf.updateValue(index, forKey: entity.name) == nil else {
                throw Fault(description: "there are two entities \(entity.name)")
            }
        }
        return try entities.enumerated().map { index, form in
            let columns = form.columns.indices
            func need(_ condition: Bool, _ what: String) throws {
                if !condition { throw Fault(description: "\(form.name): \(what)") }
            }
            let properties = try form.properties.map { property in
                let end = property.first.addingReportingOverflow(property.count)
                try need(
                    property.first >= 0 && property.count >= 0 && !end.overflow && end.partialValue <= columns.count,
                    "\(property.name) has columns that do not exist")
                return Schema.Property(
                    name: property.name, columns: property.first..<end.partialValue,
                    isPreserved: property.isPreserved, isOpaque: property.isOpaque)
            }
            let indexes = try form.indexes.map { index in
                try need(
                    index.columns.allSatisfy(columns.contains), "index \(index.name) has columns that do not exist")
                return Schema.IndexDescription(name: index.name, columns: index.columns, isUnique: index.isUnique)
            }
            if form.link != nil { try need(columns.count >= 2, "is a link without two ends") }
            return Schema.Entity(
                name: form.name, index: index,
                columns: try form.columns.map { column in
                    Schema.Column(
                        name: column.name, type: column.type, isOptional: column.isOptional,
                        originalName: column.originalName, destination: column.destination,
                        defaultValue: try column.defaultValue?.stored())
                },
                properties: properties, indexes: indexes,
                deleteActions: try form.deleteActions.map { try action($0, of: form, indexOf) },
                link: form.link.map {
                    Schema.Link(
                        sourceEntity: $0.sourceEntity, sourceProperty: $0.sourceProperty,
                        destinationEntity: $0.destinationEntity, destinationProperty: $0.destinationProperty)
                })
        }
    }

    private func action(
        _ action: Action, of form: Entity, _ indexOf: [String: Int]
    ) throws -> Schema.DeleteAction {
        let fault = Fault(description: "\(form.name): a delete rule names what does not exist")
        guard let entity = indexOf[action.entity] else { throw fault }
        func reference(_ column: Int?, of entity: Int) throws -> Int {
            guard let column, entities[entity].columns.indices.contains(column),
                entities[entity].columns[column].type == .reference
            else { throw fault }
            return column
        }
        switch action.kind {
        case .incoming:
            return .incoming(entity: entity, column: try reference(action.column, of: entity), rule: action.rule)
        case .outgoing:
            guard let own = indexOf[form.name] else { throw fault }
            return .outgoing(column: try reference(action.column, of: own), entity: entity, rule: action.rule)
        case .link:
            guard let link = action.link.flatMap({ indexOf[$0] }) else { throw fault }
            return .link(
                link: link, ownColumn: try reference(action.ownColumn, of: link),
                otherColumn: try reference(action.otherColumn, of: link), entity: entity, rule: action.rule)
        }
    }
}
