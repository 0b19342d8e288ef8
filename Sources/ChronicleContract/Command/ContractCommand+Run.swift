import Foundation

extension ContractCommand {
    /// Puts a store to the clauses.
    func run(_ arguments: [String], _ command: ContractCommand) async throws -> Int32 {
        let options = try ContractOptions(
            arguments, known: ["--store", "--only", "--json", "--markdown", "--junit", "--seed", "--in"])
        guard let name = options.values["--store"] else { throw UsageError("run needs --store") }
        let store = try stores(name)
        let clauses = try selected(options.values["--only"])
        var runner = ContractRunner(store, secondProcess: Self.ownProcess(store: name))
        if let text = options.values["--seed"] {
            guard let seed = UInt64(text) else { throw UsageError("--seed needs a whole number") }
            runner.seed = seed
        }
        if let directory = options.values["--in"] { runner.directory = URL(filePath: directory) }
        let report = await runner.run(clauses) { result in
            if let explanation = result.explanation(store: store.name) {
                print(explanation)
            } else if let reason = result.outcome.reason {
                print("\(result.clause.id)  \(result.outcome.name): \(reason)")
            } else {
                print("\(result.clause.id)  passed")
            }
        }
        if let file = options.values["--json"] { try report.json().write(to: URL(filePath: file)) }
        if let file = options.values["--markdown"] { try Data(report.markdown().utf8).write(to: URL(filePath: file)) }
        if let file = options.values["--junit"] { try Data(report.junit().utf8).write(to: URL(filePath: file)) }
        print(report.line)
        return report.isSuccess ? 0 : 1
    }

    /// The clauses that a comma-separated list of identifiers and chapter codes names; all without one.
    private func selected(_ list: String?) throws -> [ContractClause] {
        guard let list else { return StoreContract.clauses }
        return try list.split(separator: ",").flatMap { word in
            let word = word.trimmingCharacters(in: .whitespaces).uppercased()
            if let clause = StoreContract.clause(word) { return [clause] }
            guard let chapter = StoreContract.chapters.first(where: { $0.id == word }) else {
                throw UsageError("there is no clause or chapter \(word); `chronicle contract list` prints all")
            }
            return chapter.clauses
        }
    }

    /// Second processes that are this program again.
    package static func ownProcess(store: String) -> SecondProcess? {
        guard let program = Bundle.main.executableURL else { return nil }
        return SecondProcess { task, ending in
            let process = Process()
            process.executableURL = program
            process.arguments = ["contract", "peer", "--store", store, "--task", task]
            do { try process.run() } catch { return "could not be started: \(error)" }
            process.waitUntilExit()
            let killed = process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
            switch ending {
            case .success where process.terminationReason == .exit && process.terminationStatus == 0: return nil
            case .killed where killed: return nil
            case .success: return "ended with status \(process.terminationStatus)"
            case .killed: return "was to be killed and ended with status \(process.terminationStatus)"
            }
        }
    }
}
