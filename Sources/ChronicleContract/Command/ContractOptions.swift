/// The options of a subcommand: each `--name value` or `--name=value`, at most once.
package struct ContractOptions {
    /// The values by option name.
    package private(set) var values: [String: String] = [:]

    /// Takes options of known names.
    ///
    /// - Throws: ``ContractCommand/UsageError`` for anything else.
    package init(_ arguments: [String], known: Set<String>) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard known.contains(parts[0]) else {
                throw ContractCommand.UsageError(
                    argument.hasPrefix("-") ? "unknown option \(argument)" : "unexpected argument \(argument)")
            }
            guard let value = parts.count > 1 ? parts[1] : rest.popFirst(), !value.isEmpty else {
                throw ContractCommand.UsageError("\(parts[0]) needs a value")
            }
            guard values.updateValue(value, forKey: parts[0]) == nil else {
                throw ContractCommand.UsageError("\(parts[0]) is given twice")
            }
        }
    }
}
