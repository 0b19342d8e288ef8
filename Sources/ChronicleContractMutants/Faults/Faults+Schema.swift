import ChronicleSchema

extension Faults {
    /// The schema that a store shows.
    func shown(_ schema: Schema) -> Schema {
        has(.hidesEntity) ? Schema(entities: Array(schema.entities.dropLast()), version: schema.version) : schema
    }

    /// The schema by whose rules deletions are carried out.
    func schema(_ schema: Schema) -> Schema {
        guard let rules else { return schema }
        return Schema(
            entities: schema.entities.map { entity in
                Schema.Entity(
                    name: entity.name, index: entity.index, columns: entity.columns, properties: entity.properties,
                    indexes: entity.indexes, deleteActions: entity.deleteActions.compactMap(rules), link: entity.link)
            }, version: schema.version)
    }
}
