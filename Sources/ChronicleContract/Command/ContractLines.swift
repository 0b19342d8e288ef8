import Synchronization

/// What a run shows while it goes on: a line a clause, or on a terminal one line of progress, failures as they come, and at
/// the end what did not run.
final class ContractLines: Sendable {
    private let console: ContractConsole
    private let store: String
    private let count: Int
    private let state = Mutex(State())

    private struct State {
        var done = 0
        var failed = 0
        /// The clauses that neither passed nor failed, by outcome and reason in the order of their first.
        var reasons: [(text: String, clauses: [String])] = []
    }

    init(console: ContractConsole, store: String, count: Int) {
        self.console = console
        self.store = store
        self.count = count
    }

    func show(_ result: ContractResult) {
        let clause = result.clause
        let explanation = result.explanation(store: store)
        let progress = state.withLock { state in
            state.done += 1
            if explanation != nil { state.failed += 1 }
            if let reason = result.outcome.reason {
                let text = "\(result.outcome.name): \(reason)"
                if let same = state.reasons.firstIndex(where: { $0.text == text }) {
                    state.reasons[same].clauses.append(clause.id)
                } else {
                    state.reasons.append((text, [clause.id]))
                }
            }
            return "\(state.done)/\(count)  \(clause.id)" + (state.failed > 0 ? "  \(state.failed) failed" : "")
        }
        if console.isTerminal {
            if let explanation { printOver(explanation) }
            console.progress("\r\u{1B}[2K\(progress)")
        } else if let explanation {
            console.print(explanation)
        } else {
            let reason = result.outcome.reason.map { ": \($0)" } ?? ""
            console.print("\(clause.id)  \(result.outcome.name)\(reason)")
        }
    }

    /// Takes the progress away and tells what did not run, for which there was no line.
    func finish() {
        guard console.isTerminal else { return }
        console.progress("\r\u{1B}[2K")
        for (text, clauses) in state.withLock(\.reasons) {
            console.print("\(text): \(clauses.joined(separator: ", "))")
        }
    }

    private func printOver(_ text: String) {
        console.progress("\r\u{1B}[2K")
        console.print(text)
    }
}
