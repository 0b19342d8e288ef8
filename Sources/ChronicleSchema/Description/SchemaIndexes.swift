/// Collects what is to be found quickly: declared indexes, uniques, and every reference.
enum SchemaIndexes {
    static func indexes(of info: ModelInfo, columns: [Schema.Column]) throws -> [Schema.IndexDescription] {
        var result: [Schema.IndexDescription] = []
        func add(_ columns: [Int], isUnique: Bool) {
            if let same = result.firstIndex(where: { $0.columns == columns }) {
                guard isUnique, !result[same].isUnique else { return }
                result.remove(at: same)
            }
            var name = names(columns).joined(separator: "_")
            // `a_b` alone and `a` with `b` join to one text; stores may not tell cases apart.
            while result.contains(where: { $0.name.lowercased() == name.lowercased() }) { name += "_" }
            result.append(Schema.IndexDescription(name: name, columns: columns, isUnique: isUnique))
        }
        func names(_ positions: [Int]) -> [String] { positions.map { columns[$0].name } }
        for slot in info.slots where slot.options.contains(.unique) {
            guard slot.columns.count == 1 else {
                throw SchemaError(
                    .invalidIndex, model: info.entityName, property: slot.name,
                    "is a composite and cannot be unique as a whole: name its fields in `static var uniques`")
            }
            add(Array(slot.columns), isUnique: true)
        }
        for (keyPaths, isUnique) in declared(info) {
            var positions: [Int] = []
            for keyPath in keyPaths { positions += try columnsOf(keyPath, in: info, isUnique: isUnique) }
            add(positions, isUnique: isUnique)
        }
        for slot in info.slots where slot.isRelationship && !slot.isToMany {
            let column = slot.columns.lowerBound
            if !result.contains(where: { $0.columns.first == column }) { add([column], isUnique: false) }
        }
        return result
    }

    private static func declared(_ info: ModelInfo) -> [([AnyKeyPath], Bool)] {
        func open<Model: PersistentModel>(_ type: Model.Type) -> [([AnyKeyPath], Bool)] {
            Model.uniques.map { ($0.keyPaths.map { $0 as AnyKeyPath }, true) }
                + Model.indexes.map { ($0.keyPaths.map { $0 as AnyKeyPath }, false) }
        }
        return open(info.type)
    }

    private static func columnsOf(_ keyPath: AnyKeyPath, in info: ModelInfo, isUnique: Bool) throws -> [Int] {
        let kind = isUnique ? "unique" : "index"
        let path = try info.resolve(keyPath)
        guard path.relationships.isEmpty, let slot = path.slot else {
            throw SchemaError(
                .invalidIndex, model: info.entityName,
                "has a declaration of \(kind) that leads outside the model: name its own properties only")
        }
        let name = info.slots[slot].name
        guard !info.slots[slot].isToMany, !info.slots[slot].options.contains(.ephemeral) else {
            throw SchemaError(
                .invalidIndex, model: info.entityName, property: name,
                "has no column of its own and cannot be in \(kind)")
        }
        guard !info.slots[slot].options.contains(.codable) else {
            throw SchemaError(
                .opaqueAttribute, model: info.entityName, property: name,
                "is .codable and cannot be in \(kind): keep the value in an attribute of its own")
        }
        guard path.columns.count == 1 else {
            throw SchemaError(
                .invalidIndex, model: info.entityName, property: name,
                "is a composite: name its fields (for example \\.\(name).field)")
        }
        return Array(path.columns)
    }
}
