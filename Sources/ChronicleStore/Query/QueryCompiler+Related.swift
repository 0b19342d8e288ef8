import ChronicleSchema

extension QueryCompiler {
    /// Compiles what is asked of related rows.
    func related(_ related: Query.Related) throws -> RelatedRows {
        let (owner, end) = try location(related.owner, column: nil)
        guard schema.entities.indices.contains(related.entity) else {
            throw unsupported("names entity \(related.entity), which the schema does not have")
        }
        let element = schema.entities[related.entity]
        switch related.link {
        case .column(let column): try check(element, column, refersTo: end)
        case .entity(let link, let own, let other):
            guard schema.entities.indices.contains(link) else {
                throw unsupported("names entity \(link), which the schema does not have")
            }
            try check(schema.entities[link], own, refersTo: end)
            try check(schema.entities[link], other, refersTo: element)
        }
        let condition = try related.condition.map { try inside(element).condition($0) }
        return RelatedRows(owner: owner, link: related.link, entity: related.entity, condition: condition)
    }

    private func check(_ entity: Schema.Entity, _ column: Int, refersTo other: Schema.Entity) throws {
        guard entity.columns.indices.contains(column), entity.columns[column].type == .reference,
            entity.columns[column].destination == other.name
        else { throw unsupported("has related rows over a column of \(entity.name) that does not lead to \(other.name)") }
    }

    func matches(_ text: Query.Value, _ pattern: Query.TextPattern) throws -> any ConditionNode {
        let typed = try value(text)
        guard typed.type == nil || typed.type == .text else { throw unsupported("looks for a pattern in no text") }
        return PatternNode(typed.node, pattern)
    }

    /// A search with the quick form where a column is searched for a constant.
    func search(_ text: Query.Value, _ other: Query.Value) throws -> any ConditionNode {
        let (left, right) = (try value(text), try value(other))
        for type in [left.type, right.type] where type != nil && type != .text {
            throw unsupported("searches in a value that is no text")
        }
        guard let constant = right.node as? LiteralNode, case .text(let text) = constant.literal else {
            return SearchNode(left.node, right.node, pattern: nil)
        }
        let pattern = TextSearch(text)
        if let column = left.node as? ColumnNode { return SearchCellNode(column.location, pattern) }
        return SearchNode(left.node, right.node, pattern: pattern)
    }
}
