import Foundation

/// The contract as a command: `list`, `explain`, `run` and `document`, for `chronicle contract` and for a program of a store
/// author's own, which is this:
///
/// ```swift
/// await ContractCommand(StoreUnderTest("acme") { place in .acme(at: place.url("store")) }).main()
/// ```
public struct ContractCommand: Sendable {
    /// Gives the store that `--store` names.
    ///
    /// It throws ``ContractCommand/UsageError`` when it knows none of the name.
    public var stores: @Sendable (_ name: String) throws -> StoreUnderTest
    /// Words that others add to the command.
    public var words: [Word]
    /// The arguments that lead to this command in its program, such as `contract` in `chronicle contract list`.
    public var leading: [String]
    /// The store that is meant where `--store` is left out.
    private let ownStore: StoreUnderTest?
    /// Where texts go.
    package var console = ContractConsole.standard

    /// A command over stores by name, behind the argument `contract` of its program.
    ///
    /// - Parameters:
    ///   - words: Words that the command gains beside its own.
    ///   - leading: The arguments that lead to the command in its program.
    ///   - stores: Gives the store that `--store` names, or throws ``ContractCommand/UsageError``.
    public init(
        words: [Word] = [], leading: [String] = ["contract"],
        stores: @escaping @Sendable (_ name: String) throws -> StoreUnderTest
    ) {
        self.words = words
        self.leading = leading
        self.stores = stores
        ownStore = nil
    }

    /// A command over one store, as a whole program; `--store` can be left out.
    public init(_ store: StoreUnderTest) {
        words = []
        leading = []
        stores = { name in
            guard name == store.name else { throw UsageError("\(name) is not here, only \(store.name)") }
            return store
        }
        ownStore = store
    }

    /// A word that the command gains from elsewhere.
    public struct Word: Sendable {
        /// The word.
        public var name: String
        /// How it is called and what it does; nil for one that is not for users.
        public var usage: String?
        /// Carries it out, with the arguments after the word, and returns the exit status.
        public var run: @Sendable (_ arguments: [String]) async throws -> Int32

        /// A word from its parts.
        public init(
            name: String, usage: String?, run: @escaping @Sendable (_ arguments: [String]) async throws -> Int32
        ) {
            self.name = name
            self.usage = usage
            self.run = run
        }
    }

    /// A command line that makes no sense, in one line.
    public struct UsageError: Error, CustomStringConvertible {
        /// What is wrong, and what to write instead.
        public let description: String
        /// An error from its text.
        public init(_ description: String) { self.description = description }
    }

    /// Runs the command line of this program, and ends the program with the exit status.
    public func main() async -> Never {
        exit(await run(Array(CommandLine.arguments.dropFirst(1 + leading.count))))
    }

    /// Runs a command line without the words before `list`, `explain` or `run`, and returns the exit status.
    ///
    /// Results go to the standard output, complaints to the standard error.
    public func run(_ arguments: [String]) async -> Int32 {
        do {
            let rest = Array(arguments.dropFirst())
            guard let name = arguments.first, !arguments.contains(where: { ["--help", "-h", "help"].contains($0) })
            else {
                console.print(usage)
                return arguments.isEmpty ? 2 : 0
            }
            switch name {
            case "list": return try list(rest)
            case "explain": return try explain(rest)
            case "run": return try await runStore(rest)
            case "document": return try document(rest)
            case "peer": return try await peer(rest)
            default:
                guard let word = words.first(where: { $0.name == name }) else {
                    throw UsageError("unknown word \(name)")
                }
                return try await word.run(rest)
            }
        } catch let error as UsageError {
            complain("\(error); see `\(program) --help`")
        } catch {
            complain("\(error)")
        }
        return 2
    }

    /// How the command is called.
    package var program: String { ([console.program] + leading).joined(separator: " ") }

    /// The store that `--store` names.
    func store(_ name: String?) throws -> StoreUnderTest {
        guard let name else {
            guard let ownStore else { throw UsageError("--store is missing: it names the store") }
            return ownStore
        }
        return try stores(name)
    }

    private func complain(_ message: String) {
        let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        console.complain("\(console.program): \(line)")
    }
}
