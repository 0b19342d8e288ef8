import ChronicleContract
import Foundation

/// The part of a child process: puts one store to clauses and writes what it sees, line by line.
enum TeethChild {
    /// After so many clauses that do not end, the rest is left.
    private static let patience = 4

    static func run(_ name: String, _ clauses: [ContractClause]) async throws {
        guard let store = ContractMutants.store(name) else {
            throw ContractCommand.UsageError("there is no store \(name)")
        }
        let runner = ContractRunner(store, secondProcess: ContractCommand.ownProcess(store: name), seed: 20_130_101)
        var hanging = 0
        for clause in clauses {
            try write(.began(clause.id))
            let result = await runner.run(clause)
            var verdict = TeethVerdict(clause: clause.id, outcome: .passed, seconds: result.seconds)
            if let reason = result.outcome.reason {
                verdict.outcome = .notRun
                verdict.messages = [reason]
            } else if !result.outcome.violations.isEmpty {
                verdict.outcome = .failed
                verdict.messages = result.outcome.violations.map(\.message)
            }
            try write(.ended(verdict))
            if verdict.messages.contains(where: { $0.hasPrefix("it did not end within") }) { hanging += 1 }
            if hanging >= patience { return try write(.gaveUp("\(hanging) clauses did not end before it")) }
        }
    }

    private static func write(_ line: TeethLine) throws {
        try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(line) + Data("\n".utf8))
    }
}
