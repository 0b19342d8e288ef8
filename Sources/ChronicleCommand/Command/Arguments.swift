/// The options of a subcommand, taken apart.
struct Arguments {
    /// The values by option name.
    private(set) var values: [String: String] = [:]
    /// Whether `--help` or `-h` is among them.
    private(set) var wantsHelp = false
    /// The options without a value that are among them.
    private(set) var flags: Set<String> = []

    /// Takes options that are followed by a value (`--name value` or `--name=value`), each at most once, and flags, which
    /// have none.
    ///
    /// - Throws: ``UsageError`` for anything else.
    init(_ arguments: [String], options: Set<String>, flags known: Set<String> = []) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--help" || argument == "-h" {
                wantsHelp = true
                continue
            }
            if known.contains(argument) {
                flags.insert(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard options.contains(parts[0]) else {
                throw UsageError(
                    argument.hasPrefix("-") ? "unknown option \(argument)" : "unexpected argument \(argument)")
            }
            guard let value = parts.count > 1 ? parts[1] : rest.popFirst(), !value.isEmpty else {
                throw UsageError("\(parts[0]) needs a value")
            }
            guard values.updateValue(value, forKey: parts[0]) == nil else {
                throw UsageError("\(parts[0]) is given twice")
            }
        }
    }
}

/// A command line that makes no sense, in one line.
struct UsageError: Error {
    let message: String
    init(_ message: String) { self.message = message }
}
