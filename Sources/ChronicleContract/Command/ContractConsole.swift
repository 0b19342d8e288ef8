import Foundation

/// Where the command's texts go.
package struct ContractConsole: Sendable {
    /// Takes a line of results.
    package var print: @Sendable (String) -> Void
    /// Takes a line about what went wrong.
    package var complain: @Sendable (String) -> Void
    /// Whether results go to a terminal, on which a line of progress can be written over.
    package var isTerminal: Bool
    /// Takes text that the next line of progress replaces.
    package var progress: @Sendable (String) -> Void
    /// The name of the program.
    package var program: String

    /// A console from its parts.
    package init(
        program: String, isTerminal: Bool = false, print: @escaping @Sendable (String) -> Void,
        complain: @escaping @Sendable (String) -> Void, progress: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.program = program
        self.isTerminal = isTerminal
        self.print = print
        self.complain = complain
        self.progress = progress
    }

    /// The process's own streams.
    static let standard = ContractConsole(
        program: ProcessInfo.processInfo.processName, isTerminal: isatty(STDOUT_FILENO) == 1,
        print: { write($0 + "\n", to: .standardOutput) },
        complain: { write($0 + "\n", to: .standardError) },
        progress: { write($0, to: .standardOutput) })

    private static func write(_ text: String, to file: FileHandle) {
        // A reader that went away is no reason to stop what is under way.
        try? file.write(contentsOf: Data(text.utf8))
    }
}
