import ChronicleContract
import Foundation

/// What the clauses did to the mutants.
struct TeethReport: Sendable {
    /// The runs of the stores without a fault.
    var sound: [TeethRun]
    /// The runs of the mutants.
    var mutants: [TeethRun]
    /// The clauses that must catch mutants.
    var expected: [ContractMutantKill]
    /// The clauses that were put to the stores.
    var clauses: [String]
    /// Whether every mutant was put to every clause, or only to those that name it.
    var isWhole: Bool
    /// Whether only some mutants were tried, which says nothing of what a clause catches.
    var isPart = false
    var seconds = 0.0

    /// Everything that is wrong with the clauses or the mutants, in sentences.
    var problems: [String] { soundProblems + kills + lazyClauses }

    private var soundProblems: [String] {
        sound.flatMap { run in
            run.kills.map { "\(run.store), which is not wrong, breaks \($0.clause): \($0.messages.first ?? "")" }
        }
    }

    private var kills: [String] {
        expected.compactMap { kill in
            guard let run = mutants.first(where: { $0.store == kill.mutant }) else {
                return "\(kill.clause) is to catch \(kill.mutant), which is no mutant"
            }
            guard let verdict = run.verdicts.first(where: { $0.clause == kill.clause }) else {
                return "\(kill.clause), which is to catch \(kill.mutant), is no clause"
            }
            guard verdict.isKill else {
                let why =
                    verdict.outcome == .notRun ? "was not put to it (\(verdict.messages.first ?? ""))" : "kept silent"
                return "\(kill.mutant) survives \(kill.clause), which \(why): \(run.fault ?? "")"
            }
            if verdict.messages.contains(where: { $0.contains(kill.saying) }) { return nil }
            return
                "\(kill.clause) catches \(kill.mutant) without saying \"\(kill.saying)\": \(verdict.messages.first ?? "")"
        }
    }

    /// The clauses that catch no mutant.
    var lazy: [String] {
        let caught = Set(isWhole ? mutants.flatMap(\.kills).map(\.clause) : expected.map(\.clause))
        return clauses.filter { !caught.contains($0) }
    }

    private var lazyClauses: [String] {
        if isPart { return [] }
        return lazy.map { isWhole ? "\($0) catches no mutant" : "\($0) is not named by any mutant" }
    }

    /// The mutants that no clause caught.
    var survivors: [String] { mutants.filter(\.kills.isEmpty).map(\.store) }

    // MARK: Texts

    /// The result in one line.
    var line: String {
        let caught = mutants.count - survivors.count
        let busy = clauses.count - lazy.count
        let form = isWhole ? "every clause" : "the clauses that name them"
        return "Teeth: \(caught) of \(mutants.count) mutants caught (by \(form)) · \(busy) of \(clauses.count) clauses "
            + (isWhole ? "catch a mutant" : "named by a mutant")
            + " · \(sound.filter(\.kills.isEmpty).count) of \(sound.count) sound stores clean · "
            + "\(problems.count) \(problems.count == 1 ? "problem" : "problems") · \(Int(seconds)) s"
    }

    /// One line a mutant: who caught it, chapter by chapter.
    var table: String {
        mutants.map { run in
            var chapters: [(name: String, count: Int)] = []
            for kill in run.kills {
                let name = String(kill.clause.prefix { $0 != "-" })
                if let position = chapters.firstIndex(where: { $0.name == name }) {
                    chapters[position].count += 1
                } else {
                    chapters.append((name, 1))
                }
            }
            let by = chapters.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
            let crashes = run.kills.filter { $0.outcome != .failed }
            let ends =
                crashes.isEmpty ? "" : " (\(crashes.map { "\($0.clause) \($0.outcome)" }.joined(separator: ", ")))"
            return "\(run.store.padding(toLength: 5, withPad: " ", startingAt: 0)) "
                + (by.isEmpty ? "SURVIVES" : by) + ends
        }.joined(separator: "\n")
    }

    /// The kill matrix: one line a clause with the mutants that it catches.
    var matrix: String {
        clauses.map { clause in
            let by = mutants.filter { $0.kills.contains { $0.clause == clause } }.map(\.store)
            return "\(clause)  \(by.isEmpty ? "-" : by.joined(separator: " "))"
        }.joined(separator: "\n")
    }

    /// The report for programs.
    func json() throws -> Data {
        struct Form: Encodable {
            var result: String
            var problems: [String]
            var sound: [TeethRun]
            var mutants: [TeethRun]
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(Form(result: line, problems: problems, sound: sound, mutants: mutants))
    }
}
