/// What became of one clause on one mutant.
struct TeethVerdict: Codable, Sendable, Hashable {
    enum Outcome: String, Codable, Sendable {
        case passed, failed
        /// The process ended during the clause.
        case crashed
        /// The process was ended, because the clause took too long and could not be left behind.
        case hung
        /// It was not put to the store, or could not be.
        case notRun = "not run"
    }

    var clause: String
    var outcome: Outcome
    /// What was seen against the clause, or why it was not run.
    var messages: [String] = []
    var seconds = 0.0

    /// Whether the clause caught the mutant.
    var isKill: Bool { outcome == .failed || outcome == .crashed || outcome == .hung }
}

/// What became of the clauses that were put to one mutant, or to a store without a fault.
struct TeethRun: Codable, Sendable {
    /// The mutant's identifier, or the name of a store without a fault.
    var store: String
    /// What is wrong with the store; nil for one without a fault.
    var fault: String?
    var verdicts: [TeethVerdict]
    var seconds: Double

    var kills: [TeethVerdict] { verdicts.filter(\.isKill) }

    /// The clauses that were to catch the store's mutant and kept silent, or did not say what they must.
    func missed(_ expected: [ContractMutantKill]) -> [String] {
        expected.filter { kill in
            guard kill.mutant == store, let verdict = verdicts.first(where: { $0.clause == kill.clause }),
                verdict.outcome == .passed || verdict.outcome == .failed
            else { return false }
            return !(verdict.isKill && verdict.messages.contains { $0.contains(kill.saying) })
        }.map(\.clause)
    }

    /// Takes over the verdicts of another try.
    mutating func replace(with other: TeethRun) {
        for verdict in other.verdicts {
            guard let place = verdicts.firstIndex(where: { $0.clause == verdict.clause }) else { continue }
            verdicts[place] = verdict
        }
        seconds += other.seconds
    }
}

/// What a child process writes, one JSON object a line.
enum TeethLine: Codable, Sendable {
    /// A clause begins.
    case began(String)
    /// A clause ended.
    case ended(TeethVerdict)
    /// The child leaves the rest, for a reason.
    case gaveUp(String)
}
