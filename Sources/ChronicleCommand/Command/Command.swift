import ChronicleBench
import ChronicleContract
import ChronicleContractMutants
import Foundation

/// A command line, carried out.
enum Command {
    /// Runs a command line without the program's name, and returns the exit status.
    static func run(_ arguments: [String]) async -> Int32 {
        do {
            switch arguments.first {
            case "help" where arguments.count == 2 && !["help", "--help", "-h"].contains(arguments[1]):
                return await run([arguments[1], "--help"])
            case "help" where arguments.count > 2:
                throw UsageError("help tells of one command at a time")
            case nil, "help", "--help", "-h":
                print(Help.general)
                return arguments.isEmpty ? 2 : 0
            case "demo": return try demo(Array(arguments.dropFirst()))
            case "contract":
                return await ContractCommand(words: TeethCommand.words, stores: ContractStores.named)
                    .run(Array(arguments.dropFirst()))
            case "bench": return try await bench(Array(arguments.dropFirst()))
            case "copy": return try await Copy.run(Array(arguments.dropFirst()))
            case "drain": return try await Drain.run(Array(arguments.dropFirst()))
            case "history": return try HistoryCommand.run(Array(arguments.dropFirst()))
            case "explain": return try ExplainCommand.run(Array(arguments.dropFirst()))
            case "schema": return try SchemaCommand.run(Array(arguments.dropFirst()))
            case "watch": return try watch(Array(arguments.dropFirst()))
            case let command?: throw UsageError("unknown command \(command)")
            }
        } catch let error as UsageError {
            complain("\(error.message); see `chronicle help`")
        } catch {
            complain("\(error)")
        }
        return 2
    }

    private static func demo(_ arguments: [String]) throws -> Int32 {
        let arguments = try Arguments(arguments, options: ["--store", "--flights", "--directory"])
        if arguments.wantsHelp {
            print(Help.demo)
            return 0
        }
        let demo = Demo(
            store: arguments.values["--store"], flights: arguments.values["--flights"],
            directory: arguments.values["--directory"])
        if demo.store != nil, demo.directory != nil {
            throw UsageError("--directory is for the stores that the demo names itself, not with --store")
        }
        return try demo.run() ? 0 : 1
    }

    private static func bench(_ arguments: [String]) async throws -> Int32 {
        let arguments = try Arguments(arguments, options: BenchArguments.options, flags: BenchArguments.flags)
        if arguments.wantsHelp {
            print(Help.bench)
            return 0
        }
        do {
            return try await Bench(arguments: BenchArguments(arguments)).run() ? 0 : 1
        } catch let error as BenchMismatch {
            complain("\(error)")
            return 1
        }
    }

    private static func watch(_ arguments: [String]) throws -> Int32 {
        if arguments.contains("--help") || arguments.contains("-h") {
            print(Help.watch)
            return 0
        }
        try Watch(WatchArguments(arguments)).run()
        return 0
    }

    /// Says on the standard error what is wrong, in one line.
    static func complain(_ message: String) {
        let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        FileHandle.standardError.write(Data("chronicle: \(line)\n".utf8))
    }
}
