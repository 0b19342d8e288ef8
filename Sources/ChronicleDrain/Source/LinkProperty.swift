import ChronicleSchema
import ChronicleStore

/// A to-many relationship that is kept in a link entity, seen from the side that it is sent with.
struct LinkProperty {
    let name: String
    let entity: Schema.Entity

    static func all(of entity: Schema.Entity, in schema: Schema) -> [LinkProperty] {
        schema.entities.compactMap { link in
            guard let description = link.link, description.sourceEntity == entity.name else { return nil }
            return LinkProperty(name: description.sourceProperty, entity: link)
        }
    }

    /// The linked keys of rows, ascending.
    func targets(of keys: [Int64], in store: any DataStore) throws -> [Int64: [Int64]] {
        let path = Query.Path(entity: entity.index)
        let set = Query.ValueSet(keys.lazy.map { StoredValue.reference($0) })
        let request = FetchRequest(
            entity: entity.index, condition: .member(.column(path, 0), set), order: [Query.SortKey(.column(path, 1))])
        var targets: [Int64: [Int64]] = [:]
        try store.fetch(request) { row in
            guard case .reference(let source)? = row.cells[0].stored(as: .reference),
                case .reference(let target)? = row.cells[1].stored(as: .reference)
            else { return }
            targets[source, default: []].append(target)
        }
        return targets
    }
}
