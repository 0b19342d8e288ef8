import ChronicleSchema
import ChronicleStore

/// What a batch changes in the link entities of the store that receives it.
struct LinkChanges {
    private let target: any DataStore
    private var batches: [Int: InsertBatch] = [:]
    private(set) var deletes: [RowReference] = []

    init(target: any DataStore) { self.target = target }

    /// Links a row with the given rows and no others.
    mutating func set(_ property: String, of key: Int64, entity: Schema.Entity, to keys: [Int64]) throws {
        guard let link = LinkProperty.all(of: entity, in: target.schema).first(where: { $0.name == property }) else {
            throw SinkError(.permanent, "The target's \(entity.name) has no to-many relationship \(property).")
        }
        var missing = Set(keys)
        for (stored, other) in try links(link.entity, column: 0, key: key) where missing.remove(other) == nil {
            deletes.append(RowReference(entity: link.entity.index, key: stored))
        }
        for other in missing.sorted() {
            let given = try target.allocateKeys(1).lowerBound
            batches[link.entity.index, default: InsertBatch(entity: link.entity.index)].keys.append(given)
            batches[link.entity.index]?.values += [.reference(key), .reference(other)]
        }
    }

    /// Removes the links of a row that is gone.
    mutating func removeAll(of key: Int64, entity: Schema.Entity) throws {
        for link in target.schema.entities {
            guard let description = link.link else { continue }
            for column in 0...1 {
                let end = column == 0 ? description.sourceEntity : description.destinationEntity
                guard end == entity.name else { continue }
                for (stored, _) in try links(link, column: column, key: key) {
                    deletes.append(RowReference(entity: link.index, key: stored))
                }
            }
        }
    }

    func inserts() -> [InsertBatch] { batches.values.sorted { $0.entity < $1.entity } }

    private func links(_ link: Schema.Entity, column: Int, key: Int64) throws -> [(key: Int64, other: Int64)] {
        let path = Query.Path(entity: link.index)
        let request = FetchRequest(
            entity: link.index, condition: .compare(.column(path, column), .equal, .literal(.reference(key))))
        var links: [(key: Int64, other: Int64)] = []
        try target.fetch(request) { row in
            guard case .reference(let other)? = row.cells[1 - column].stored(as: .reference) else { return }
            links.append((row.key, other))
        }
        return links
    }
}
