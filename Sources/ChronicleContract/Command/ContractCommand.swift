import Foundation

/// The contract as a command: `list`, `explain` and `run`, for a program of a store author's own as for `chronicle contract`.
///
/// ```swift
/// exit(await ContractCommand(stores: { _ in acme }).run(Array(CommandLine.arguments.dropFirst())))
/// ```
public struct ContractCommand: Sendable {
    /// Gives the store that `--store` names.
    ///
    /// It throws ``ContractCommand/UsageError`` when it knows none of the name.
    public var stores: @Sendable (_ name: String) throws -> StoreUnderTest

    /// Words that others add to the command.
    public var words: [Word]

    /// A command over stores by name.
    public init(words: [Word] = [], stores: @escaping @Sendable (_ name: String) throws -> StoreUnderTest) {
        self.words = words
        self.stores = stores
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

    /// How the command is called.
    public static let usage = """
        usage: chronicle contract list [--chapter CODE]
               chronicle contract explain ID
               chronicle contract run --store URL [--only ID,CODE…] [--json FILE] [--markdown FILE] [--junit FILE]
                                      [--seed N] [--in DIRECTORY]

          list      every clause: identifier and promise
          explain   one clause: promise, level, what it asks of a store, where it is stated
          run       puts a store to the clauses, each at a place of its own

        Exit: 0 when the store keeps every clause that applies to it, 1 when it breaks one, 2 when the command line or a
        place is of no use.
        """

    /// Runs a command line without the words before `list`, `explain` or `run`, and returns the exit status.
    ///
    /// Results go to the standard output, complaints to the standard error.
    public func run(_ arguments: [String]) async -> Int32 {
        do {
            let rest = Array(arguments.dropFirst())
            switch arguments.first {
            case "--help", "-h", "help", nil:
                print(([Self.usage] + words.compactMap(\.usage)).joined(separator: "\n\n"))
                return arguments.isEmpty ? 2 : 0
            case "list": return try list(rest)
            case "explain": return try explain(rest)
            case "run": return try await run(rest, self)
            case "peer": return try await peer(rest)
            case let name?:
                guard let word = words.first(where: { $0.name == name }) else { throw UsageError("unknown word \(name)") }
                return try await word.run(rest)
            }
        } catch let error as UsageError {
            complain("\(error); see `chronicle contract --help`")
        } catch {
            complain("\(error)")
        }
        return 2
    }

    private func list(_ arguments: [String]) throws -> Int32 {
        let options = try ContractOptions(arguments, known: ["--chapter"])
        let wanted = options.values["--chapter"]?.uppercased()
        guard wanted == nil || StoreContract.chapters.contains(where: { $0.id == wanted }) else {
            let codes = StoreContract.chapters.map(\.id).joined(separator: ", ")
            throw UsageError("there is no chapter \(wanted ?? ""): the chapters are \(codes)")
        }
        for chapter in StoreContract.chapters where wanted == nil || chapter.id == wanted {
            print("\(chapter.id)  \(chapter.title) (\(chapter.clauses.count))")
            for clause in chapter.clauses { print("  \(clause.id)  \(clause.text)") }
        }
        if wanted == nil { print("\(StoreContract.clauses.count) clauses, contract \(StoreContract.version)") }
        return 0
    }

    private func explain(_ arguments: [String]) throws -> Int32 {
        guard let id = arguments.first, arguments.count == 1 else { throw UsageError("explain takes one identifier") }
        guard let clause = StoreContract.clause(id) else {
            throw UsageError("there is no clause \(id); `chronicle contract list` prints all")
        }
        print(clause.explanation)
        return 0
    }

    /// What a second process does; `run` starts it.
    private func peer(_ arguments: [String]) async throws -> Int32 {
        let options = try ContractOptions(arguments, known: ["--store", "--task"])
        guard let name = options.values["--store"], let task = options.values["--task"] else {
            throw UsageError("peer is for the command's own second processes")
        }
        try await ContractRunner.runPeer(task, on: try stores(name))
        return 0
    }

    func complain(_ message: String) {
        let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        FileHandle.standardError.write(Data("chronicle: \(line)\n".utf8))
    }
}

extension ContractClause {
    /// The clause in full, for `chronicle contract explain`.
    public var explanation: String {
        var lines = ["\(id): \(text)"]
        switch level {
        case .required: lines.append("level: required")
        case .stochastic:
            lines.append("level: stochastic (a pass is evidence; the seed is printed, CHRONICLE_SEED repeats it)")
        case .untested(let reason): lines.append("level: untested, \(reason)")
        }
        if !requires.isEmpty {
            lines.append("applies to stores that declare: \(requires.map(\.rawValue).sorted().joined(separator: ", "))")
        }
        if !lacking.isEmpty {
            lines.append(
                "applies to stores that do not declare: \(lacking.map(\.rawValue).sorted().joined(separator: ", "))")
        }
        if needsSecondProcess { lines.append("uses a second process") }
        if !cases.isEmpty { lines.append("guards against reported faults: \(cases.joined(separator: ", "))") }
        lines.append("stated at: \(site.fileID):\(site.line)")
        return lines.joined(separator: "\n")
    }
}
