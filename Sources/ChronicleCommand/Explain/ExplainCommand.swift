import Chronicle
import ChronicleStore
import Foundation

/// `chronicle explain`: how a store answers a query, and which index would mend it.
enum ExplainCommand {
    static let help = """
        usage: chronicle explain --store URL ENTITY [--where CONDITION] [--sort PATHS] [--limit N] [--offset N] [--json]

        Runs a query over a store that is there, without its models, and prints how it was answered: the index, what is
        evaluated after reading, rows read for rows returned, the SQL and its plan where there are any, and which index would
        help. Docs/QueryPlans.md tells how to read it.

          --where CONDITION  such as "origin = 'LIS' and delay > 30": = != < <= > >=, contains, starts with, in (…),
                             is nil, is not nil, and, or, not, parentheses; carrier.name goes over a relationship
          --sort PATHS       such as "departure desc, origin"
          --limit N          at most N rows
          --offset N         without the first N rows
          --no-run           only tell the plan
          --json             print the explanation as JSON

        Exit: 0 when done, 2 when the query or the store is of no use.
        """

    /// - Returns: The exit status.
    static func run(_ words: [String]) throws -> Int32 {
        let arguments = try Arguments(
            words, options: ["--store", "--where", "--sort", "--limit", "--offset"], flags: ["--json", "--no-run"],
            operands: 1)
        if arguments.wantsHelp {
            print(help)
            return 0
        }
        guard let url = arguments.values["--store"] else { throw UsageError("explain needs --store URL") }
        guard let name = arguments.operands.first else { throw UsageError("explain needs the name of an entity") }
        let store = try StoreURL.open(url)
        let explanation = try explanation(of: name, arguments, in: store)
        try store.close()
        if arguments.flags.contains("--json") {
            try Output.json(explanation)
        } else {
            Output.line("\(explanation)")
        }
        return 0
    }

    private static func explanation(
        of name: String, _ arguments: Arguments, in store: any DataStore
    ) throws -> QueryExplanation {
        guard let entity = store.schema.entitiesByName[name] else {
            let known = store.schema.entities.map(\.name).joined(separator: ", ")
            throw UsageError("the store has no entity \(name); it has \(known)")
        }
        var request = FetchRequest(
            entity: entity.index, offset: try arguments.number("--offset", least: 0) ?? 0,
            limit: try arguments.number("--limit", least: 0))
        if let source = arguments.values["--where"] {
            request.condition = try WrittenQuery.condition(source, schema: store.schema, entity: entity)
        }
        if let source = arguments.values["--sort"] {
            request.order = try WrittenQuery.order(source, schema: store.schema, entity: entity)
        }
        return try store.explain(request, measuring: !arguments.flags.contains("--no-run"))
    }
}
