import Chronicle
import ChronicleStore
import Foundation

/// `chronicle schema`: what a store keeps, as it describes itself.
enum SchemaCommand {
    /// - Returns: The exit status.
    static func run(_ arguments: [String]) throws -> Int32 {
        let arguments = try Arguments(arguments, options: ["--store"], flags: ["--json"])
        if arguments.wantsHelp {
            print(Help.schema)
            return 0
        }
        guard let url = arguments.values["--store"] else { throw UsageError("schema needs --store URL") }
        let schema = try StoreURL.configuration(url).storedSchema()
        if arguments.flags.contains("--json") {
            try Output.json(schema)
        } else {
            Output.line(text(schema))
        }
        return 0
    }

    static func text(_ schema: Schema) -> String {
        var parts = ["version \(schema.version)"]
        for entity in schema.entities {
            var lines: [String] = []
            if let link = entity.link {
                lines.append(
                    "\(entity.name)  (links \(link.sourceEntity).\(link.sourceProperty) with \(link.destinationEntity)"
                        + "\(link.destinationProperty.map { ".\($0)" } ?? ""))")
            } else {
                lines.append(entity.name)
                let rows = entity.columns.map { [$0.name, type($0), notes($0, entity)] }
                lines += Output.table(["", "", ""], rows).split(separator: "\n").map { "  \($0)" }
                for index in entity.indexes {
                    let names = index.columns.map { entity.columns[$0].name }.joined(separator: ", ")
                    lines.append("  \(index.isUnique ? "unique" : "index") (\(names))")
                }
                for rule in rules(entity, schema) { lines.append("  on delete: \(rule)") }
            }
            parts.append(lines.joined(separator: "\n"))
        }
        return parts.joined(separator: "\n\n")
    }

    private static func type(_ column: Schema.Column) -> String {
        (column.destination ?? column.type.rawValue) + (column.isOptional ? "?" : "")
    }

    private static func notes(_ column: Schema.Column, _ entity: Schema.Entity) -> String {
        var notes: [String] = []
        if let property = entity.properties.first(where: {
            $0.columns.contains { entity.columns[$0].name == column.name }
        }) {
            if property.isOpaque { notes.append("codable") }
            if property.isPreserved { notes.append("kept on deletion") }
        }
        if let name = column.originalName { notes.append("was \(name)") }
        return notes.joined(separator: ", ")
    }

    private static func rules(_ entity: Schema.Entity, _ schema: Schema) -> [String] {
        entity.deleteActions.map { action in
            switch action {
            case .incoming(let other, let column, let rule):
                let other = schema.entities[other]
                return "\(rule.rawValue) \(other.name) by its \(other.columns[column].name)"
            case .outgoing(let column, let other, let rule):
                return "\(rule.rawValue) \(schema.entities[other].name) by own \(entity.columns[column].name)"
            case .link(let link, _, _, let other, let rule):
                return "\(rule.rawValue) \(schema.entities[other].name) by \(schema.entities[link].name)"
            }
        }
    }
}
