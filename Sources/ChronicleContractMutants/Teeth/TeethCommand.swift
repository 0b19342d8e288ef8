public import ChronicleContract
import Foundation

/// `chronicle contract teeth`: proves the contract itself, by stores that are wrong on purpose.
public enum TeethCommand {
    /// The words that a contract command gains.
    public static let words = [
        ContractCommand.Word(name: "teeth", usage: usage) { try await teeth($0) },
        ContractCommand.Word(name: "bite", usage: nil) { try await bite($0) },
    ]

    static let usage = """
               chronicle contract teeth [--mutant ID,ID…] [--chapter CODE,CODE…] [--quick] [--matrix] [--json FILE]
               chronicle contract teeth --document

          teeth     puts stores that are wrong on purpose to the clauses, each in a process of its own, and fails when one
                    survives a clause that is to catch it, when the clause does not say what it must, when a clause
                    catches none, or when a store that is not wrong breaks one. --quick puts each store only to the clauses
                    that name it; --matrix prints for each clause what it catches; --document prints the list of
                    the stores as Docs/Teeth.md has it
        """

    private static func teeth(_ arguments: [String]) async throws -> Int32 {
        var arguments = arguments
        func flag(_ name: String) -> Bool {
            guard let position = arguments.firstIndex(of: name) else { return false }
            arguments.remove(at: position)
            return true
        }
        if flag("--document") {
            print(TeethDocument.list, terminator: "")
            return 0
        }
        let isQuick = flag("--quick")
        let wantsMatrix = flag("--matrix")
        let options = try ContractOptions(arguments, known: ["--mutant", "--chapter", "--json"])
        guard let program = Bundle.main.executableURL else {
            throw ContractCommand.UsageError("the program does not know where it lies, so that it cannot run itself")
        }
        let runner = TeethRunner(
            process: TeethProcess(program: program, arguments: ["contract", "bite"]),
            mutants: try mutants(options.values["--mutant"]), clauses: try clauses(options.values["--chapter"]),
            expected: ContractMutantKill.all, isWhole: !isQuick)
        var report = await runner.run { line in
            FileHandle.standardError.write(Data("\(line)\n".utf8))
        }
        // One mutant cannot be caught by all clauses.
        report.isPart = options.values["--mutant"] != nil
        if let file = options.values["--json"] { try report.json().write(to: URL(filePath: file)) }
        if wantsMatrix { print(report.matrix) }
        print(report.table)
        for problem in report.problems { print("problem: \(problem)") }
        print(report.line)
        return report.problems.isEmpty ? 0 : 1
    }

    /// What a child process of `teeth` does.
    private static func bite(_ arguments: [String]) async throws -> Int32 {
        let options = try ContractOptions(arguments, known: ["--mutant", "--only"])
        guard let name = options.values["--mutant"], let only = options.values["--only"] else {
            throw ContractCommand.UsageError("bite is for the command's own child processes")
        }
        let clauses = try only.split(separator: ",").map { id in
            guard let clause = StoreContract.clause(String(id)) else {
                throw ContractCommand.UsageError("there is no clause \(id)")
            }
            return clause
        }
        try await TeethChild.run(name, clauses)
        return 0
    }

    private static func mutants(_ list: String?) throws -> [ContractMutant] {
        guard let list else { return ContractMutants.all }
        return try list.split(separator: ",").map { id in
            guard let mutant = ContractMutants.mutant(String(id)) else {
                throw ContractCommand.UsageError("there is no mutant \(id)")
            }
            return mutant
        }
    }

    private static func clauses(_ list: String?) throws -> [ContractClause] {
        guard let list else { return StoreContract.clauses }
        return try list.split(separator: ",").flatMap { code in
            let code = code.uppercased()
            if let clause = StoreContract.clause(code) { return [clause] }
            guard let chapter = StoreContract.chapters.first(where: { $0.id == code }) else {
                throw ContractCommand.UsageError("there is no chapter \(code)")
            }
            return chapter.clauses
        }
    }
}
