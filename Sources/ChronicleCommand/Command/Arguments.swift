import Foundation

/// The options of a subcommand, taken apart.
struct Arguments {
    /// The values by option name.
    private(set) var values: [String: String] = [:]
    /// Whether `--help` or `-h` is among them.
    private(set) var wantsHelp = false
    /// The options without a value that are among them.
    private(set) var flags: Set<String> = []
    /// What stands by itself, in order.
    private(set) var operands: [String] = []

    /// Takes options that are followed by a value (`--name value` or `--name=value`), each at most once, and flags, which
    /// have none.
    ///
    /// - Parameter operands: How many arguments may stand by themselves.
    /// - Throws: ``UsageError`` for anything else.
    init(
        _ arguments: [String], options: Set<String>, flags known: Set<String> = [], operands most: Int = 0
    ) throws {
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
            if !argument.hasPrefix("-"), operands.count < most {
                operands.append(argument)
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

extension Arguments {
    /// The whole number that is an option's value.
    func number(_ option: String, least: Int) throws -> Int? {
        guard let text = values[option] else { return nil }
        guard let number = Int(text), number >= least else {
            throw UsageError("\(option) needs a whole number of at least \(least), not \(text)")
        }
        return number
    }

    /// The names that an option lists.
    func list(_ option: String) -> [String]? {
        values[option].map { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } }
    }
}

/// A command line that makes no sense, in one line.
struct UsageError: Error {
    let message: String
    init(_ message: String) { self.message = message }
}
