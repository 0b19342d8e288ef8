import Chronicle
import ChronicleStore

/// What `chronicle watch` was asked for.
struct WatchArguments {
    static let options: Set<String> = ["--store", "--sort", "--where", "--limit", "--author"]
    static let flags: Set<String> = ["--history", "--json"]

    let store: String
    /// The name of the model whose rows are shown; nil for how many there are of each.
    let entity: String?
    let sort: [(column: String, isReversed: Bool)]
    let condition: String?
    var limit = 20
    let showsHistory: Bool
    /// Whose history; nil for everybody's.
    let author: String?
    let isJSON: Bool

    /// - Throws: ``UsageError`` for what makes no sense.
    init(_ words: [String]) throws {
        var words = words
        // The model's name stands wherever a value does not.
        var entity: String?
        var index = 0
        while index < words.count {
            let word = words[index]
            if Self.options.contains(word) {
                index += 2
            } else if word.hasPrefix("-") {
                index += 1
            } else if entity == nil {
                entity = word
                words.remove(at: index)
            } else {
                throw UsageError("unexpected argument \(word)")
            }
        }
        try self.init(Arguments(words, options: Self.options, flags: Self.flags), entity: entity)
    }

    private init(_ arguments: Arguments, entity: String?) throws {
        guard let store = arguments.values["--store"] else { throw UsageError("watch needs --store URL") }
        self.store = store
        self.entity = entity
        sort = (arguments.values["--sort"] ?? "").split(separator: ",").map { word in
            word.hasPrefix("-") ? (String(word.dropFirst()), true) : (String(word), false)
        }
        condition = arguments.values["--where"]
        showsHistory = arguments.flags.contains("--history")
        author = arguments.values["--author"]
        isJSON = arguments.flags.contains("--json")
        if let text = arguments.values["--limit"] {
            guard let number = Int(text), number > 0, number <= 10_000 else {
                throw UsageError("--limit needs a whole number from 1 to 10000, not \(text)")
            }
            limit = number
        }
        if entity == nil {
            for option in ["--sort", "--where", "--limit"] where arguments.values[option] != nil {
                throw UsageError("\(option) needs the name of a model to show")
            }
        }
        if author != nil, !showsHistory { throw UsageError("--author is for --history") }
    }
}
