#if SQLite
import ChronicleSchema
import ChronicleStore

extension QueryCompiler {
    /// A term over a reference as the rows that it selects at the reference's end, where an index finds these; else nil.
    mutating func overReference(_ term: Query.Condition) throws -> String? {
        guard let root = scopes.last, let reference = term.commonReference,
            let moved = term.movedOverFirstReference(),
            let name = schema.entities[root.entity].columns[reference].destination,
            let destination = schema.entitiesByName[name],
            // A row that refers to none must not be selected, with no constants that the statement may run with.
            term.rejectsMissingRows,
            try QueryPlan.isNarrow(
                FetchRequest(entity: destination.index, condition: moved), schema: schema,
                indexes: destination.indexes)
        else { return nil }
        let outer = scopes
        let inner = Scope(entity: destination.index, alias: anotherAlias())
        scopes = [inner]
        defer { scopes = outer }
        let condition = try condition(moved)
        let column = "\(root.alias).\(quoted(layouts[root.entity].names[reference]))"
        return "\(column) IN (SELECT \(inner.alias).\"id\" FROM \(quoted(layouts[inner.entity].table)) AS "
            + "\(inner.alias)\(scopes[0].joinSQL) WHERE \(condition))"
    }

    /// The rows that are related to one, from `FROM` on.
    mutating func related(_ related: Query.Related) throws -> String {
        let owner = try alias(of: related.owner) + ".\"id\""
        guard layouts.indices.contains(related.entity) else { throw Untranslatable() }
        let layout = layouts[related.entity]
        let alias = anotherAlias()
        var place = " FROM \(quoted(layout.table)) AS \(alias)"
        let link: String
        switch related.link {
        case .column(let column):
            link = "\(alias).\(quoted(layout.names[column])) = \(owner)"
        case .entity(let entity, let ownColumn, let otherColumn):
            guard layouts.indices.contains(entity) else { throw Untranslatable() }
            let (pairs, pair) = (layouts[entity], anotherAlias())
            place =
                " FROM \(quoted(pairs.table)) AS \(pair) JOIN \(quoted(layout.table)) AS \(alias) "
                + "ON \(alias).\"id\" = \(pair).\(quoted(pairs.names[otherColumn]))"
            link = "\(pair).\(quoted(pairs.names[ownColumn])) = \(owner)"
        }
        guard let condition = related.condition else { return "\(place) WHERE \(link)" }
        scopes.append(Scope(entity: related.entity, alias: alias))
        let inner = try self.condition(condition)
        let joins = scopes.removeLast().joinSQL
        return "\(place)\(joins) WHERE \(link) AND \(inner)"
    }
}
#endif
