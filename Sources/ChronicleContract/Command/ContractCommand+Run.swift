import Foundation

extension ContractCommand {
    /// `run`: puts a store to the clauses.
    func runStore(_ arguments: [String]) async throws -> Int32 {
        let options = try ContractOptions(
            arguments, known: ["--store", "--only", "--seed", "--in", "--json", "--markdown", "--junit"])
        let store = try store(options.values["--store"])
        let clauses = try Self.clauses(options.values["--only"])
        var runner = ContractRunner(
            store, secondProcess: Self.ownProcess(store: options.values["--store"] ?? store.name, leading: leading))
        if let text = options.values["--seed"] {
            guard let seed = UInt64(text) else { throw UsageError("--seed needs a whole number, not \(text)") }
            runner.seed = seed
        }
        if let directory = options.values["--in"] {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: directory, isDirectory: &isFolder), isFolder.boolValue else {
                throw UsageError("--in needs a folder that exists, not \(directory)")
            }
            runner.directory = URL(filePath: directory, directoryHint: .isDirectory)
        }
        for report in ["--json", "--markdown", "--junit"] { try options.values[report].map(Self.checkWritable) }

        let lines = ContractLines(console: console, store: store.name, count: clauses.count)
        let report = await runner.run(clauses) { lines.show($0) }
        lines.finish()
        if let file = options.values["--json"] { try report.json().write(to: URL(filePath: file)) }
        if let file = options.values["--markdown"] { try Data(report.markdown().utf8).write(to: URL(filePath: file)) }
        if let file = options.values["--junit"] { try Data(report.junit().utf8).write(to: URL(filePath: file)) }
        console.print(report.line)
        return report.isSuccess ? 0 : 1
    }

    /// `peer`: what a second process does; `run` starts it.
    func peer(_ arguments: [String]) async throws -> Int32 {
        let options = try ContractOptions(arguments, known: ["--store", "--task"])
        guard let name = options.values["--store"], let task = options.values["--task"] else {
            throw UsageError("peer is for the command's own second processes")
        }
        try await ContractRunner.runPeer(task, on: try stores(name))
        return 0
    }

    /// Second processes that are this program again.
    ///
    /// - Parameters:
    ///   - store: What the second process is given as `--store`.
    ///   - leading: The arguments that lead to the command in its program.
    package static func ownProcess(store: String, leading: [String] = ["contract"]) -> SecondProcess? {
        guard let program = Bundle.main.executableURL else { return nil }
        return SecondProcess { task, ending in
            let process = Process()
            process.executableURL = program
            process.arguments = leading + ["peer", "--store", store, "--task", task]
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
