extension Schema: Codable {
    /// The newest version of the encoded form that can be read.
    package static var newestForm: Int { SchemaForm.newest }

    /// Decodes what `encode(to:)` made, also by another process or version: a schema with the same entities.
    ///
    /// - Throws: `DecodingError` for anything else; what is decoded is whole in itself.
    public convenience init(from decoder: any Decoder) throws {
        let form = try SchemaForm(from: decoder)
        func refuse(_ why: String) -> DecodingError {
            .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: why))
        }
        guard form.format <= SchemaForm.newest else {
            throw refuse("the form \(form.format) of the schema is newer than \(SchemaForm.newest)")
        }
        do {
            self.init(entities: try form.checkedEntities(), version: form.version)
        } catch let fault as SchemaForm.Fault {
            throw refuse(fault.description)
        }
    }

    /// Encodes everything that stores know of the models: entities, columns with their defaults, indexes, delete rules.
    public func encode(to encoder: any Encoder) throws {
        try SchemaForm(self).encode(to: encoder)
    }

    /// Whether both describe the same entities in the same order, to the last detail; their models may be others.
    public func isSame(as other: Schema) -> Bool {
        self === other || SchemaForm(self) == SchemaForm(other)
    }

    /// The schema of a store that was described by another one and was then opened with this: this one, and beside it the
    /// entities that only the other one has.
    package func keeping(_ stored: Schema) throws -> Schema {
        if stored.entities.allSatisfy({ entitiesByName[$0.name] != nil }) { return self }
        var own: [String: SchemaForm.Entity] = [:]
        let form = SchemaForm(self)
        for entity in form.entities { own[entity.name] = entity }
        var entities = SchemaForm(stored).entities.map { old in
            guard var entity = own.removeValue(forKey: old.name) else {
                var old = old
                old.deleteActions.removeAll { action in
                    guard action.kind == .incoming, let other = entitiesByName[action.entity] else { return false }
                    // The reference may be gone by now.
                    return action.column.map { column in
                        !other.columns.indices.contains(column) || other.columns[column].destination != old.name
                    } ?? true
                }
                return old
            }
            // What deletions mean for the rows of entities that this schema does not know.
            entity.deleteActions += old.deleteActions.filter { action in
                guard entitiesByName[action.entity] == nil else { return false }
                return action.kind == .incoming || action.kind == .link && action.ownColumn == 1
            }
            return entity
        }
        entities += form.entities.filter { own[$0.name] != nil }
        let ordered = entities.filter { $0.link == nil } + entities.filter { $0.link != nil }
        let all = SchemaForm(version: max(version, stored.version), entities: ordered)
        return Schema(entities: try all.checkedEntities(), version: all.version)
    }
}
