import ChronicleSchema

extension Faults {
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
